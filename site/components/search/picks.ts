/** Reads the shelves of the home page that are lists with a filter: short titles, and a genre for each day. */
import type { Facets } from "../../../worker/contract/browse.ts";
import { buildConditions, type Filters } from "../../../worker/filters/browse-query.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { browseLink } from "../../links.ts";
import { readListQuery } from "../browse/read-browse.ts";
import type { FilteredShelf } from "../home/filtered-shelf.ts";
import { headingFor, listFilters } from "./chips.ts";

const SHORT = { first: 1, last: 90 };
/** The number of genres of which one is shown each day. */
const GENRES = 10;
const TITLES = 20;

/** Returns the shelves that have titles, or none without facets. `day` is the number of a day. */
export async function readPicks(
  services: SiteServices,
  language: Language,
  { facets, day }: { readonly facets: Facets | null; readonly day: number },
): Promise<readonly FilteredShelf[]> {
  if (facets === null) return [];
  const genres = facets.genres.slice(0, GENRES);
  const genre = genres[day % genres.length]?.value;
  const filters: Readonly<Record<string, Partial<Filters>>> = {
    ...(facets.hasRuntimes && { short: { runtime: SHORT } }),
    ...(genre !== undefined && { genre: { genre } }),
  };
  const picks = await Promise.all(
    Object.entries(filters).map(async ([id, filter]): Promise<readonly FilteredShelf[]> => {
      const conditions = buildConditions(filter);
      const order = { limit: TITLES, order: "rating" } as const;
      const { query } = readListQuery(new URLSearchParams(), language, order);
      const titles = await services.value("browse", { ...query, conditions });
      const name = headingFor(language, listFilters({ conditions }, facets));
      if (titles === null || name === null) return [];
      return [{ id, name, href: browseLink(language, { conditions, sort: "rating" }), titles }];
    }),
  );
  return picks.flat();
}
