/** Finds the address of a caller. Only proxies that the operator trusts may name it. */
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { UsageError } from "../options.ts";

const LOOPBACK = parseProxies("127.0.0.0/8,::1");

/** Returns true if only this machine can reach an address. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || has(LOOPBACK, address);
}

/** Parses a comma-separated list of addresses and networks. Throws a UsageError if it is invalid. */
export function parseProxies(text: string): BlockList {
  const list = new BlockList();
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [address = "", bits, ...rest] = entry.split("/");
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const length = bits === undefined ? longest : Number(bits);
    const isValid = version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits ?? "0") && length <= longest;
    if (!isValid)
      throw new UsageError("TRUSTED_PROXY must list addresses or networks, such as 127.0.0.1,10.0.0.0/8.");
    list.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/**
 * Returns the caller's address. If `peer`, the other end of the connection, is trusted, this is the last address in
 * `X-Forwarded-For` that is not, because a caller can only write what precedes it. Without that header, it is
 * `CF-Connecting-IP`.
 */
export function callerAddress(peer: string, headers: IncomingHttpHeaders, trusted: BlockList): string {
  const address = unmapped(peer);
  if (!has(trusted, address)) return address;
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const named = forwarded.map((part) => unmapped(part.trim())).filter((part) => part !== "");
  const connecting = [headers["cf-connecting-ip"] ?? []].flat();
  const candidates = named.length > 0 ? named : connecting.map((part) => unmapped(part.trim()));
  const caller = candidates.findLast((candidate) => !has(trusted, candidate)) ?? candidates[0] ?? address;
  return isIP(caller) === 0 ? address : caller;
}

function has(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** Returns the IPv4 address within an IPv6 address (RFC 4291 section 2.5.5.2), and other addresses unchanged. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");
