/**
 * The entries of a title in the index of facts, and the values that the load counts. The loader writes them, the catalog
 * reads them. Pure.
 */
import { toFacetSlug } from "../../contract/browse.ts";
import type { Facts, Title } from "../../contract/facts.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { createFacetReader } from "../../filters/facet.ts";
import { FACETS } from "../../filters/facets.ts";
import { ANY, weightToken } from "../../filters/tokens.ts";
import { plotToken, wordsAbout } from "./plot-words.ts";

/** The parts of a title that its tokens are made of. */
interface BrowsedTitle extends Pick<Title, "record"> {
  readonly facts: Omit<Facts, "collection">;
  /** By language. */
  readonly translations: ReadonlyMap<string, Partial<Pick<TitleRecord, "title" | "plot">>>;
}

interface BrowseFacts {
  /** The text of the index. */
  readonly tokens: string;
  /** Facet, value and name, of each value whose titles are counted. */
  readonly values: readonly FacetValue[];
  /** The words of plots and titles. */
  readonly words: ReadonlySet<string>;
}

export type FacetValue = readonly [facet: string, value: string, name: string];

export function browseFacts({ record, facts, translations }: BrowsedTitle): BrowseFacts {
  const { language = null, votes = 0 } = facts;
  const words = wordsAbout([record, ...translations.values()]);
  const title = createFacetReader()({ ...facts, ...record, language, votes });
  const weight = weightedRating(record.rating, votes);
  const facets = Object.values(FACETS).flatMap(({ getTokens }) => getTokens(title));
  return {
    tokens: [ANY, ...facets, weightToken(weight), ...[...words].map(plotToken)].join(" "),
    values: [
      ["any", "any", "any"],
      ["year", record.year, record.year],
      ["weight", weight, weight],
      ...(title.minutes === null ? [] : [["runtime", "known", "known"] as const]),
      ...facetNames(record.genres).map((genre) => ["genre", ...genre] as const),
      ...title.tmdbGenres.map((number) => ["tmdb-genre", number, number] as const),
      ...facetNames(record.countries).map((country) => ["country", ...country] as const),
      ...(language === null ? [] : [["language", language, language] as const]),
    ],
    words,
  };
}

/** `joined`: names as in a record, separated by commas. Each with its slug, once. */
export function facetNames(joined: string): (readonly [slug: string, name: string])[] {
  const found = new Map<string, string>();
  for (const name of joined.split(", ")) {
    const slug = toFacetSlug(name);
    if (slug !== null && !found.has(slug)) found.set(slug, name);
  }
  return [...found];
}

/** Assumed for a title without votes: IMDb's `m` and `C`. */
const ASSUMED_VOTES = 1_000;
const ASSUMED_RATING = 6.5;

/**
 * IMDb's weighted rating, (v × R + m × C) / (v + m), in tenths and three digits, so that its order is that of the text:
 * few votes leave a title near `C`. "": not rated.
 */
export function weightedRating(rating: number, votes: number): string {
  if (rating === 0) return "";
  const weighted = (votes * rating + ASSUMED_VOTES * ASSUMED_RATING) / (votes + ASSUMED_VOTES);
  return String(Math.round(10 * weighted)).padStart(3, "0");
}

/** The load notes the rank after every so many titles of a list by popularity; updates count what comes before it. */
export const PLACES = 1_000;
/** As far as such lists have pages: TMDB's 500. */
export const MAX_COUNTED_PAGED = 10_000;
/** In `catalog_facet`, under `place`: the names of the places of a list, a value and a kind, begin with this; a number follows. */
export const placePrefix = (facet: string, value: string, kind: string | null) =>
  `${facet}/${value}/${kind ?? "any"}/`;
