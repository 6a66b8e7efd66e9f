/**
 * How many titles a list has, and how many it would have with another value of each filter. Reads the titles of the
 * list and, for each filter that is set, those that this filter alone leaves out, in parts: at most a thousand titles
 * in all. A part that is too large, or that comes after the thousandth title, is not counted.
 */
import {
  type BrowseCounts,
  type BrowseFilters,
  COUNTED_FILTERS,
  type CountedFilter,
  MAX_COUNTED,
  NOT_FINER,
} from "../../contract/browse.ts";
import { fourDigits } from "../../contract/filter.ts";
import type { Capabilities } from "../../source/source.ts";
import type { CatalogReads } from "../store/statements.ts";
import { conditionsOf, expressionOf } from "./browse-expressions.ts";
import { FACTS, type TitleFacts, valueReader } from "./facts.ts";

/** A set of titles. `facet`: its stored numbers give the size of the set; `null`: the titles must be read. */
interface CountSegment {
  /** The filter that leaves them out; `null`: the titles of the list. */
  readonly filter: CountedFilter | null;
  readonly expression: string;
  readonly facet: CountedFacet | null;
}

/** A facet, the range of its values, and the kind of titles that it counts; `null`: all kinds. */
export type CountedFacet = readonly [facet: string, first: string, last: string, kind: string | null];

/** The number of titles; `null`: not counted. `facet`: a `CountedFacet` as JSON. */
export const sizeIn = (facet: string) => `(
  SELECT sum(CASE ${facet} ->> 3 WHEN 'movie' THEN movies WHEN 'series' THEN series ELSE titles END)
  FROM catalog_facet AS known
  WHERE known.facet = ${facet} ->> 0 AND known.value BETWEEN ${facet} ->> 1 AND ${facet} ->> 2)`;

/** ?1 is the list of parts. `sizes`: as the facets have them; parts from `cut` on were not read to their end. */
const COUNTS = `
  WITH part AS MATERIALIZED (
    SELECT asked.key AS at, asked.value ->> 'expression' AS expression, ${sizeIn("(asked.value -> 'facet')")} AS size
    FROM json_each(?1) AS asked),
  found AS MATERIALIZED (
    SELECT iif(count(*) > ${MAX_COUNTED}, max(at), ${COUNTED_FILTERS.length + 1}) AS cut,
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

type CountedTitle = readonly [part: number, ...facts: TitleFacts];

export function countsOf({ read, query }: CatalogReads): Pick<Capabilities, "counts"> {
  return {
    async counts(filters) {
      const parts = partsOf(filters);
      const { rows } = await read(query<CountsRow>(COUNTS, JSON.stringify(parts)));
      const [[row = { cut: 0, sizes: "[]", titles: "[]" }]] = rows;
      return { value: countsIn(row, parts) };
    },
  };
}

function partsOf(filters: BrowseFilters): CountSegment[] {
  const conditions = conditionsOf(filters);
  const list: CountSegment = { filter: null, expression: expressionOf(conditions), facet: facetOf(filters) };
  const others = conditions.flatMap(({ filter, expression }): CountSegment[] => {
    if (filter === "years" || filter === "finer") return [];
    const rest = conditions.filter((condition) => condition.filter !== filter);
    return [
      {
        filter,
        expression: `(${expressionOf(rest)}) NOT ${expression}`,
        facet: facetOf(without(filters, filter)),
      },
    ];
  });
  return [list, ...others];
}

function without(filters: BrowseFilters, filter: CountedFilter): BrowseFilters {
  if (filter === "kind") return { ...filters, filter: { ...filters.filter, kind: null } };
  return { ...filters, [filter]: null };
}

/**
 * The facet whose stored numbers give the size of a list; `null`: the list has several conditions, or one whose numbers are not
 * stored.
 */
export function facetOf({
  minRating,
  runtime,
  filter: { kind, years },
  genre,
  country,
  language,
  finer = NOT_FINER,
}: BrowseFilters): CountedFacet | null {
  if (minRating !== null || runtime !== null || finer.votes !== null || finer.rating !== null) return null;
  if (finer.otherThan.length > 0 || finer.facts.some((facts) => facts.length > 1)) return null;
  const conditions = [
    ...(years === null ? [] : [["year", fourDigits(years.first), fourDigits(years.last)] as const]),
    ...Object.entries({ genre, country, language }).flatMap(([facet, value]) =>
      value === null ? [] : [[facet, value, value] as const],
    ),
    ...finer.facts.flatMap((facts) => facts.map(([facet, value]) => [facet, value, value] as const)),
  ];
  const [condition = ["any", "any", "any"] as const, ...others] = conditions;
  return others.length === 0 ? [...condition, kind] : null;
}

function countsIn({ cut, sizes, titles }: CountsRow, parts: readonly CountSegment[]): BrowseCounts {
  const known = JSON.parse(sizes) as (number | null)[];
  const isRead = (part: number) => part < cut && (known[part] ?? 0) <= MAX_COUNTED;
  if (!isRead(0)) return { titles: known[0] ?? MAX_COUNTED, isExact: known[0] !== null, values: {} };
  const filters = COUNTED_FILTERS.filter((filter) => {
    const part = parts.findIndex((part) => part.filter === filter);
    return part === -1 || isRead(part);
  });
  const counts = new Map(filters.map((filter) => [filter, new Map<string, number>()]));
  const read = JSON.parse(titles) as CountedTitle[];
  const valuesOf = valueReader();
  for (const [part, ...facts] of read) {
    const leftOutBy = parts[part]?.filter ?? null;
    const values = valuesOf(facts);
    for (const [filter, found] of counts) {
      if (leftOutBy !== null && leftOutBy !== filter) continue;
      for (const value of values[filter]) if (value !== null) found.set(value, (found.get(value) ?? 0) + 1);
    }
  }
  return {
    titles: read.filter(([part]) => part === 0).length,
    isExact: true,
    values: Object.fromEntries([...counts].map(([filter, found]) => [filter, [...found]])),
  };
}
