/** Numbers at `/3` for everything that TMDB identifies by a number but the catalog does not, such as companies. */

/**
 * The lowest of our own numbers, which is above all numbers at TMDB. Our own numbers stay below 2^31, because clients
 * read them as signed 32-bit integers.
 */
export const OWN_NUMBERS = 2 ** 30;

/** Returns the number for a name. A name has the same number in every catalog. */
export function numberOfName(name: string): number {
  // The hash is 32-bit FNV-1a.
  const hash = [...new TextEncoder().encode(name)].reduce(
    (value, byte) => Math.imul(value ^ byte, 0x01000193),
    0x811c9dc5,
  );
  return OWN_NUMBERS + ((hash >>> 0) % OWN_NUMBERS);
}
