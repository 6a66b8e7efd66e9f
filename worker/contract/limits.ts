/** Rate limits for requests that reach the origin. Cached responses do not count. */
interface Limit {
  /**
   * The binding in `[[ratelimits]]` of `wrangler.toml`. The Worker cannot read the limits there, so they must be kept
   * equal to these.
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
   * The limit of TMDB's API from the catalog, per client address. It is high, because some clients look up all films
   * of a library at once.
   */
  tmdb: { binding: "TMDB_LIMIT", name: "tmdb", requests: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** The maximum count that a batch can add. Each of its parts counts once, unless it is fresh in the cache. */
export const MAX_BATCH_COUNT = 20;

/** Returns a `RateLimit-Policy` header, which allows `requests` in `seconds`. */
export function rateLimitPolicy({ name, requests, seconds }: Omit<Limit, "binding">): string {
  return `"${name}";q=${requests};w=${seconds}`;
}
