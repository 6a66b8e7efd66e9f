/**
 * Shortens IP addresses. Rate limits apply to a block of addresses. The log only contains a larger network, which
 * does not identify a person. An IPv4 address in IPv6 notation (RFC 4291 section 2.5.5.2) counts as IPv4.
 */

/**
 * Returns an IPv4 address unchanged, and the first 64 bits of an IPv6 address. A customer gets at least a block of
 * that size (RFC 6177).
 */
export function addressBlock(address: string): string {
  const text = address.trim().toLowerCase();
  if (!text.includes(":")) return text;
  return mappedIpv4(text) ?? `${parseGroups(text).slice(0, 4).join(":")}::/64`;
}

/**
 * Returns the first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address (RFC 6177). Examples are
 * `203.0.113.0/24` and `2001:db8:7::/48`. Returns `undefined` if the platform provides no address.
 */
export function clientNetwork(request: Request): string | undefined {
  const address = request.headers.get("CF-Connecting-IP")?.toLowerCase();
  if (address === undefined) return undefined;
  const ipv4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(mappedIpv4(address) ?? address);
  if (ipv4 !== null) return `${ipv4[1]}.0/24`;
  return /^[\da-f:]{2,39}$/.test(address) ? `${parseGroups(address).slice(0, 3).join(":")}::/48` : undefined;
}

function mappedIpv4(address: string): string | null {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? null;
}

/**
 * Returns the groups of an IPv6 address without leading zeros, and expands `::`. An IPv4 part at the end counts as
 * two groups.
 */
function parseGroups(address: string): string[] {
  const [before = "", after] = address.split("::");
  const head = groupsIn(before);
  const tail = after === undefined ? [] : groupsIn(after);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  return [...head, ...zeros, ...tail];
}

function groupsIn(text: string): string[] {
  if (text === "") return [];
  return text
    .split(":")
    .flatMap((group) => (group.includes(".") ? ["v4", "v4"] : [group.replace(/^0+(?=.)/, "")]));
}
