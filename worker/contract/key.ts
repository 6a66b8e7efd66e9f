/**
 * The format of API keys: a prefix that secret scanners recognise, then 32 random letters and digits. A key is only
 * valid if CLIENT_KEYS or CONTROL contains its digest.
 */
const PREFIX = "marquee_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The number of random digits. 32 digits have 190 bits of entropy. */
const RANDOM_DIGITS = 32;

/** A regular expression for a `b64token`, the syntax of bearer tokens (RFC 6750 section 2.1). */
export const BEARER_TOKEN = "[\\w.~+/-]+=*";

/** Returns true if the text is formed like a key of `npm run keys`, in either form. No other text is looked up. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

const KEY = new RegExp(`^(?:${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS}}|[0-9a-f]{32})$`);

/** Creates an API key. `random` returns random bytes. */
export function createKey(random: (length: number) => Uint8Array): string {
  let digits = "";
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of random(RANDOM_DIGITS)) {
      // Bytes from 248 on are skipped so that all 62 digits are equally likely. 248 is the largest multiple of 62
      // that fits into a byte.
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += DIGITS.charAt(byte % 62);
    }
  }
  return PREFIX + digits;
}

/** Returns the SHA-256 of a key. Deployments store only these digests. */
export async function digestKey(key: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
}
