/** Who may ask. Open: anyone, and a caller's `api_key` is ignored. Keyed: callers whose key is on the list. */
import type { AccessConfig } from "../config.ts";
import { Problem } from "../contract/problem.ts";

/** Throws a Problem `key-required` when the caller's key is missing or unknown. */
export async function admit(url: URL, access: AccessConfig): Promise<void> {
  if (access.mode === "open") return;
  const key = url.searchParams.get("api_key") ?? "";
  const digest = await sha256(new TextEncoder().encode(key));
  // Every known digest is compared, each in constant time: the time taken tells nothing of the list.
  let known = false;
  for (const expected of access.keyDigests) {
    known = crypto.subtle.timingSafeEqual(digest, bytesOfHex(expected)) || known;
  }
  if (!known) throw new Problem("key-required", "A known key is required in the parameter api_key.");
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}
