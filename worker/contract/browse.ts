/** Browsing titles without search text: filtered by facts, in one of three orders. */
import * as v from "valibot";
import { CollectionFact } from "./facts.ts";
import { FilmographyTitle } from "./people.ts";
import { Id, TitleRecord } from "./record.ts";
import { slugOf } from "./slug.ts";

export const SORTS = ["popularity", "year", "rating"] as const;
/**
 * `popularity`: the most popular first. `year`: the newest first, the most popular of a year first. `rating`: the highest
 * rated first, weighted by votes; titles without a rating come last.
 */
export type Sort = (typeof SORTS)[number];
/** The best match first: the order of a list for a text. */
export const RELEVANCE = "relevance";
export type Order = Sort | typeof RELEVANCE;

export const MAX_RATING = 10;
/** The ratings of fewer people say little: a filter by rating leaves such titles out. */
export const ENOUGH_VOTES = 25;
/** Minutes: longer titles count as this long. */
export const LONGEST_RUNTIME = 600;

/** Both included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** A genre or country in addresses; `null`: the name has neither letters nor digits. */
export function facetSlug(name: string): string | null {
  return /[\p{L}\p{N}]/u.test(name) ? slugOf({ title: name, year: "" }) : null;
}

export function isFacetSlug(text: string): boolean {
  return facetSlug(text) === text;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A value that titles can be filtered by, with the number of titles of each kind and of both; 0: not counted. */
export const Facet = v.object({
  value: v.string(),
  /** In English; a code for a language. */
  name: v.string(),
  movies: count,
  series: count,
  titles: count,
});
export type Facet = v.InferOutput<typeof Facet>;

/**
 * Genres, countries and languages come with the most titles first, years with the latest; "" is an unknown year. No
 * years: the source does not count titles.
 */
export const Facets = v.object({
  years: v.array(Facet),
  genres: v.array(Facet),
  countries: v.array(Facet),
  languages: v.array(Facet),
  /** Whether titles have ratings to filter and to sort by, and runtimes. */
  hasRatings: v.boolean(),
  hasRuntimes: v.boolean(),
});
export type Facets = v.InferOutput<typeof Facets>;

/** Lists are counted up to this many titles. Numbered pages go as far, except at `/3`. */
export const MAX_COUNTED = 1_000;

/** The size of a list, and of the lists that other values of a filter would give. */
export const BrowseCounts = v.object({
  titles: count,
  /** `false`: `titles` is a lower bound. */
  isExact: v.boolean(),
  /**
   * The values that titles have, by filter, with the number of titles: ratings are half points, runtimes minutes. All other
   * filters apply, this one does not. A filter without values has too many titles to count.
   */
  values: v.record(v.string(), v.array(v.tuple([v.string(), count]))),
});
export type BrowseCounts = v.InferOutput<typeof BrowseCounts>;

const YearRange = v.object({ first: v.number(), last: v.number() });

/** The lists of the home page. A shelf may be empty. */
export const Shelves = v.object({
  popular: v.array(TitleRecord),
  /** Titles of the latest years, as many years as needed for enough titles; `null`: no titles. */
  recent: v.nullable(v.object({ years: YearRange, titles: v.array(TitleRecord) })),
  /** A popular title of each decade, the latest first. */
  decades: v.array(v.object({ years: YearRange, title: TitleRecord })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

/** The fields of a title that its address needs. */
export const ListedTitle = v.object({
  id: Id,
  title: v.string(),
  year: v.string(),
  /** Translated titles by language. */
  translations: v.record(v.string(), v.string()),
});
export type ListedTitle = v.InferOutput<typeof ListedTitle>;

/** What two titles share, as far as it is worth naming. */
export const SharedTraits = v.object({
  person: v.optional(v.object({ role: v.picklist(["director", "writer", "actor"]), name: v.string() })),
  /** English names, the most telling first. */
  genres: v.array(v.string()),
  /** The first year of the decade. */
  decade: v.optional(v.string()),
  /** The English name. */
  country: v.optional(v.string()),
});
export type SharedTraits = v.InferOutput<typeof SharedTraits>;

/** A title like another one, and why. */
export const SimilarTitle = v.strictObject({ ...FilmographyTitle.entries, shared: SharedTraits });
export type SimilarTitle = v.InferOutput<typeof SimilarTitle>;

/** The parts of a title's page in addition to its record and its credits. */
export const Related = v.object({
  /** `null`: unknown. */
  names: v.nullable(ListedTitle),
  /** Titles like it, the most similar first. None of these lists has the title itself, or one for adults. */
  similar: v.array(SimilarTitle),
  /** Other titles of its director and of its leading actors, the best known first, each title in one list. */
  further: v.array(
    v.object({
      role: v.picklist(["director", "actor"]),
      name: v.string(),
      titles: v.array(FilmographyTitle),
    }),
  ),
  /** Other titles of the same name. */
  namesakes: v.array(FilmographyTitle),
});
export type Related = v.InferOutput<typeof Related>;

/** The fields of a person that the address needs. */
export const ListedPerson = v.object({ id: Id, name: v.string() });
export type ListedPerson = v.InferOutput<typeof ListedPerson>;

/** The number of parts of the sitemap's lists, or one part of a list. Titles for adults are not listed. */
export const Sitemap = v.variant("of", [
  v.object({ of: v.literal("parts"), titles: count, people: count }),
  v.object({ of: v.literal("titles"), titles: v.array(ListedTitle) }),
  v.object({ of: v.literal("people"), people: v.array(ListedPerson) }),
]);
export type Sitemap = v.InferOutput<typeof Sitemap>;

/** The collection of a film. The titles are in order of release. */
export const TitleCollection = v.strictObject({
  ...CollectionFact.entries,
  titles: v.array(FilmographyTitle),
});
export type TitleCollection = v.InferOutput<typeof TitleCollection>;
