/** Creates the origins from settings: all that is specific to a source is decided here and nowhere else. */
import type { Catalog } from "./origins/catalog/catalog.ts";
import type { ImageSourceOptions } from "./origins/image-source.ts";
import type { Capabilities, Origin } from "./origins/origin.ts";
import { TMDB_IMAGES, tmdbImagePath } from "./origins/tmdb/ids.ts";
import type { TmdbParts } from "./origins/tmdb/parts.ts";
import { isTmdbKey, TMDB_API, type TmdbOrigin, tmdbOrigin } from "./origins/tmdb/tmdb.ts";
import type { TransportServices } from "./origins/transport/transport.ts";
import { upstreamOrigin } from "./origins/upstream/upstream.ts";
import { type CachedOrigin, foundValue, readAnswer } from "./resources/cached-origin.ts";
import { serves } from "./resources/title-lookup.ts";
import { parametersRead, tmdbApiOf } from "./resources/tmdb-api/from-catalog.ts";

/** Differences between sources, apart from the protocol. */
export interface SourceTraits {
  /** Default of UPSTREAM_BASE_URL; `null`: none. */
  readonly baseUrl: string | null;
  /** Default of IMAGE_BASE_URL; `null`: none, so there are no images. */
  readonly imageBaseUrl: string | null;
  readonly images: ImageSourceOptions;
  /** Requirement for UPSTREAM_API_KEY; `null`: none. */
  readonly key: { readonly isValid: (key: string) => boolean; readonly must: string } | null;
  /** The most seconds of caching that its terms allow; `null`: no limit. */
  readonly maxRetention: number | null;
  /** HTML that its terms require in the footer of every page; `null`: none. */
  readonly notice: string | null;
  /** Whether it is a source of TMDB's API and its images, for `/3` and `/t/p`. */
  readonly hasTmdbApi: boolean;
  /** Whether it has the catalog's ids, so that the catalog may stand in for it. */
  readonly hasIdsOfCatalog: boolean;
  create(services: OriginServices): Origin;
}

interface OriginServices extends TransportServices {
  /** The resources of an origin, cached. */
  readonly cached: (origin: Origin) => CachedOrigin;
}

/** By UPSTREAM_DIALECT. */
export const SOURCES = {
  contract: {
    baseUrl: null,
    imageBaseUrl: null,
    images: {},
    key: null,
    maxRetention: null,
    notice: null,
    hasTmdbApi: false,
    hasIdsOfCatalog: true,
    create: upstreamOrigin,
  },
  tmdb: {
    baseUrl: TMDB_API,
    imageBaseUrl: TMDB_IMAGES,
    images: { pathOf: tmdbImagePath, resizes: false },
    key: { isValid: isTmdbKey, must: "a v3 API key or a v4 read access token" },
    // Six months of 30 days (themoviedb.org/api-terms-of-use).
    maxRetention: 15_552_000,
    // developer.themoviedb.org/docs/faq
    notice:
      '<p lang="en" dir="ltr">This product uses the TMDB API but is not endorsed or certified by <a href="https://www.themoviedb.org/">TMDB</a>.</p>',
    hasTmdbApi: true,
    hasIdsOfCatalog: false,
    create({ cached, ...services }) {
      const parts = tmdbParts(() => cached(origin.parts));
      const origin: TmdbOrigin = tmdbOrigin({ ...services, parts });
      return origin;
    },
  },
} satisfies Record<string, SourceTraits>;

export type Dialect = keyof typeof SOURCES;

export interface UpstreamConfig {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

/** `null`: the catalog is the source. */
export function traitsOf(upstream: UpstreamConfig | null): SourceTraits | null {
  return upstream && SOURCES[upstream.dialect];
}

export interface Origins {
  readonly main: Origin;
  /** `null`: the catalog is the main origin. */
  readonly upstream: Origin | null;
  readonly catalog: Catalog | null;
  /** Used if the upstream has failed and nothing stale is left. */
  readonly lastResort: Origin | null;
  /** Whether the catalog may stand in for all that the upstream does. */
  readonly hasStandIn: boolean;
}

interface OriginsServices extends Omit<OriginServices, keyof UpstreamConfig> {
  /** Of the catalog; `null`: they are not recorded. */
  readonly changes: Capabilities["changes"] | null;
  /** The same origin, with its requests measured. */
  readonly observed: (origin: Origin) => Origin;
}

/** At least one of the two exists: settings without either are refused. */
export function createOrigins(
  config: UpstreamConfig | null,
  catalog: Catalog | null,
  { observed, changes, ...services }: OriginsServices,
): Origins {
  if (config === null) {
    if (catalog === null) throw new Error("There is neither an upstream nor a catalog.");
    const can = changes === null ? catalog.can : { ...catalog.can, changes };
    const main = withTmdbApi({ ...catalog, can }, catalog);
    return { main, upstream: null, catalog, lastResort: null, hasStandIn: false };
  }
  const { create, hasIdsOfCatalog, hasTmdbApi }: SourceTraits = SOURCES[config.dialect];
  const upstream = observed(create({ ...services, ...config }));
  const main = hasTmdbApi || catalog === null ? upstream : withTmdbApi(upstream, catalog);
  const lastResort = hasIdsOfCatalog ? catalog : null;
  return { main, upstream, catalog, lastResort, hasStandIn: hasIdsOfCatalog };
}

function withTmdbApi(origin: Origin, catalog: Catalog): Origin {
  const traits = { ...origin.traits, tmdbParameters: parametersRead };
  return { ...origin, traits, can: { ...origin.can, tmdbApi: tmdbApiOf(catalog) } };
}

/** `resources`: of the origin that provides the parts. */
export function tmdbParts(resources: () => CachedOrigin): TmdbParts {
  return {
    async storedTitle(query) {
      const stored = await resources().peek("title", query);
      if (stored === null || !serves(stored)) return undefined;
      return stored.outcome === "missing" ? null : (foundValue(readAnswer("title", stored)) ?? undefined);
    },
    async title(query) {
      const answer = await resources().ask("title", query);
      // A record that is stale because TMDB failed must not become part of a response that counts as new.
      if (answer.kind === "failed" || !serves(answer)) return undefined;
      return answer.outcome === "missing" ? null : (foundValue(readAnswer("title", answer)) ?? undefined);
    },
    async person(query) {
      const answer = await resources().ask("person", query, { allowance: null });
      const read = readAnswer("person", answer);
      if (read.kind === "failed") throw read.problem;
      if (read.kind === "missing" || answer.kind === "failed") return null;
      return { person: read.value, isPartial: read.isPartial, part: answer };
    },
    async genres(query) {
      return foundValue(readAnswer("genres", await resources().ask("genres", query))) ?? undefined;
    },
  };
}
