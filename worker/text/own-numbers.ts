/** Numbers for things that have a number at TMDB but not in the catalog. */

/**
 * The first of these numbers. TMDB's own numbers are lower. The limit of all of them is 2^31, because clients read
 * signed 32-bit integers.
 */
export const OWN_NUMBERS = 2 ** 30;

/** Returns a number that depends only on the name. */
export function numberOfName(name: string): number {
  // FNV-1a, 32 bits.
  const hash = [...new TextEncoder().encode(name)].reduce(
    (value, byte) => Math.imul(value ^ byte, 0x01000193),
    0x811c9dc5,
  );
  return OWN_NUMBERS + ((hash >>> 0) % OWN_NUMBERS);
}
