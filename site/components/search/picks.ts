/**
 * Reads the shelves of the home page that change every day or help to decide: short titles, the best of a genre and
 * of a decade, and a collection.
 */
import type { Facets } from "../../../worker/contract/browse.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { buildConditions, type Filters } from "../../../worker/filters/browse-query.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { getDictionary } from "../../language/words.ts";
import { browseLink } from "../../links.ts";
import { readListQuery } from "../browse/read-browse.ts";
import type { FilteredShelf } from "../home/filtered-shelf.ts";
import { pageCollection, pageRecord } from "../title/page-texts.ts";
import { headingFor, listFilters } from "./chips.ts";

const SHORT = { first: 1, last: 90 };
/** The number of genres of which one is shown each day. */
const GENRES = 10;
const TITLES = 20;

/** The minimum number of titles of a decade of which the best are shown. */
const MIN_OF_DECADE = 12;
/** The number of popular titles whose collections are looked up. */
const COLLECTIONS = 4;
const MIN_COLLECTED = 3;

interface Picking {
  readonly facets: Facets | null;
  /** The number of the day, which decides what is picked. */
  readonly day: number;
  /** The popular titles, best known first. */
  readonly titles: readonly TitleRecord[];
}

/** Returns the shelves that have titles, or none without facets. */
export async function readPicks(
  services: SiteServices,
  language: Language,
  { facets, day, titles }: Picking,
): Promise<readonly FilteredShelf[]> {
  if (facets === null) return [];
  const genres = facets.genres.slice(0, GENRES);
  const genre = genres[day % genres.length]?.value;
  const decades = facets.hasRatings ? listDecades(facets) : [];
  const first = decades[day % decades.length];
  const { home } = getDictionary(language);
  const filters: readonly ([id: string, filter: Partial<Filters>, name?: string] | false)[] = [
    // The runtime of a series is that of an episode.
    facets.hasRuntimes && ["short", { filter: { kind: "movie", years: null }, runtime: SHORT }],
    genre !== undefined && ["genre", { genre }],
    first !== undefined && [
      "decade",
      { filter: { kind: null, years: { first, last: first + 9, around: null } } },
      home.bestOf(home.decade(first)),
    ],
  ];
  const [collection, ...picks] = await Promise.all([
    readCollection(services, language, { day, titles }),
    ...filters.map(async (given): Promise<readonly FilteredShelf[]> => {
      if (given === false) return [];
      const [id, filter, ownName] = given;
      const conditions = buildConditions(filter);
      const order = { limit: TITLES, order: "rating" } as const;
      const { query } = readListQuery(new URLSearchParams(), language, order);
      const found = await services.value("browse", { ...query, conditions });
      const name = ownName ?? headingFor(language, listFilters({ conditions }, facets));
      if (found === null || name === null) return [];
      const titles = found.filter(({ is_adult }) => is_adult === 0).map(pageRecord);
      return [{ id, name, href: browseLink(language, { conditions, sort: "rating" }), titles }];
    }),
  ]);
  return [...picks.flat(), ...collection];
}

/** Returns the first years of the decades with enough titles. */
function listDecades({ years }: Facets): readonly number[] {
  const decades = Map.groupBy(years, ({ value }) => Math.floor(Number(value) / 10) * 10);
  return [...decades].flatMap(([first, counted]) => {
    const size = counted.reduce((sum, { titles }) => sum + titles, 0);
    return first > 0 && size >= MIN_OF_DECADE ? [first] : [];
  });
}

/** Returns a collection to which one of a few popular titles belongs, or nothing. */
async function readCollection(
  services: SiteServices,
  language: Language,
  { day, titles }: Omit<Picking, "facets">,
): Promise<readonly FilteredShelf[]> {
  const start = (day * COLLECTIONS) % Math.max(1, titles.length);
  const asked = [...titles.slice(start), ...titles].slice(0, COLLECTIONS);
  const found = await Promise.all(
    asked.map(({ id }) => services.value("collection", { id, lang: language })),
  );
  const collection = found.find((each) => each !== null && each.titles.length >= MIN_COLLECTED);
  if (!collection) return [];
  const { name, titles: collected } = pageCollection(collection);
  return [{ id: "collection", name, titles: collected }];
}
