/**
 * The form of a caller's key:
 *
 *     marquee_ ────── 32 random letters and digits ────── 6 of their checksum
 *
 * The prefix lets secret scanners find leaked keys; the checksum tells a mistyped or truncated key from an unknown one.
 * Neither admits anybody: only the list does.
 */
const PREFIX = "marquee_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 190 bits: beyond guessing. */
const RANDOM_DIGITS = 32;
/** 32 bits in base 62. */
const CHECKSUM_DIGITS = 6;

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
  return PREFIX + digits + checksum(digits);
}

/** `foreign`: not made by us, but the list may still contain it. */
type KeyForm = "whole" | "mistyped" | "foreign";

export function formOf(key: string): KeyForm {
  if (!key.startsWith(PREFIX)) return "foreign";
  const digits = key.slice(PREFIX.length, -CHECKSUM_DIGITS);
  const whole = digits.length === RANDOM_DIGITS && key === PREFIX + digits + checksum(digits);
  return whole ? "whole" : "mistyped";
}

/** The SHA-256 of a key, the only form that a deployment stores. */
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

/** CRC-32 (ISO-HDLC), as in PNG. */
function crc32(bytes: Uint8Array): number {
  let remainder = 0xff_ff_ff_ff;
  for (const byte of bytes) remainder = (REMAINDERS[(remainder ^ byte) & 0xff] ?? 0) ^ (remainder >>> 8);
  return (remainder ^ 0xff_ff_ff_ff) >>> 0;
}

/** The CRC of each byte, so that a byte takes one step. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xed_b8_83_20 : 0);
  return remainder;
});
