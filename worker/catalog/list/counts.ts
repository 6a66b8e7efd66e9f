/**
 * Counts the titles of a list, and of the same list with other filter values. For this, it reads the titles of the
 * list and, for each filter that is set, the titles that only this filter excludes. It reads at most a thousand
 * titles. Facets that would need more are not counted.
 */

import { type BrowseCounts, MAX_COUNTED } from "../../contract/browse.ts";
import type { BrowseQuery } from "../../filters/browse-query.ts";
import {
  type Condition,
  type CountedValues,
  createFacetReader,
  type FilterName,
  type TitleFacts,
} from "../../filters/facet.ts";
import { FACETS, toExpression } from "../../filters/facets.ts";
import type { Loaded } from "../../source/loaded.ts";
import { query } from "../store/read-queue.ts";
import { type CatalogReads, FACTS } from "../store/statements.ts";

const ALL_TITLES: CountedValues = { facet: "any", first: "any", last: "any" };

const COUNTED = Object.values(FACETS).filter(({ hasCounts }) => hasCounts);

interface CountSegment {
  /** The facet whose condition excludes these titles, or `null` for the titles of the list itself. */
  readonly facet: FilterName | null;
  readonly expression: string;
  /** The counted set with the same titles, or `null` if the titles have to be read to count them. */
  readonly stored: CountedSet | null;
}

/** A set of titles that the load has counted. */
export interface CountedSet extends CountedValues {
  /** The kind of titles, or `null` if both are included. */
  readonly kind: string | null;
}

/** Returns SQL for the number of titles in a set, or `NULL` if it is not stored. `set` is a `CountedSet` as JSON. */
export const selectSize = (set: string) => `(
  SELECT sum(CASE ${set} ->> 'kind' WHEN 'movie' THEN movies WHEN 'series' THEN series ELSE titles END)
  FROM catalog_facet AS known
  WHERE known.facet = ${set} ->> 'facet' AND known.value BETWEEN ${set} ->> 'first' AND ${set} ->> 'last')`;

/**
 * Reads the titles of the segments in ?1. `sizes` are the stored sizes of the segments. Segments from index `cut` on
 * were not read completely.
 */
const COUNTS = `
  WITH part AS MATERIALIZED (
    SELECT asked.key AS at, asked.value ->> 'expression' AS expression, ${selectSize("(asked.value -> 'stored')")} AS size
    FROM json_each(?1) AS asked),
  found AS MATERIALIZED (
    SELECT iif(count(*) > ${MAX_COUNTED}, max(at), ${COUNTED.length + 1}) AS cut,
      json_group_array(json_array(at, rank)) AS titles
    FROM (SELECT at, catalog_browse.rowid AS rank FROM part CROSS JOIN catalog_browse
      WHERE (size IS NULL OR size <= ${MAX_COUNTED}) AND catalog_browse MATCH expression
      LIMIT ${MAX_COUNTED + 1}))
  SELECT cut, (SELECT json_group_array(size) FROM part) AS sizes, (
    SELECT json_group_array(json_array(one.value ->> 0, ${FACTS}))
    FROM json_each(iif(cut = 0, '[]', found.titles)) AS one
    CROSS JOIN catalog_title AS title ON title.rank = one.value ->> 1 WHERE one.value ->> 0 < cut) AS titles
  FROM found`;

interface CountsRow {
  readonly cut: number;
  readonly sizes: string;
  readonly titles: string;
}

type CountedTitle = readonly [part: number, facts: TitleFacts];

export async function countTitles(
  { conditions }: Pick<BrowseQuery, "conditions">,
  { read }: CatalogReads,
): Promise<Loaded<BrowseCounts>> {
  const parts = listSegments(conditions);
  const { counts } = await read({ counts: query<CountsRow>(COUNTS, JSON.stringify(parts)) });
  const [row = { cut: 0, sizes: "[]", titles: "[]" }] = counts;
  return { value: groupCounts(row, parts) };
}

function listSegments(conditions: readonly Condition[]): CountSegment[] {
  const list = { facet: null, expression: toExpression(conditions), stored: findCountedSet(conditions) };
  const others = COUNTED.flatMap(({ name: facet }): CountSegment[] => {
    const condition = conditions.find((condition) => condition.facet === facet);
    if (condition === undefined) return [];
    const rest = conditions.filter((other) => other !== condition);
    const expression = `(${toExpression(rest)}) NOT ${condition.expression}`;
    return [{ facet, expression, stored: findCountedSet(rest) }];
  });
  return [list, ...others];
}

/** Returns the set of titles that the conditions describe, or `null` if the load has not counted it. */
export function findCountedSet(conditions: readonly Condition[]): CountedSet | null {
  const kind = conditions.find(({ facet, counted }) => facet === "kind" && counted !== null);
  const [condition, ...others] = conditions.filter((other) => other !== kind);
  const values = condition === undefined ? ALL_TITLES : condition.counted;
  if (values === null || others.length > 0) return null;
  return { ...values, kind: kind?.values[0] ?? null };
}

function groupCounts({ cut, sizes, titles }: CountsRow, parts: readonly CountSegment[]): BrowseCounts {
  const storedSizes = JSON.parse(sizes) as (number | null)[];
  const isRead = (part: number) => part < cut && (storedSizes[part] ?? 0) <= MAX_COUNTED;
  if (!isRead(0))
    return { titles: storedSizes[0] ?? MAX_COUNTED, isExact: storedSizes[0] !== null, values: {} };
  const facets = COUNTED.filter(({ name }) => {
    const part = parts.findIndex(({ facet }) => facet === name);
    return part === -1 || isRead(part);
  });
  const counts = facets.map((facet) => ({ ...facet, numbers: new Map<string, number>() }));
  const read = JSON.parse(titles) as CountedTitle[];
  const readFacts = createFacetReader();
  for (const [part, facts] of read) {
    const leftOutBy = parts[part]?.facet ?? null;
    const title = readFacts(facts);
    for (const { name, numbers, getValues } of counts) {
      if (leftOutBy !== null && leftOutBy !== name) continue;
      for (const value of getValues(title)) numbers.set(value, (numbers.get(value) ?? 0) + 1);
    }
  }
  return {
    titles: read.filter(([part]) => part === 0).length,
    isExact: true,
    values: Object.fromEntries(counts.map(({ name, numbers }) => [name, [...numbers]])),
  };
}
