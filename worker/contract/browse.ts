/** The data of lists that can be filtered and sorted. */
import * as v from "valibot";
import { CollectionFact } from "./facts.ts";
import { FilmographyTitle } from "./people.ts";
import { Id, TitleRecord } from "./record.ts";
import { toSlug } from "./slug.ts";

export const SORTS = ["popularity", "year", "rating"] as const;
/**
 * The order of a list. `year` sorts titles of the same year by popularity. `rating` weights ratings by votes and puts
 * unrated titles last.
 */
export type Sort = (typeof SORTS)[number];
/** The default order of search results, best match first. */
export const RELEVANCE = "relevance";
export type Order = Sort | typeof RELEVANCE;

export const MAX_RATING = 10;
/** The minimum number of votes for a title to match a rating filter, because fewer ratings mean little. */
export const MIN_RATING_VOTES = 25;
/** The maximum runtime in minutes. Longer titles count as this long. */
export const MAX_RUNTIME_MINUTES = 600;

export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the slug of a genre or country, or `null` if the name has neither letters nor digits. */
export function toFacetSlug(name: string): string | null {
  return /[\p{L}\p{N}]/u.test(name) ? toSlug({ title: name, year: "" }) : null;
}

export function isFacetSlug(text: string): boolean {
  return toFacetSlug(text) === text;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A filter value with its number of titles, or 0 if they are not counted. */
export const Facet = v.object({
  value: v.string(),
  /** The English name, or the code of a language. */
  name: v.string(),
  movies: count,
  series: count,
  titles: count,
});
export type Facet = v.InferOutput<typeof Facet>;

/**
 * The values that lists can be filtered by. Genres, countries and languages are sorted by their number of titles, and
 * years from newest to oldest. There are no years if the source does not count titles.
 */
export const Facets = v.object({
  years: v.array(Facet),
  genres: v.array(Facet),
  countries: v.array(Facet),
  languages: v.array(Facet),
  /** Whether titles have ratings and runtimes, so that lists can be filtered and sorted by them. */
  hasRatings: v.boolean(),
  hasRuntimes: v.boolean(),
});
export type Facets = v.InferOutput<typeof Facets>;

/** The number up to which the titles of a list are counted. Numbered pages end there, except at `/3`. */
export const MAX_COUNTED = 1_000;

/** The size of a list, and its size with other filter values. */
export const BrowseCounts = v.object({
  titles: count,
  /** Whether `titles` is exact. If not, the list has at least this many titles. */
  isExact: v.boolean(),
  /**
   * For each filter, its values and their number of titles while the other filters stay as they are. Ratings are in
   * steps of 0.5, runtimes in minutes. If there are too many titles to count, the filter is absent.
   */
  values: v.record(v.string(), v.array(v.tuple([v.string(), count]))),
});
export type BrowseCounts = v.InferOutput<typeof BrowseCounts>;

const YearRange = v.object({ first: v.number(), last: v.number() });

/** The lists of the home page. */
export const Shelves = v.object({
  popular: v.array(TitleRecord),
  /** Recent releases, going back as many years as needed to fill the shelf, or `null` if there are none. */
  recent: v.nullable(v.object({ years: YearRange, titles: v.array(TitleRecord) })),
  /** One popular title per decade, latest decade first. */
  decades: v.array(v.object({ years: YearRange, title: TitleRecord })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

/** The fields of a title that its URL is built from. */
export const ListedTitle = v.object({
  id: Id,
  title: v.string(),
  year: v.string(),
  translations: v.record(v.string(), v.string()),
});
export type ListedTitle = v.InferOutput<typeof ListedTitle>;

export const SharedTraits = v.object({
  person: v.optional(v.object({ role: v.picklist(["director", "writer", "actor"]), name: v.string() })),
  /** English genre names, the most distinctive first. */
  genres: v.array(v.string()),
  decade: v.optional(v.string()),
  country: v.optional(v.string()),
});
export type SharedTraits = v.InferOutput<typeof SharedTraits>;

export const SimilarTitle = v.strictObject({ ...FilmographyTitle.entries, shared: SharedTraits });
export type SimilarTitle = v.InferOutput<typeof SimilarTitle>;

/** The data of a title page in addition to the record and the credits. */
export const Related = v.object({
  /** Names in all languages, or `null` if unknown. */
  names: v.nullable(ListedTitle),
  /** Similar titles, most similar first. Neither this nor the next list contains adult titles or the title itself. */
  similar: v.array(SimilarTitle),
  /** Other titles by the director and the lead actors, best known first. No title is in two lists. */
  further: v.array(
    v.object({
      role: v.picklist(["director", "actor"]),
      name: v.string(),
      titles: v.array(FilmographyTitle),
    }),
  ),
  namesakes: v.array(FilmographyTitle),
});
export type Related = v.InferOutput<typeof Related>;

/** The fields of a person that the URL is built from. */
export const ListedPerson = v.object({ id: Id, name: v.string() });
export type ListedPerson = v.InferOutput<typeof ListedPerson>;

/** The number of sitemap parts, or the entries of one part. Adult titles are not included. */
export const Sitemap = v.variant("of", [
  v.object({ of: v.literal("parts"), titles: count, people: count }),
  v.object({ of: v.literal("titles"), titles: v.array(ListedTitle) }),
  v.object({ of: v.literal("people"), people: v.array(ListedPerson) }),
]);
export type Sitemap = v.InferOutput<typeof Sitemap>;

/** The collection of a film, with its titles in order of release. */
export const TitleCollection = v.strictObject({
  ...CollectionFact.entries,
  titles: v.array(FilmographyTitle),
});
export type TitleCollection = v.InferOutput<typeof TitleCollection>;
