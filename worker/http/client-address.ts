/**
 * What a caller is limited by: its address, but of an IPv6 address the first 64 bits, since
 * whoever has one has the other 2^64 beside it (RFC 6177 gives a site at least that many).
 * An IPv4 address written as IPv6 (RFC 4291 section 2.5.5.2) is the IPv4 address.
 */
export function addressBlock(address: string): string {
  const text = address.trim().toLowerCase();
  if (!text.includes(":")) return text;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  return mapped ?? `${firstFourGroups(text).join(":")}::/64`;
}

function firstFourGroups(address: string): string[] {
  const [before = "", after] = address.split("::");
  const head = groups(before);
  const tail = after === undefined ? [] : groups(after);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  return [...head, ...zeros, ...tail].slice(0, 4);
}

/** Without leading zeros, so that one block has one spelling. A dotted end counts as two groups. */
function groups(text: string): string[] {
  if (text === "") return [];
  return text
    .split(":")
    .flatMap((group) => (group.includes(".") ? ["v4", "v4"] : [group.replace(/^0+(?=.)/, "")]));
}
