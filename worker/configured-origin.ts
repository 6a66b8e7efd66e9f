/** The origin that the settings choose: the upstream where one is set, else the catalog. */
import { type Config, SettingError } from "./config.ts";
import type { Isolate } from "./isolate.ts";
import type { Log } from "./log.ts";
import type { Observation } from "./observe/observation.ts";
import { observedFetch } from "./observe/observed.ts";
import type { Catalog } from "./origins/catalog/catalog.ts";
import type { Origin } from "./origins/origin.ts";
import { type TmdbServices, tmdbOrigin } from "./origins/tmdb/tmdb.ts";
import { upstreamOrigin } from "./origins/upstream/upstream.ts";

interface Dependencies {
  readonly isolate: Pick<Isolate, "circuit" | "budget">;
  readonly log: Log;
  readonly observation: Observation;
}

/** Throws a SettingError where there is neither. */
export function configuredOrigin(
  config: Config,
  catalog: Catalog | null,
  ofTmdb: Pick<TmdbServices, "parts" | "titlesAreSecondary">,
  { isolate, log, observation }: Dependencies,
): Origin {
  if (config.upstream !== null) {
    const services = {
      ...config.upstream,
      ...ofTmdb,
      circuit: isolate.circuit,
      budget: isolate.budget,
      fetch: observedFetch((address, init) => fetch(address, init), observation),
      now: Date.now,
      random: Math.random,
      log,
    };
    return config.upstream.dialect === "tmdb" ? tmdbOrigin(services) : upstreamOrigin(services);
  }
  if (catalog === null) throw new SettingError("UPSTREAM_BASE_URL or the D1 binding CATALOG must be set.");
  return catalog;
}
