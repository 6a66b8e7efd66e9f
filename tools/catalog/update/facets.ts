/**
 * Builds statements that update the numbers of titles and the positions in long lists, so that they are the same as
 * after a load.
 */
import { browseFacts, placePrefix } from "../../../worker/catalog/store/browse-facts.ts";
import { countersFor, MAX_VALUES } from "../load/browse.ts";
import { statementsFor } from "../load/sql.ts";
import { COLUMNS } from "../load/tables.ts";
import type { Part, StoredTitle } from "./stored.ts";

interface Count {
  readonly facet: string;
  readonly value: string;
  readonly name: string;
  movies: number;
  series: number;
  titles: number;
}

/** The number of titles that a list gains or loses at a rank, which changes all later positions. */
interface Shift {
  readonly prefix: string;
  readonly rank: number;
  by: number;
}

/** Returns statements that add to the stored counts. Each may run only once. */
export function recounting(before: Part["titles"], after: Part["titles"]): string[] {
  const counts = new Map<string, Count>();
  const shifts = new Map<string, Shift>();
  for (const [titles, others, by] of [
    [before, after, -1],
    [after, before, 1],
  ] as const) {
    for (const title of titles.values()) if (others.get(title.id) !== title) count(title, by);
  }

  function count({ rank, entry }: StoredTitle, by: number): void {
    const { type, is_adult } = entry.record;
    if (is_adult === 1) return;
    for (const [facet, value, name] of browseFacts(entry).values) {
      const key = JSON.stringify([facet, value]);
      const counted = counts.get(key) ?? { facet, value, name, movies: 0, series: 0, titles: 0 };
      counts.set(key, counted);
      for (const [counter, list] of countersFor(type)) {
        counted[counter] += by;
        shift(placePrefix(facet, value, list), rank, by);
      }
    }
  }

  function shift(prefix: string, rank: number, by: number): void {
    const key = `${prefix}${rank}`;
    const shifted = shifts.get(key) ?? { prefix, rank, by: 0 };
    shifted.by += by;
    shifts.set(key, shifted);
  }

  const changed = [...counts.values()].filter(({ movies, series, titles }) => movies || series || titles);
  const moved = [...shifts.values()].filter(({ by }) => by !== 0);
  return [
    ...statementsFor(
      changed.map((count) => COLUMNS.facet.map((column) => count[column])),
      { many: addingCounts, large: unexpected },
    ),
    ...statementsFor(
      moved.map(({ prefix, rank, by }) => [prefix, rank, by]),
      { many: shiftingPlaces, large: unexpected },
    ),
    ...(changed.length > 0 ? ["DELETE FROM catalog_facet WHERE titles = 0"] : []),
  ];
}

/**
 * Adds to the counts of values. A value without a row has no titles yet, so a row is inserted. If the facet already
 * has the maximum number of values, a load may have left the value out, so no row is inserted.
 */
const addingCounts = (rows: string) => `
  INSERT INTO catalog_facet (facet, value, name, movies, series, titles)
  SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2, given.value ->> 3, given.value ->> 4, given.value ->> 5
  FROM json_each(${rows}) AS given
  WHERE EXISTS (SELECT 1 FROM catalog_facet WHERE facet = given.value ->> 0 AND value = given.value ->> 1)
    OR given.value ->> 5 > 0 AND (given.value ->> 0 = 'year'
      OR (SELECT count(*) FROM catalog_facet WHERE facet = given.value ->> 0) < ${MAX_VALUES})
  ON CONFLICT (facet, value) DO UPDATE SET movies = movies + excluded.movies, series = series + excluded.series,
    titles = titles + excluded.titles`;

/**
 * Adds to the positions in long lists. The column `movies` of a position contains the number of titles up to its
 * rank.
 */
const shiftingPlaces = (rows: string) => `
  UPDATE catalog_facet SET movies = movies + shifted.titles FROM (
    SELECT place.value AS name, sum(given.value ->> 2) AS titles
    FROM json_each(${rows}) AS given CROSS JOIN catalog_facet AS place
      ON place.facet = 'place' AND place.value > given.value ->> 0 AND place.value < given.value ->> 0 || ':'
    WHERE place.titles >= given.value ->> 1 GROUP BY 1) AS shifted
  WHERE facet = 'place' AND value = shifted.name`;

function unexpected(): never {
  throw new RangeError("A value of a title is too long to be counted.");
}
