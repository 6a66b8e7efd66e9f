/** Rate limits for requests that reach the origin. Cached responses do not count. */
interface Limit {
  /**
   * The name of the binding in `[[ratelimits]]` of `wrangler.toml`. The numbers in that file must equal the ones
   * here, because the Worker cannot read them from the binding.
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
  /** The limit of images, per client address. A page of a list has sixty. */
  image: { binding: "IMAGE_LIMIT", name: "image", requests: 600, seconds: 60 },
  admin: { binding: "ADMIN_LIMIT", name: "admin", requests: 10, seconds: 60 },
  /**
   * The limit of TMDB's API when the catalog serves it, per client address. It is high because some clients look up
   * all films of a library at once.
   */
  tmdb: { binding: "TMDB_LIMIT", name: "tmdb", requests: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** The lowest and the highest limit of a single key, in requests per minute. */
export const KEY_LIMIT_RANGE = { min: 60, max: 6_000 } as const;

/** Returns true if a key may have this limit: a divisor or a multiple of the common one, which alone can be counted. */
export function isKeyLimit(requests: number): boolean {
  const { requests: standard } = LIMITS.key;
  if (requests < KEY_LIMIT_RANGE.min || requests > KEY_LIMIT_RANGE.max) return false;
  return standard % requests === 0 || requests % standard === 0;
}

/**
 * The maximum number of requests that a batch counts as. A batch counts as one request for each item that is not
 * fresh in the cache.
 */
export const MAX_BATCH_COUNT = 20;

/** Formats a limit as a `RateLimit-Policy` header (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateLimitPolicy({ name, requests, seconds }: Omit<Limit, "binding">): string {
  return `"${name}";q=${requests};w=${seconds}`;
}
