/** Numbers for things that TMDB identifies by a number and the catalog does not. */

/** The first of these numbers. All of TMDB's are below it, and all of these below 2^31, because programs read 32 bits with a sign. */
export const OWN_NUMBERS = 2 ** 30;

/** Returns a number for a name, which is always the same for the same name. */
export function numberOfName(name: string): number {
  // FNV-1a, 32 bits.
  const hash = [...new TextEncoder().encode(name)].reduce(
    (value, byte) => Math.imul(value ^ byte, 0x01000193),
    0x811c9dc5,
  );
  return OWN_NUMBERS + ((hash >>> 0) % OWN_NUMBERS);
}
