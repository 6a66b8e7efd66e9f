/**
 * Combines the filters of the URL with those in the text of a query, as far as TMDB can apply them. TMDB lists only
 * the films of a person, not the series. Its search supports only kind and year, and search results lack the runtime
 * and a film's countries.
 */

import { RELEVANCE } from "../contract/browse.ts";
import type { TitleKind } from "../contract/filter.ts";
import { TEXT } from "../contract/query.ts";
import { findOrder, type Part, toOmitted } from "../contract/understood.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import type { Condition, FilterName } from "../filters/facet.ts";
import { buildDiscoverParameters, FACETS, parsePart, toFilter } from "../filters/facets.ts";

/** The kind of TMDB list to use: a search, `discover`, or `discover` with people. */
type Means = "search" | "discover" | "people";

export interface Narrowing {
  /** The query with all conditions from the URL and the text that can be applied. */
  readonly query: BrowseQuery;
  /** The parts of the text. Parts that cannot be applied are marked as omitted. */
  readonly parts: readonly Part[];
  /**
   * The URL parameters that cannot be applied, separated by commas, or "". Includes `q` if an exclusion in the text
   * cannot be applied.
   */
  readonly ignored: string;
}

export const KINDS = ["movie", "series"] as const;

/** Combines the filters of the URL and the text. If they disagree, the URL takes precedence. */
export function combineFilters(query: BrowseQuery, parts: readonly Part[], means: Means): Narrowing {
  const kind = chooseKind(query, parts, means);
  const lacking = listLackingFacets(means, kind);
  const ignored = [
    ...(means === "people" && toFilter(query.conditions).kind === "series" ? ["f"] : []),
    ...lacking.filter((name) => query.conditions.some(({ facet }) => facet === name)),
  ];
  const conditions = query.conditions.filter(({ facet }) => facet !== "kind" && !lacking.includes(facet));
  if (kind !== null) conditions.push(FACETS.kind.buildCondition([kind]));
  let { sort } = query;
  const applied = parts.map((part) => {
    if (part.part === "person" || part.part === "words" || part.part === "about") return part;
    if (part.part === "sort") {
      const order = findOrder([part]);
      if (order === null || (sort !== RELEVANCE && sort !== order)) return toOmitted(part);
      sort = order;
      return part;
    }
    const condition = parsePart(part);
    const isApplicable =
      condition !== null &&
      !lacking.includes(condition.facet) &&
      !isOverruled(condition, conditions) &&
      // In a search, exclusions are applied to TMDB's results, so TMDB need not support them.
      ((condition.isExcluded && means === "search") ||
        KINDS.some((one) => (kind ?? one) === one && buildDiscoverParameters(one, [condition]) !== null));
    if (!isApplicable) {
      if (part.isExcluded) ignored.push(TEXT.name);
      return toOmitted(part);
    }
    if (
      condition.isExcluded ||
      condition.facet === "genre" ||
      !conditions.some(({ facet, isExcluded }) => facet === condition.facet && !isExcluded)
    )
      conditions.push(condition);
    return part;
  });
  return { query: { ...query, sort, conditions }, parts: applied, ignored: [...new Set(ignored)].join(", ") };
}

function chooseKind({ conditions }: BrowseQuery, parts: readonly Part[], means: Means): TitleKind | null {
  if (means === "people") return "movie";
  const read = parts.flatMap((part) => parsePart(part) ?? []).filter(({ facet }) => facet === "kind");
  return toFilter(conditions).kind ?? toFilter(read).kind;
}

/** Returns the facets that cannot be filtered by, because the results of the list lack their values. */
function listLackingFacets(means: Means, kind: TitleKind | null): readonly FilterName[] {
  if (means !== "search") return [];
  return kind === "series" ? ["runtime"] : ["country", "runtime"];
}

/**
 * Returns true if the URL overrides a condition of the text, because it has a different value for the same facet.
 * Genres are never overridden, because a title may have several.
 */
function isOverruled({ facet, values, isExcluded }: Condition, conditions: readonly Condition[]): boolean {
  if (facet === "genre" || isExcluded) return false;
  const ofSameFacet = conditions.find((condition) => condition.facet === facet && !condition.isExcluded);
  return ofSameFacet !== undefined && !ofSameFacet.values.every((value) => values.includes(value));
}
