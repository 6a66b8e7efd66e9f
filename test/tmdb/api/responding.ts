import type { Loaded } from "../../../worker/source/loaded.ts";
import type { TmdbApiQuery } from "../../../worker/source/source.ts";
import type { ApiSettings } from "../../../worker/tmdb/api/catalog-reading.ts";
import { respondFromCatalog } from "../../../worker/tmdb/api/from-catalog.ts";
import { createContext } from "../../cache/kit.ts";
import { catalogIn } from "../../catalog/open.ts";

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
