/**
 * Ranks are the rowids of titles and people by popularity. A load leaves a gap between neighbours, so that an update
 * can insert a new title where it belongs. The loader writes ranks, and the catalog reads `gap` from the row that
 * describes the load.
 */
export const GAP = 16;

/** Returns the rank of the title or person in this place, where 1 is the best known. */
export const rankAt = (place: number) => place * GAP;

/** Returns the place of a rank. After an update it may be between two places. */
export const placeAt = (rank: number) => rank / GAP;
