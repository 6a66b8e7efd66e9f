/** Rate limits. They apply to requests that reach the origin, because cached responses do not count. */
interface Limit {
  /**
   * The name in `[[ratelimits]]` of `wrangler.toml`. The numbers there must be equal to these, because the Worker
   * cannot read them.
   */
  readonly binding: string;
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

export const LIMITS = {
  /** The limit of the API, per client address. */
  address: { binding: "API_LIMIT", name: "address", requests: 120, seconds: 60 },
  /** The limit of the API with `ACCESS=keyed`, per API key. */
  key: { binding: "KEY_LIMIT", name: "key", requests: 600, seconds: 60 },
  page: { binding: "PAGE_LIMIT", name: "page", requests: 600, seconds: 60 },
  admin: { binding: "ADMIN_LIMIT", name: "admin", requests: 10, seconds: 60 },
  /**
   * The limit of TMDB's API from the catalog, per client address. It is high, because a client looks up every film of
   * a library at once.
   */
  tmdb: { binding: "TMDB_LIMIT", name: "tmdb", requests: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** The highest count that a batch is charged. It counts once for each part that is not fresh in the cache. */
export const MAX_BATCH_COUNT = 20;

/** Returns a `RateLimit-Policy` header: q requests in w seconds. */
export function rateLimitPolicy({ name, requests, seconds }: Omit<Limit, "binding">): string {
  return `"${name}";q=${requests};w=${seconds}`;
}
