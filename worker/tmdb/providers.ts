/**
 * Loads the services on which a title can be watched. The data is JustWatch's, and one response has all countries
 * (developer.themoviedb.org/reference/movie-watch-providers, tv-series-watch-providers).
 */
import { type CountryProviders, OFFERS } from "../contract/providers.ts";
import type { TitleQuery } from "../contract/query.ts";
import { type Loaded, MISSING } from "../source/loaded.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import { tmdbPath, tmdbTitle } from "./ids.ts";
import { type CountryOffers, readProviders } from "./responses.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** Returns the countries in which a title is offered, sorted by code. Throws a Failure. */
export async function providers(
  { id }: TitleQuery,
  context: TmdbContext,
): Promise<Loaded<readonly CountryProviders[]>> {
  const title = tmdbTitle(id);
  if (title === null) return MISSING;
  const response = await context.ask(`${tmdbPath(title)}/watch/providers`, {});
  if (response === ABSENT) return MISSING;
  const { countries, dropped } = readProviders(response);
  context.noteDropped("providers", dropped);
  const value = countries
    .filter(([code]) => /^[A-Z]{2}$/.test(code))
    .map(([code, offers]) => toCountry(code, offers))
    .filter((country) => OFFERS.some((offer) => country[offer].length > 0))
    .toSorted((one, other) => (one.country < other.country ? -1 : 1));
  return { value };
}

function toCountry(
  country: string,
  { link, flatrate, free, ads, rent, buy }: CountryOffers,
): CountryProviders {
  return {
    country,
    link: link.startsWith("https://www.themoviedb.org/") ? link : "",
    stream: listNames(flatrate),
    free: listNames(free),
    ads: listNames(ads),
    rent: listNames(rent),
    buy: listNames(buy),
  };
}

/** Returns the names of services in TMDB's order for the country. */
function listNames(services: CountryOffers["buy"]): string[] {
  const sorted = (services ?? []).toSorted((one, other) => one.display_priority - other.display_priority);
  return [...new Set(sorted.map(({ provider_name }) => provider_name))].filter((name) => name !== "");
}
