/**
 * The form of a caller's key: a prefix, by which secret scanners find leaked keys, and 32 random letters and digits. The form
 * grants no access: only CLIENT_KEYS does.
 */
const PREFIX = "marquee_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 190 bits: beyond guessing. */
const RANDOM_DIGITS = 32;

/** The token of `Authorization: Bearer`: `b64token` of RFC 6750 section 2.1, as a regular expression. */
export const BEARER_TOKEN = "[\\w.~+/-]+=*";

/** A new key. `random` returns that many random bytes. */
export function newKey(random: (length: number) => Uint8Array): string {
  let digits = "";
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of random(RANDOM_DIGITS)) {
      // Bytes from 248, the largest multiple of 62, are skipped, so that all digits are equally likely.
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += DIGITS.charAt(byte % 62);
    }
  }
  return PREFIX + digits;
}

/** The SHA-256 of a key, the only form that a deployment stores. */
export async function keyDigest(key: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
}
