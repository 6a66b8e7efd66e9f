/** Schemas for lists that can be filtered and sorted, and for the pages that show them. */
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
/** The default order of search results, which puts the best match first. */
export const RELEVANCE = "relevance";
export type Order = Sort | typeof RELEVANCE;

export const MAX_RATING = 10;
/** The minimum number of votes for a title to match a rating filter. A rating with fewer votes means little. */
export const MIN_RATING_VOTES = 25;
/** The maximum runtime in minutes. A longer runtime counts as this one. */
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

/** A value to filter by, and its number of titles, which is 0 if the source does not count titles. */
export const Facet = v.object({
  value: v.string(),
  /** The English name, or the language code if the value is a language. */
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

/** The maximum number of titles to count in a list. Paging by number also ends there, except at `/3`. */
export const MAX_COUNTED = 1_000;

/** The number of titles in a list, and how many it would have with other filters. */
export const BrowseCounts = v.object({
  titles: count,
  /** Whether `titles` is exact. If not, it is a lower bound. */
  isExact: v.boolean(),
  /**
   * For each filter, its values, each with the number of titles that the list would have with this value. Ratings are
   * in steps of 0.5, runtimes in minutes. A filter is absent if the list without it has too many titles to count.
   */
  values: v.record(v.string(), v.array(v.tuple([v.string(), count]))),
});
export type BrowseCounts = v.InferOutput<typeof BrowseCounts>;

const YearRange = v.object({ first: v.number(), last: v.number() });

/** The lists of the home page. */
export const Shelves = v.object({
  popular: v.array(TitleRecord),
  /**
   * Released titles of the last years, latest first. Earlier years are included until there are enough. `null` if there
   * are no titles.
   */
  recent: v.nullable(v.object({ years: YearRange, titles: v.array(TitleRecord) })),
  /** A popular title for each decade, latest decade first. */
  decades: v.array(v.object({ years: YearRange, title: TitleRecord })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

/** The fields from which the URL of a title is built. */
export const ListedTitle = v.object({
  id: Id,
  title: v.string(),
  year: v.string(),
  translations: v.record(v.string(), v.string()),
});
export type ListedTitle = v.InferOutput<typeof ListedTitle>;

export const SharedTraits = v.object({
  person: v.optional(v.object({ role: v.picklist(["director", "writer", "actor"]), name: v.string() })),
  /** English genre names, starting with the most distinctive. */
  genres: v.array(v.string()),
  decade: v.optional(v.string()),
  country: v.optional(v.string()),
});
export type SharedTraits = v.InferOutput<typeof SharedTraits>;

export const SimilarTitle = v.strictObject({ ...FilmographyTitle.entries, shared: SharedTraits });
export type SimilarTitle = v.InferOutput<typeof SimilarTitle>;

/** A title on the shelf of its director or an actor. Unknown facts are absent. */
const MadeTitle = v.strictObject({
  ...FilmographyTitle.entries,
  rating: v.optional(v.number()),
  runtime: v.optional(v.string()),
});

/** Titles like another one, most similar first. */
export const SimilarResponse = v.array(FilmographyTitle);
export type SimilarResponse = v.InferOutput<typeof SimilarResponse>;

/** The sections of a title page besides the record and the credits. */
export const Related = v.object({
  /** The title in all languages, or `null` if the source does not know them. */
  names: v.nullable(ListedTitle),
  /**
   * Similar titles, most similar first. Like `further`, this list contains neither adult titles nor the title itself.
   */
  similar: v.array(SimilarTitle),
  /** Other titles by the director and the lead actors, best known first. A title is listed under one person only. */
  further: v.array(
    v.object({
      role: v.picklist(["director", "actor"]),
      name: v.string(),
      titles: v.array(MadeTitle),
    }),
  ),
  namesakes: v.array(FilmographyTitle),
});
export type Related = v.InferOutput<typeof Related>;

/** The fields from which the URL of a person is built. */
export const ListedPerson = v.object({ id: Id, name: v.string() });
export type ListedPerson = v.InferOutput<typeof ListedPerson>;

/** The number of parts that the sitemap has, or the entries of one part. Adult titles are not included. */
export const Sitemap = v.variant("of", [
  v.object({ of: v.literal("parts"), titles: count, people: count }),
  v.object({ of: v.literal("titles"), titles: v.array(ListedTitle) }),
  v.object({ of: v.literal("people"), people: v.array(ListedPerson) }),
]);
export type Sitemap = v.InferOutput<typeof Sitemap>;

/** The collection that a film belongs to, with its titles in order of release. */
export const TitleCollection = v.strictObject({
  ...CollectionFact.entries,
  titles: v.array(FilmographyTitle),
});
export type TitleCollection = v.InferOutput<typeof TitleCollection>;
