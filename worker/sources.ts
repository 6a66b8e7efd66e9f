/** Creates the sources from settings. All differences between sources are decided here. */
import type { Context } from "./cache/resource.ts";
import { type Catalog, createCatalog } from "./catalog/catalog.ts";
import type { Slots } from "./catalog/generations.ts";
import type { ImageSourceOptions } from "./source/images.ts";
import { type AskStored, createSource, type Identity, oncePerContext, type Source } from "./source/source.ts";
import type { TransportServices } from "./source/transport/transport.ts";
import { TMDB_IMAGES, tmdbImagePath, tmdbImageWidth } from "./tmdb/ids.ts";
import { connectToTmdb, isTmdbKey, TMDB_API, TMDB_FUNCTIONS, tmdbIdentity } from "./tmdb/tmdb.ts";
import { connectToUpstream, UPSTREAM_FUNCTIONS, upstreamIdentity } from "./upstream/upstream.ts";

export interface SourceTraits {
  /** The default of UPSTREAM_BASE_URL, or `null`. */
  readonly baseUrl: string | null;
  /** The default of IMAGE_BASE_URL, or `null` if there is no default. */
  readonly imageBaseUrl: string | null;
  readonly images: ImageSourceOptions;
  /** The requirement for UPSTREAM_API_KEY, or `null` if no key is needed. */
  readonly key: { readonly isValid: (key: string) => boolean; readonly expected: string } | null;
  /** The longest caching time that the source's terms allow, in seconds, or `null` if there is no limit. */
  readonly maxRetention: number | null;
  /** The HTML that the source's terms require in the footer of every page, or `null`. */
  readonly notice: string | null;
  /** Whether the source provides TMDB's API and images, which `/3` and `/t/p` need. */
  readonly hasTmdbApi: boolean;
  createIdentity(upstream: UpstreamConfig): Identity;
  create(config: UpstreamConfig, services: SourceServices): Source<Context>;
}

export const SOURCES = {
  contract: {
    baseUrl: null,
    imageBaseUrl: null,
    images: {},
    key: null,
    maxRetention: null,
    notice: null,
    hasTmdbApi: false,
    createIdentity: upstreamIdentity,
    create: createUpstream,
  },
  tmdb: {
    baseUrl: TMDB_API,
    imageBaseUrl: TMDB_IMAGES,
    images: { pathOf: tmdbImagePath, widthOf: tmdbImageWidth, resizes: false },
    key: { isValid: isTmdbKey, expected: "a v3 API key or a v4 read access token" },
    // TMDB's terms allow six months, which are counted as 30 days each (themoviedb.org/api-terms-of-use).
    maxRetention: 15_552_000,
    // TMDB requires this notice (developer.themoviedb.org/docs/faq) and one of its logos, unaltered and less prominent
    // than the site's own (themoviedb.org/about/logos-attribution).
    notice:
      '<p lang="en" dir="ltr"><img src="/tmdb.svg" alt="TMDB" width="92" height="12" loading="lazy"> This product uses the TMDB API but is not endorsed or certified by <a href="https://www.themoviedb.org/">TMDB</a>.</p>',
    hasTmdbApi: true,
    createIdentity: tmdbIdentity,
    create: createTmdb,
  },
} satisfies Record<string, SourceTraits>;

export type Dialect = keyof typeof SOURCES;

export interface UpstreamConfig {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

/** Returns the traits of the upstream, or `null` if the catalog is the source. */
export function findTraits(upstream: UpstreamConfig | null): SourceTraits | null {
  return upstream && SOURCES[upstream.dialect];
}

interface CreatedSources {
  readonly primary: Source<Context>;
  /** The upstream, or `null` if the catalog is the primary source. */
  readonly upstream: Source<Context> | null;
  readonly catalog: Catalog<Context> | null;
}

interface SourceServices extends Pick<TransportServices, "circuit" | "budget" | "now" | "random"> {
  readonly databases: Slots["databases"] | null;
  readonly live: (context: Context, ...how: Parameters<Slots["live"]>) => ReturnType<Slots["live"]>;
  readonly askStored: (context: Context, source: Identity) => AskStored;
}

/** Creates the sources. Throws if there is neither an upstream nor a catalog, which `readConfig` rejects. */
export function createSources(config: UpstreamConfig | null, services: SourceServices): CreatedSources {
  const { databases, live, now } = services;
  const catalog = databases && createCatalog<Context>({ databases, live, now });
  if (config === null) {
    if (catalog === null) throw new Error("There is neither an upstream nor a catalog.");
    return { primary: catalog, upstream: null, catalog };
  }
  const { create }: SourceTraits = SOURCES[config.dialect];
  const upstream = create(config, services);
  return { primary: upstream, upstream, catalog };
}

function createUpstream(config: UpstreamConfig, services: SourceServices): Source<Context> {
  const identity = upstreamIdentity(config);
  return createSource({
    ...identity,
    functions: UPSTREAM_FUNCTIONS,
    run: createRunner(identity, ({ fetch, log }) =>
      connectToUpstream({ ...services, ...config, fetch, log }),
    ),
  });
}

function createTmdb(config: UpstreamConfig, services: SourceServices): Source<Context> {
  const identity = tmdbIdentity(config);
  return createSource({
    ...identity,
    functions: TMDB_FUNCTIONS,
    run: createRunner(identity, (context) => {
      const { fetch, log } = context;
      const askStored = services.askStored(context, identity);
      return connectToTmdb({ ...services, ...config, fetch, log, askStored });
    }),
  });
}

/**
 * Returns a function that runs work with a connection and measures how long it takes. The connection is opened once
 * per request.
 */
function createRunner<Connection>({ name }: Identity, connect: (context: Context) => Connection) {
  const connectOnce = oncePerContext(connect);
  return <L>(context: Context, work: (connection: Connection) => Promise<L>): Promise<L> =>
    context.timed(name, () => work(connectOnce(context)));
}
