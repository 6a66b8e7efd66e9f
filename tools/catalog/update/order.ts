/**
 * Finds where titles and people belong in the order of a table, whose rowids have gaps: by bisection, in one batch
 * for all that is to be placed.
 */
import { GAP, placeAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import { type Connection, query } from "../load/statements.ts";
import { readRows } from "./live.ts";

export interface Order {
  readonly table: string;
  /** The rowid. */
  readonly column: string;
  /** Whether the row `other` comes after a target, which has two values, `one` and `two`. */
  readonly isAfter: string;
}

export const TITLES: Order = {
  table: "catalog_title",
  column: "rank",
  isAfter: "(other.popularity, -other.id) < (one, -two)",
};
export const PEOPLE: Order = {
  table: "catalog_person",
  column: "rank",
  isAfter: "(other.fame, -other.id) < (one, -two)",
};
/** Neighbours: the last row before the wanted place (0: none), and the first one after it (`null`: none). */
export interface Between {
  readonly before: number;
  readonly after: number | null;
}

/** In one statement, which reads some twenty rows for each. */
const TOGETHER = 4;

/** Targets that are rows of the table are before themselves. */
export async function findPlaces(
  live: Connection,
  { table, column, isAfter }: Order,
  targets: readonly (readonly [one: number | string, two: number])[],
): Promise<Between[]> {
  const middle = "(low + high) / 2";
  const narrows = `(other.${column} > low AND ${isAfter})`;
  const sql = `
    WITH RECURSIVE search (at, one, two, low, high) AS (
      SELECT key, value ->> 0, value ->> 1, 0, (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}) FROM json_each(?1)
      UNION ALL
      SELECT at, one, two, iif(${narrows}, low, ${middle}), iif(${narrows}, other.${column}, high)
      FROM search LEFT JOIN ${table} AS other
        ON other.${column} = (SELECT max(${column}) FROM ${table} WHERE ${column} <= ${middle})
      WHERE high - low > 1)
    SELECT (SELECT max(${column}) FROM ${table} WHERE ${column} <= low) AS before,
      (SELECT min(${column}) FROM ${table} WHERE ${column} >= high) AS after
    FROM search WHERE high - low <= 1 ORDER BY at`;
  const [rows = []] = await readRows(live, [sql], targets, TOGETHER);
  return rows.map(({ before, after }) => ({
    before: Number(before ?? 0),
    after: after === null ? null : Number(after),
  }));
}

/**
 * Whether something at this rank has to move between these neighbours: moving it rewrites all that refers to it. `tolerance`: the
 * share of its place by which it may be misplaced.
 */
export function isMisplaced(rank: number, { before, after }: Between, tolerance: number): boolean {
  const apart = rank < before ? before - rank : after !== null && rank > after ? rank - after : 0;
  return apart > 0 && placeAt(apart) >= Math.max(1 / GAP, tolerance * placeAt(rank));
}

/**
 * Free ranks between the neighbours, in the order of the targets; where there is no room, the free ranks nearest to them.
 */
export async function freeRanks(
  live: Connection,
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
  live: Connection,
  { table, column }: Order,
  { near, given }: { readonly near: number; readonly given: ReadonlySet<number> },
): Promise<number> {
  const sql = `SELECT ${column} AS at FROM ${table} WHERE ${column} BETWEEN ?1 ->> 0 AND ?1 ->> 1`;
  for (let width = 16 * GAP; ; width *= 8) {
    const [rows = []] = await query(live, [{ sql, parameter: [near - width, near + width] }]);
    const taken = new Set([...given, ...rows.map(({ at }) => Number(at))]);
    for (let away = 1; away <= width; away += 1) {
      if (!taken.has(near + away)) return near + away;
      if (near > away && !taken.has(near - away)) return near - away;
    }
  }
}
