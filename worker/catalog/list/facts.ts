/** The facts of a title that lists are filtered by, read from its record: for few titles, which need no index. Pure. */
import { type BrowseFilters, type CountedFilter, facetSlug } from "../../contract/browse.ts";
import { isSettled, minutesOf, pointsOf } from "../store/browse-tokens.ts";

/** Columns of `title`, in the order of `TitleFacts`. */
export const FACTS = `title.type, record ->> 'genres', record ->> 'countries', sources ->> 'language', record ->> 'rating',
  record ->> 'runtime', sources ->> 'votes'`;

export type TitleFacts = readonly [
  kind: string,
  genres: string,
  countries: string,
  language: string | null,
  rating: number,
  runtime: string,
  votes: number | null,
];

type Values = Readonly<Record<CountedFilter, Iterable<string | null>>>;

/** The values of a title, as its tokens have them (`browse-tokens.ts`). Makes the slug of a name once. */
export function valueReader(): (facts: TitleFacts) => Values {
  const slugs = new Map<string, string | null>();
  function slugOf(name: string): string | null {
    if (!slugs.has(name)) slugs.set(name, facetSlug(name));
    return slugs.get(name) ?? null;
  }
  const slugsOf = (joined: string) => new Set(joined.split(", ").map(slugOf));
  return ([kind, genres, countries, language, rating, runtime, votes]) => {
    const minutes = minutesOf({ runtime });
    return {
      kind: [slugOf(kind)],
      minRating: [rating === 0 || !isSettled(votes ?? 0) ? null : String(pointsOf({ rating }))],
      runtime: [minutes > 0 ? String(minutes) : null],
      genre: slugsOf(genres),
      language: [language],
      country: slugsOf(countries),
    };
  };
}

/** Whether a title meets at least one filter of each list. */
export function admitter(wanted: readonly (readonly BrowseFilters[])[]) {
  const valuesOf = valueReader();
  return (facts: TitleFacts, year: number): boolean => {
    const values = valuesOf(facts);
    return wanted.every((some) => some.some((filters) => meets(filters, values, year)));
  };
}

function meets(
  { filter, genre, country, language, minRating, runtime }: BrowseFilters,
  values: Values,
  year: number,
) {
  const has = (name: CountedFilter, wanted: string | null) =>
    wanted === null || [...values[name]].includes(wanted);
  const numbers = (name: CountedFilter) =>
    [...values[name]].flatMap((value) => (value === null ? [] : Number(value)));
  return (
    has("kind", filter.kind) &&
    has("genre", genre) &&
    has("country", country) &&
    has("language", language) &&
    (filter.years === null || (year > 0 && year >= filter.years.first && year <= filter.years.last)) &&
    (minRating === null || numbers("minRating").some((points) => points >= minRating)) &&
    (runtime === null ||
      numbers("runtime").some((minutes) => minutes >= runtime.first && minutes <= runtime.last))
  );
}
