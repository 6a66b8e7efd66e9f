/** Who may ask, with ACCESS=keyed: callers whose key is on the list. */
import { formOf, keyDigest } from "../contract/key.ts";
import { Problem } from "../contract/problem.ts";

/** `keyDigests`: SHA-256, in hex. Throws a Problem `key-required` when the caller's key is missing or unknown. */
export async function admit(key: string | null, keyDigests: readonly string[]): Promise<void> {
  const digest = await keyDigest(key ?? "");
  // Every known digest is compared, each in constant time: the time taken tells nothing of the list.
  let known = false;
  for (const expected of keyDigests) {
    known = crypto.subtle.timingSafeEqual(digest, bytesOfHex(expected)) || known;
  }
  if (key === null || !known) throw new Problem("key-required", reason(key));
}

function reason(key: string | null): string {
  if (key === null) return "A known key is required, as the parameter api_key or as a Bearer token.";
  if (formOf(key) === "mistyped") return "The key is mistyped or cut short: its checksum is not right.";
  return "The key is not known here.";
}

/** No shared cache keeps what is for callers with a key: a hit there would ask for none. Browsers may. */
export function keepPrivate(headers: Headers): void {
  const cacheControl = headers.get("Cache-Control") ?? "no-store";
  headers.set("Cache-Control", cacheControl.replace(/^public/, "private"));
  headers.set("CDN-Cache-Control", "no-store");
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}
