/**
 * The format of API keys: a prefix that secret scanners recognise, and 32 random letters and digits. A key is valid
 * only if CLIENT_KEYS lists it.
 */
const PREFIX = "marquee_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 190 bits of entropy. */
const RANDOM_DIGITS = 32;

/** A `b64token` of RFC 6750 section 2.1, as a regular expression. */
export const BEARER_TOKEN = "[\\w.~+/-]+=*";

/** Creates an API key from the bytes that `random` returns. */
export function createKey(random: (length: number) => Uint8Array): string {
  let digits = "";
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of random(RANDOM_DIGITS)) {
      // Skips bytes from 248, the largest multiple of 62, so that all digits are equally likely.
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += DIGITS.charAt(byte % 62);
    }
  }
  return PREFIX + digits;
}

/** Returns the SHA-256 of a key, the only form that a deployment stores. */
export async function digestKey(key: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
}
