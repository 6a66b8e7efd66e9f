/** Rate limits for requests that reach the origin. Cached responses do not count. */
interface Limit {
  /**
   * The name in `[[ratelimits]]` of `wrangler.toml`, whose numbers must be equal because the Worker cannot read them.
   */
  readonly binding: string;
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

export const LIMITS = {
  /** The API, per client address. */
  address: { binding: "API_LIMIT", name: "address", requests: 120, seconds: 60 },
  /** The API with `ACCESS=keyed`, per API key. */
  key: { binding: "KEY_LIMIT", name: "key", requests: 600, seconds: 60 },
  page: { binding: "PAGE_LIMIT", name: "page", requests: 600, seconds: 60 },
  admin: { binding: "ADMIN_LIMIT", name: "admin", requests: 10, seconds: 60 },
  /** TMDB's API from the catalog, per client address. Clients look up every film of a library at once. */
  tmdb: { binding: "TMDB_LIMIT", name: "tmdb", requests: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** The maximum count of a batch, which counts once for each part that is not fresh in the cache. */
export const MAX_BATCH_COUNT = 20;

/** Returns the `RateLimit-Policy` header: q requests in w seconds. */
export function rateLimitPolicy({ name, requests, seconds }: Omit<Limit, "binding">): string {
  return `"${name}";q=${requests};w=${seconds}`;
}
