/**
 * Stores the ranks of people by id. A row has the ranks for 512 consecutive ids. For example, the row with the key 4
 * contains ",2049:16,2386:3200,". A unique index would need a row per person, and D1 bills each row. Pure functions
 * that the loader and the catalog share.
 */
const IDS = 512;

/** Returns the key of the row that contains an id. */
export const toBucket = (id: number) => Math.floor(id / IDS);

/** Returns SQL for the key of the row that contains an id. */
export const selectBucket = (id: string) => `${id} / ${IDS}`;

export function packRanks(ranks: Iterable<readonly [id: number, rank: number]>): string {
  return [...ranks].reduce((packed, [id, rank]) => `${packed}${id}:${rank},`, ",");
}

/** Returns the ranks in a row by id. */
export function unpackRanks(packed: string): Map<number, number> {
  const pairs = packed.slice(1, -1).split(",");
  return new Map(pairs.map((pair) => pair.split(":").map(Number) as [number, number]));
}

/**
 * Returns an SQL condition for the person with this id. It also compares the id itself, because the rank is wrong if
 * no person has the id.
 */
export function matchPersonId(id: string): string {
  const number = `CAST(${id} AS INTEGER)`;
  const rank = `substr(ranks, instr(ranks, ',' || ${number} || ':') + length(${number}) + 2)`;
  return `person.rank = (SELECT CAST(${rank} AS INTEGER) FROM catalog_person_id WHERE bucket = ${selectBucket(number)})
    AND person.id = ${number}`;
}
