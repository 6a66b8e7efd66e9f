import { keyDigest } from "../../worker/contract/key.ts";

/** A key as CLIENT_KEYS takes it: its SHA-256 in hex. */
export async function hashOf(key: string): Promise<string> {
  return Buffer.from(await keyDigest(key)).toString("hex");
}
