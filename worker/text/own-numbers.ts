/** Numbers for things that TMDB identifies by a number but the catalog does not. */

/**
 * The first of these numbers, which is higher than all numbers at TMDB. They stay below 2^31, because clients read
 * signed 32-bit integers.
 */
export const OWN_NUMBERS = 2 ** 30;

/** Returns the number for a name, which is the same in every catalog. */
export function numberOfName(name: string): number {
  // FNV-1a, 32 bits.
  const hash = [...new TextEncoder().encode(name)].reduce(
    (value, byte) => Math.imul(value ^ byte, 0x01000193),
    0x811c9dc5,
  );
  return OWN_NUMBERS + ((hash >>> 0) % OWN_NUMBERS);
}
