/**
 * The form of a caller's key:
 *
 *     marquee_ ────── 32 random letters and digits ────── and 6 that are their checksum
 *
 * The prefix lets scanners of leaked secrets find one; the checksum tells a key that was
 * mistyped or cut short from one that is unknown. Neither admits anybody: only the list does.
 */
const PREFIX = "marquee_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 190 bits: beyond guessing. */
const RANDOM_DIGITS = 32;
/** As many as 32 bits take in base 62. */
const CHECKSUM_DIGITS = 6;

/** What `Authorization: Bearer` can carry: `b64token` of RFC 6750 section 2.1, as a regular expression. */
export const BEARER_TOKEN = "[\\w.~+/-]+=*";

/** A new key. `random` gives so many random bytes. */
export function newKey(random: (length: number) => Uint8Array): string {
  let digits = "";
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of random(RANDOM_DIGITS)) {
      // Only multiples of 62 are taken, so that every digit is as likely as the others.
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += DIGITS.charAt(byte % 62);
    }
  }
  return PREFIX + digits + checksum(digits);
}

/** `foreign`: a key of another make, which the list may hold all the same. */
export type KeyForm = "whole" | "mistyped" | "foreign";

export function formOf(key: string): KeyForm {
  if (!key.startsWith(PREFIX)) return "foreign";
  const digits = key.slice(PREFIX.length, -CHECKSUM_DIGITS);
  const whole = digits.length === RANDOM_DIGITS && key === PREFIX + digits + checksum(digits);
  return whole ? "whole" : "mistyped";
}

/** The SHA-256 of a key, the only form in which a deployment knows it. */
export async function keyDigest(key: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
}

/** CRC-32 in base 62. */
function checksum(digits: string): string {
  let value = crc32(new TextEncoder().encode(digits));
  let text = "";
  while (text.length < CHECKSUM_DIGITS) {
    text = DIGITS.charAt(value % 62) + text;
    value = Math.floor(value / 62);
  }
  return text;
}

/** CRC-32 (ISO-HDLC), as PNG has it too. */
function crc32(bytes: Uint8Array): number {
  let remainder = 0xff_ff_ff_ff;
  for (const byte of bytes) remainder = (REMAINDERS[(remainder ^ byte) & 0xff] ?? 0) ^ (remainder >>> 8);
  return (remainder ^ 0xff_ff_ff_ff) >>> 0;
}

/** Of each byte: they are added a byte at a time. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xed_b8_83_20 : 0);
  return remainder;
});
