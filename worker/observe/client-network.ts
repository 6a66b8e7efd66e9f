/**
 * The network a caller comes from, for finding who floods us: enough to act on, too little to
 * be a person's address. IPv4 keeps 24 bits, IPv6 48 (RFC 6177: what one site is given).
 */

/** `203.0.113.0/24`, `2001:db8:7::/48`; `undefined` where the platform names no address. */
export function clientNetwork(request: Request): string | undefined {
  const address = request.headers.get("CF-Connecting-IP");
  if (address === null) return undefined;
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(address);
  if (v4 !== null) return `${v4[1]}.0/24`;
  return /^[\da-f:]{2,39}$/i.test(address) ? `${firstGroups(address)}::/48` : undefined;
}

/** The first three groups of an IPv6 address, those left out by `::` written as zeros. */
function firstGroups(address: string): string {
  const [before = "", after] = address.toLowerCase().split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].slice(0, 3).join(":");
}
