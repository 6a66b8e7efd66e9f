/**
 * Builds the entries of a title in the index of facts, and the filter values for which a load counts titles. Pure
 * functions that the loader and the catalog share.
 */
import { toFacetSlug } from "../../contract/browse.ts";
import type { Facts, Title } from "../../contract/facts.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { createFacetReader } from "../../filters/facet.ts";
import { FACETS } from "../../filters/facets.ts";
import { ANY, weightToken } from "../../filters/tokens.ts";
import { listGenres } from "../../text/genres.ts";
import { plotToken, wordsAbout } from "./plot-words.ts";

/** The data of a title that its facet tokens are built from. */
interface BrowsedTitle extends Pick<Title, "record"> {
  readonly facts: Omit<Facts, "collection">;
  /** The title and the plot in each language. */
  readonly translations: ReadonlyMap<string, Partial<Pick<TitleRecord, "title" | "plot">>>;
  /** The air dates of the latest episodes. */
  readonly aired?: readonly string[];
  /** The tokens of the roles' names (`role-names.ts`). */
  readonly roles?: readonly string[];
}

interface BrowseFacts {
  /** The tokens as one text, for the index. */
  readonly tokens: string;
  /** The filter values for which titles are counted, with their facet and name. */
  readonly values: readonly FacetValue[];
  /** The words of plots and titles by which the title can be found. */
  readonly words: ReadonlySet<string>;
}

export type FacetValue = readonly [facet: string, value: string, name: string];

export function browseFacts({ record, facts, translations, aired, roles = [] }: BrowsedTitle): BrowseFacts {
  const { language = null, votes = 0 } = facts;
  const words = wordsAbout([record, ...translations.values()]);
  const title = createFacetReader()({ ...facts, ...record, language, votes, aired });
  const weight = weightedRating(record.rating, votes);
  const facets = Object.values(FACETS).flatMap(({ getTokens }) => getTokens(title));
  return {
    tokens: [ANY, ...facets, weightToken(weight), ...[...words].map(plotToken), ...roles].join(" "),
    values: [
      ["any", "any", "any"],
      ["year", record.year, record.year],
      ["weight", weight, weight],
      ...(title.minutes === null ? [] : [["runtime", "known", "known"] as const]),
      ...facetNames(listGenres(record.genres)).map((genre) => ["genre", ...genre] as const),
      ...title.tmdbGenres.map((number) => ["tmdb-genre", number, number] as const),
      ...facetNames(record.countries.split(", ")).map((country) => ["country", ...country] as const),
      ...(language === null ? [] : [["language", language, language] as const]),
    ],
    words,
  };
}

/** Returns names with their slugs. Names with the same slug appear once. */
export function facetNames(names: readonly string[]): (readonly [slug: string, name: string])[] {
  const bySlug = new Map<string, string>();
  for (const name of names) {
    const slug = toFacetSlug(name);
    if (slug !== null && !bySlug.has(slug)) bySlug.set(slug, name);
  }
  return [...bySlug];
}

/** The votes and the rating that every title starts with: `m` and `C` in IMDb's formula. */
const ASSUMED_VOTES = 1_000;
const ASSUMED_RATING = 6.5;

/**
 * Returns IMDb's weighted rating, (v × R + m × C) / (v + m), in tenths of a point, or "" if the title has no rating.
 * It always has three digits, so that it sorts correctly as text. With few votes the result is close to `C`.
 */
export function weightedRating(rating: number, votes: number): string {
  if (rating === 0) return "";
  const weighted = (votes * rating + ASSUMED_VOTES * ASSUMED_RATING) / (votes + ASSUMED_VOTES);
  return String(Math.round(10 * weighted)).padStart(3, "0");
}

/**
 * The number of titles between two stored positions of a list by popularity. An update corrects the number of titles
 * that is stored with each position.
 */
export const PLACES = 1_000;
/** The number of titles that a list at `/3` can show, because TMDB has a limit of 500 pages. */
export const MAX_COUNTED_PAGED = 10_000;
/**
 * Returns the prefix of the keys under which `catalog_facet` stores positions in the list for a value and a kind. A
 * key consists of this prefix and a number.
 */
export const placePrefix = (facet: string, value: string, kind: string | null) =>
  `${facet}/${value}/${kind ?? "any"}/`;
