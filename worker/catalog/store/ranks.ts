/**
 * The ranks of titles and people, which are their rowids and follow popularity. A load leaves gaps between them, so
 * that an update can insert a new title at the right position. The loader uses this gap. The catalog reads the gap
 * from the database, because the data may have been loaded with a different gap.
 */
export const GAP = 16;

/** Returns the rank for a position by popularity, where 1 is the best known. */
export const rankAt = (place: number) => place * GAP;

/** Returns the position of a rank. After an update it may be a fraction. */
export const placeAt = (rank: number) => rank / GAP;
