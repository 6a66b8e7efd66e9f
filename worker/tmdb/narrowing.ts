/**
 * The filters of the URL and of a query as far as TMDB's lists can apply them. Its lists of people's titles contain
 * films only, its search takes a kind and a year, and its results lack the runtime and a film's countries.
 */

import { RELEVANCE } from "../contract/browse.ts";
import type { TitleKind } from "../contract/filter.ts";
import { TEXT } from "../contract/query.ts";
import { type Part, toOmitted } from "../contract/understood.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import type { Condition, FilterName } from "../filters/facet.ts";
import { buildDiscoverParameters, FACETS, parsePart, toFilter } from "../filters/facets.ts";

/** The kind of TMDB list: a search, `discover`, or `discover` for people. */
type Means = "search" | "discover" | "people";

export interface Narrowing {
  /** The query with the conditions of the URL and the text. */
  readonly query: BrowseQuery;
  /** The parts of the text. Unapplied parts are marked as omitted. */
  readonly parts: readonly Part[];
  /** The unapplied parameters of the URL, with `q` for an exclusion. Empty if all apply. */
  readonly ignored: string;
}

export const KINDS = ["movie", "series"] as const;

/** Combines the filters. The URL prevails where it differs from the text. */
export function narrowingOf(asked: BrowseQuery, parts: readonly Part[], means: Means): Narrowing {
  const kind = chooseKind(asked, parts, means);
  const lacking = listLackingFacets(means, kind);
  const ignored = [
    ...(means === "people" && toFilter(asked.conditions).kind === "series" ? ["f"] : []),
    ...lacking.filter((name) => asked.conditions.some(({ facet }) => facet === name)),
  ];
  const conditions = asked.conditions.filter(({ facet }) => facet !== "kind" && !lacking.includes(facet));
  if (kind !== null) conditions.push(FACETS.kind.buildCondition([kind]));
  let { sort } = asked;
  const applied = parts.map((part) => {
    if (part.part === "person" || part.part === "words" || part.part === "about") return part;
    if (part.part === "sort") {
      if (sort !== RELEVANCE && sort !== "rating") return toOmitted(part);
      sort = "rating";
      return part;
    }
    const condition = parsePart(part);
    const isApplicable =
      condition !== null &&
      !lacking.includes(condition.facet) &&
      !isOverruled(condition, conditions) &&
      // Search results are compared with the condition here, so TMDB need not support it.
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
  return { query: { ...asked, sort, conditions }, parts: applied, ignored: [...new Set(ignored)].join(", ") };
}

function chooseKind({ conditions }: BrowseQuery, parts: readonly Part[], means: Means): TitleKind | null {
  if (means === "people") return "movie";
  const read = parts.flatMap((part) => parsePart(part) ?? []).filter(({ facet }) => facet === "kind");
  return toFilter(conditions).kind ?? toFilter(read).kind;
}

/** Returns the facets that a list's results lack. */
function listLackingFacets(means: Means, kind: TitleKind | null): readonly FilterName[] {
  if (means !== "search") return [];
  return kind === "series" ? ["runtime"] : ["country", "runtime"];
}

/** Returns true if prevailing conditions have another value of the same facet. A title may have several genres. */
function isOverruled({ facet, values, isExcluded }: Condition, conditions: readonly Condition[]): boolean {
  if (facet === "genre" || isExcluded) return false;
  const own = conditions.find((condition) => condition.facet === facet && !condition.isExcluded);
  return own !== undefined && !own.values.every((value) => values.includes(value));
}
