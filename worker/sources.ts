/** Creates the origins from settings: all that is specific to a source is decided here and nowhere else. */
import type { Context } from "./cache/resource.ts";
import { type Catalog, catalogOrigin, IDLE_CATALOG } from "./catalog/catalog.ts";
import type { Slots } from "./catalog/generations.ts";
import { changesOf } from "./changes/changes.ts";
import type { IdleOrigin } from "./resources/cached-source.ts";
import { matchOrigin } from "./resources/match.ts";
import type { ImageSourceOptions } from "./source/images.ts";
import type { AskStored, Capability, Identity, Origin } from "./source/source.ts";
import type { TransportServices } from "./source/transport/transport.ts";
import { parametersRead, tmdbApiOf } from "./tmdb/api/from-catalog.ts";
import { TMDB_IMAGES, tmdbImagePath } from "./tmdb/ids.ts";
import {
  isTmdbKey,
  TMDB_API,
  TMDB_CAPABILITIES,
  type TmdbServices,
  tmdbIdentity,
  tmdbOrigin,
} from "./tmdb/tmdb.ts";
import { UPSTREAM_CAPABILITIES, upstreamIdentity, upstreamOrigin } from "./upstream/upstream.ts";

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
  readonly sharesCatalogIds: boolean;
  readonly capabilities: readonly Capability[];
  identityOf(upstream: UpstreamConfig): Identity;
  create(services: TmdbServices): Origin;
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
    sharesCatalogIds: true,
    capabilities: UPSTREAM_CAPABILITIES,
    identityOf: upstreamIdentity,
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
    sharesCatalogIds: false,
    capabilities: TMDB_CAPABILITIES,
    identityOf: tmdbIdentity,
    create: tmdbOrigin,
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
  readonly primary: IdleOrigin;
  /** `null`: the catalog is the primary origin. */
  readonly upstream: IdleOrigin | null;
  readonly catalog: IdleOrigin<Catalog> | null;
  /** Used if the upstream has failed and nothing stale is left. */
  readonly lastResort: IdleOrigin | null;
}

interface OriginsServices extends Pick<TransportServices, "circuit" | "budget" | "now" | "random"> {
  readonly databases: Slots["databases"] | null;
  /** `null`: changes are not recorded. */
  readonly control: D1Database | null;
  /** Of the two catalogs. */
  readonly live: (context: Context, ...how: Parameters<Slots["live"]>) => ReturnType<Slots["live"]>;
  readonly storedValues: (context: Context, origin: Identity) => AskStored;
}

/** Throws if there is neither an upstream nor a catalog: settings without either are refused. */
export function createOrigins(config: UpstreamConfig | null, services: OriginsServices): Origins {
  const catalog = services.databases && idleCatalog(services.databases, services);
  if (config === null) {
    if (catalog === null) throw new Error("There is neither an upstream nor a catalog.");
    const primary = matching(withTmdbApi(withChanges(catalog, services), catalog), services);
    return { primary, upstream: null, catalog, lastResort: null };
  }
  const { sharesCatalogIds, hasTmdbApi }: SourceTraits = SOURCES[config.dialect];
  const upstream = idleUpstream(config, services);
  const primary = hasTmdbApi || catalog === null ? upstream : withTmdbApi(upstream, catalog);
  return {
    primary: matching(primary, services),
    upstream,
    catalog,
    lastResort: catalog && sharesCatalogIds ? matching(catalog, services) : null,
  };
}

/** Opens once for all calls of a request. */
function oncePerRequest<Opened>(open: (context: Context) => Opened): (context: Context) => Opened {
  const known = new WeakMap<Context, Opened>();
  return (context) => {
    const opened = known.get(context) ?? open(context);
    known.set(context, opened);
    return opened;
  };
}

function idleCatalog(
  databases: Slots["databases"],
  { live }: Pick<OriginsServices, "live">,
): IdleOrigin<Catalog> {
  return {
    ...IDLE_CATALOG,
    open: oncePerRequest((context) =>
      catalogOrigin(
        { databases, live: (how) => live(context, how) },
        { time: (work) => context.timed("catalog", work) },
      ),
    ),
  };
}

/** Every capability makes requests, so each is measured. */
function idleUpstream(config: UpstreamConfig, services: OriginsServices): IdleOrigin {
  const { create, identityOf, capabilities }: SourceTraits = SOURCES[config.dialect];
  const identity = identityOf(config);
  return {
    ...identity,
    offers: new Set(capabilities),
    open: oncePerRequest((context) => {
      const { fetch, log, timed } = context;
      const askStored = services.storedValues(context, identity);
      const { can } = create({ ...services, ...config, fetch, log, askStored });
      const entries = Object.entries(can).map(([capability, load]) => [
        capability,
        (query: never) => timed(identity.name, () => load(query)),
      ]);
      return { ...identity, can: Object.fromEntries(entries) };
    }),
  };
}

/** The same origin with further capabilities. */
function extended(
  origin: IdleOrigin,
  further: readonly Capability[],
  extend: (opened: Origin, context: Context) => Origin,
): IdleOrigin {
  return {
    ...origin,
    offers: new Set([...origin.offers, ...further]),
    open: oncePerRequest((context) => extend(origin.open(context), context)),
  };
}

function matching(origin: IdleOrigin, { storedValues }: OriginsServices): IdleOrigin {
  return extended(origin, ["match"], (opened, context) => matchOrigin(opened, storedValues(context, origin)));
}

function withChanges(origin: IdleOrigin, { control }: OriginsServices): IdleOrigin {
  if (control === null) return origin;
  return extended(origin, ["changes"], (opened, { timed }) => {
    const changes = changesOf(control, { time: (work) => timed(opened.name, work) });
    return { ...opened, can: { ...opened.can, changes } };
  });
}

function withTmdbApi(origin: IdleOrigin, catalog: IdleOrigin<Catalog>): IdleOrigin {
  const traits = { ...origin.traits, tmdbParameters: parametersRead };
  return extended({ ...origin, traits }, ["tmdbApi"], (opened, context) => ({
    ...opened,
    can: { ...opened.can, tmdbApi: tmdbApiOf(catalog.open(context)) },
  }));
}
