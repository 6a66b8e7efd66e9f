/** Rate limits: how many requests a caller may have forwarded to the origin. Cached responses do not count. */
interface Limit {
  /** `[[ratelimits]]` in `wrangler.toml`, which holds the same numbers: the Worker cannot read them there. */
  readonly binding: string;
  /** Names the policy in `RateLimit-Policy`. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

export const LIMITS = {
  /** The API, by client address. */
  address: { binding: "API_LIMIT", name: "address", requests: 120, seconds: 60 },
  /** The API with `ACCESS=keyed`, by the caller's key. */
  key: { binding: "KEY_LIMIT", name: "key", requests: 600, seconds: 60 },
  /** Pages, by client address. */
  page: { binding: "PAGE_LIMIT", name: "page", requests: 600, seconds: 60 },
  /** `/admin/*`, by client address. */
  admin: { binding: "ADMIN_LIMIT", name: "admin", requests: 10, seconds: 60 },
  /** TMDB's API on the catalog, by client address: programs look up every film of a library at once. */
  tmdb: { binding: "TMDB_LIMIT", name: "tmdb", requests: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** A batch counts once for each part that is not fresh in the cache, up to this number. */
export const MAX_BATCH_COUNT = 20;

/** The value of `RateLimit-Policy`: q requests in w seconds. */
export function rateLimitPolicy({ name, requests, seconds }: Omit<Limit, "binding">): string {
  return `"${name}";q=${requests};w=${seconds}`;
}
