/**
 * Ranks are the rowids of titles and people, in the order of popularity. A load leaves a gap between neighbours, so that an
 * update can put a new title where it belongs. The loader writes ranks, the catalog reads `gap` from its own row; pure.
 */
export const GAP = 16;

/** The rank of a title or person in the given place; 1 is the best known. */
export const rankAt = (place: number) => place * GAP;

/** The inverse of `rankAt`; between two places after an update. */
export const placeAt = (rank: number) => rank / GAP;
