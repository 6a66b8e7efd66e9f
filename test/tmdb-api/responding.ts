import { type Loaded, toJson } from "../../worker/source/loaded.ts";
import type { TmdbApiQuery } from "../../worker/source/source.ts";
import type { ApiSettings } from "../../worker/tmdb-api/catalog-reading.ts";
import { respondFromCatalog } from "../../worker/tmdb-api/from-catalog.ts";
import { parseTmdbRequest } from "../../worker/tmdb-api/request.ts";
import { createContext } from "../cache/kit.ts";
import { database } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";

const DEFAULTS: ApiSettings = { imagesUrl: null };

/** Returns a function that responds to `/3` requests from the catalog in a database. */
export function respondAt(
  database: D1Database,
  settings: Partial<ApiSettings> = {},
  now = Date.now,
): (query: TmdbApiQuery) => Promise<Loaded> {
  const catalog = catalogIn(database, {}, now);
  return (query) =>
    catalog.runInGeneration(createContext(), (reads) =>
      respondFromCatalog(query, reads, { ...DEFAULTS, ...settings }),
    );
}

/** Parses a URL, which may be relative to `/3/`. */
export function queryAt(address: string): TmdbApiQuery {
  const { pathname, searchParams } = new URL(address, "https://marquee.example/3/");
  return parseTmdbRequest(pathname.slice("/3/".length), searchParams);
}

/** Requests a URL and returns the body of the response. */
export async function get<Body = Record<string, never>>(
  address: string,
  settings: Partial<ApiSettings> = {},
  now = Date.now,
): Promise<Body> {
  const loaded = await respondAt(database, settings, now)(queryAt(address));
  return JSON.parse(toJson(loaded) ?? "null");
}
