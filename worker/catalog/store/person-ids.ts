/**
 * The ranks of people by their ids. A row has the ranks of some hundred ids: a unique index would have a row for each
 * person, and D1 bills it.
 *
 *     4: ,2049:16,2386:3200,
 *
 * The loader writes it, the catalog reads it; pure.
 */
const IDS = 512;

/** The key of the row that has this id. */
export const bucketOf = (id: number) => Math.floor(id / IDS);

/** The same in SQL. */
export const bucketIn = (id: string) => `${id} / ${IDS}`;

export function packRanks(ranks: Iterable<readonly [id: number, rank: number]>): string {
  return [...ranks].reduce((packed, [id, rank]) => `${packed}${id}:${rank},`, ",");
}

/** By id. */
export function unpackRanks(packed: string): Map<number, number> {
  const pairs = packed.slice(1, -1).split(",");
  return new Map(pairs.map((pair) => pair.split(":").map(Number) as [number, number]));
}

/** The SQL condition that `person` has this id. It compares the id as well, for ids that no person has. */
export function isPerson(id: string): string {
  const own = `CAST(${id} AS INTEGER)`;
  const rank = `substr(ranks, instr(ranks, ',' || ${own} || ':') + length(${own}) + 2)`;
  return `person.rank = (SELECT CAST(${rank} AS INTEGER) FROM catalog_person_id WHERE bucket = ${bucketIn(own)})
    AND person.id = ${own}`;
}
