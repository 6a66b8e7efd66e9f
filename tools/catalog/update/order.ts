/**
 * Finds where titles and people belong in the order of a table, whose rowids have gaps. Each round reads rows at equal
 * distances and narrows the range to one of 64 parts: a million rows take four rounds, for any number of things to place.
 */
import { GAP, placeAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import type { LiveCatalog, Read } from "./live.ts";

export interface Order {
  readonly table: string;
  /** The rowid. */
  readonly column: string;
  /** Reads the row with the highest rowid up to each value of `?1`: columns `probe`, `at` (the rowid) and what `isBefore` compares. */
  readonly sql: string;
}

/** For each target: of one, and of many together. */
const PROBES = 64;
const MIN_PROBES = 8;

export const TITLES: Order = {
  table: "catalog_title",
  column: "rank",
  sql: `SELECT asked.value AS probe, rank AS at, title.id, popularity FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title
    ON rank = (SELECT max(rank) FROM catalog_title WHERE rank <= asked.value)`,
};
export const PEOPLE: Order = {
  table: "catalog_person",
  column: "rank",
  sql: `SELECT asked.value AS probe, rank AS at, person.id, fame FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person
    ON rank = (SELECT max(rank) FROM catalog_person WHERE rank <= asked.value)`,
};
export const ALPHABET: Order = {
  table: "catalog_place",
  column: "place",
  sql: `SELECT asked.value AS probe, place AS at, place.rank, record ->> 'title' AS title FROM json_each(?1) AS asked
    CROSS JOIN catalog_place AS place ON place = (SELECT max(place) FROM catalog_place WHERE place <= asked.value)
    CROSS JOIN catalog_title AS title ON title.rank = place.rank`,
};

/** Neighbours: the last row before the wanted place (0: none), and the first one after it (`null`: none). */
export interface Between {
  readonly before: number;
  readonly after: number | null;
}

/** `isBefore`: whether a row, as stored, comes before what is to be placed. */
export async function findBetween(
  live: LiveCatalog,
  order: Order,
  targets: readonly ((row: Read) => boolean)[],
): Promise<Between[]> {
  if (targets.length === 0) return [];
  const last = `SELECT max(${order.column}) AS last FROM ${order.table} WHERE ?1 IS NOT NULL`;
  const [[found] = []] = await live.batch([{ sql: last, parameter: 0 }]);
  const end = Number(found?.last ?? 0) + 1;
  const ranges = targets.map((isBefore): Range => ({ isBefore, low: 0, high: end, before: 0, after: null }));
  for (;;) {
    const open = ranges.filter(({ low, high }) => high - low > 1);
    if (open.length === 0) return ranges;
    const count = Math.max(MIN_PROBES, Math.floor(PROBES / open.length));
    const probes = open.map((range) => probesIn(range, count));
    // One statement: each costs D1 more than the rows that it reads.
    const parameter = [...new Set(probes.flat())];
    const [rows = []] = await live.batch([{ sql: order.sql, parameter }]);
    const byProbe = new Map(rows.map((row) => [Number(row.probe), row]));
    for (const [at, range] of open.entries()) narrow(range, probes[at] ?? [], byProbe);
  }
}

/** Rows up to `low` come before, and rows from `high` on come after. */
interface Range {
  readonly isBefore: (row: Read) => boolean;
  low: number;
  high: number;
  before: number;
  after: number | null;
}

function probesIn({ low, high }: Range, count: number): number[] {
  const step = (high - low) / (count + 1);
  const all = Array.from({ length: count }, (_, at) => Math.floor(low + step * (at + 1)));
  return [...new Set([...all, high - 1])].filter((probe) => probe > low);
}

function narrow(range: Range, probes: readonly number[], byProbe: ReadonlyMap<number, Read>): void {
  for (const probe of probes) {
    const row = byProbe.get(probe);
    const at = Number(row?.at ?? 0);
    if (row !== undefined && at > range.low) {
      if (!range.isBefore(row)) {
        range.after = at;
        range.high = at;
        return;
      }
      range.before = at;
    }
    range.low = probe;
  }
}

/** Two places that differ by less keep their order: moving a title or a person rewrites all that refers to it. */
const TOLERANCE = 0.01;

/** Whether something at this rank has to move between these neighbours. */
export function isMisplaced(rank: number, { before, after }: Between): boolean {
  const apart = rank < before ? before - rank : after !== null && rank > after ? rank - after : 0;
  return apart > 0 && placeAt(apart) >= Math.max(1 / GAP, TOLERANCE * placeAt(rank));
}

/**
 * Free ranks between the neighbours, in the order of the targets; where there is no room, the free ranks nearest to them.
 */
export async function freeRanks(
  live: LiveCatalog,
  order: Order,
  targets: readonly Between[],
): Promise<number[]> {
  const given = new Set<number>();
  const ranks: number[] = [];
  for (const [at, { before, after }] of targets.entries()) {
    const same = targets.filter((other) => other.before === before);
    const index = targets.slice(0, at).filter((other) => other.before === before).length + 1;
    const step = after === null ? GAP : (after - before) / (same.length + 1);
    const inside = before + Math.floor(step * index);
    const isFree = inside > before && (after === null || inside < after) && !given.has(inside);
    const rank = isFree ? inside : await nearestFree(live, order, { near: inside, given });
    given.add(rank);
    ranks.push(rank);
  }
  return ranks;
}

async function nearestFree(
  live: LiveCatalog,
  { table, column }: Order,
  { near, given }: { readonly near: number; readonly given: ReadonlySet<number> },
): Promise<number> {
  const sql = `SELECT ${column} AS at FROM ${table} WHERE ${column} BETWEEN ?1 ->> 0 AND ?1 ->> 1`;
  for (let width = 16 * GAP; ; width *= 8) {
    const [rows = []] = await live.batch([{ sql, parameter: [near - width, near + width] }]);
    const taken = new Set([...given, ...rows.map(({ at }) => Number(at))]);
    for (let away = 1; away <= width; away += 1) {
      if (!taken.has(near + away)) return near + away;
      if (near > away && !taken.has(near - away)) return near - away;
    }
  }
}
