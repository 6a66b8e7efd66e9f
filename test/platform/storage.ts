/**
 * What Workers Cache has stored: the variants of each key, their tags, and purging. One store
 * stands for both tiers and all data centers, so a purge is everywhere at once, as
 * developers.cloudflare.com/workers/cache/purge, "Purge propagation" says.
 */
import type { Policy } from "./policy.ts";

export interface StoredResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  readonly policy: Policy;
  /** Milliseconds. */
  readonly storedAt: number;
  /** Seconds it was old already when it was stored. */
  readonly initialAge: number;
  readonly path: string;
  readonly tags: ReadonlySet<string>;
  /** Names and values of the request headers that `Vary` lists. */
  readonly variant: ReadonlyMap<string, string | null>;
}

/** developers.cloudflare.com/workers/cache/purge, "Purge modes". */
export type Purge =
  | { readonly purgeEverything: true }
  | { readonly tags?: readonly string[]; readonly pathPrefixes?: readonly string[] };

export interface Storage {
  match(key: string, request: Request): StoredResponse | null;
  put(key: string, stored: StoredResponse): void;
  purge(what: Purge): void;
}

export function createStorage(): Storage {
  const responses = new Map<string, StoredResponse[]>();
  return {
    match(key, request) {
      return responses.get(key)?.find((stored) => isVariantFor(stored, request)) ?? null;
    },

    put(key, stored) {
      const others = (responses.get(key) ?? []).filter((other) => !sameVariant(other, stored));
      responses.set(key, [stored, ...others]);
    },

    purge(what) {
      for (const [key, variants] of responses) {
        // workers/cache/configuration, "Vary": variants share a single purge identity.
        if (variants.some((stored) => isPurged(stored, what))) responses.delete(key);
      }
    },
  };
}

/** workers/cache/configuration, "Vary": any name counts, values are compared verbatim. */
export function variantOf(request: Request, vary: string | null): Map<string, string | null> {
  const names = (vary ?? "").split(",").map((name) => name.trim().toLowerCase());
  return new Map(names.filter((name) => name !== "").map((name) => [name, request.headers.get(name)]));
}

/**
 * workers/cache/configuration, "Cache-Tag": printable ASCII, at most 1,024 characters each and
 * 1,000 of them, compared without regard to case; others are dropped silently.
 */
export function tagsOf(headers: Headers): Set<string> {
  const tags = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim().toLowerCase());
  return new Set(tags.filter((tag) => /^[\x21-\x7e]{1,1024}$/.test(tag)).slice(0, 1_000));
}

export function isVariantFor({ variant }: StoredResponse, request: Request): boolean {
  return [...variant].every(([name, value]) => request.headers.get(name) === value);
}

function sameVariant(one: StoredResponse, other: StoredResponse): boolean {
  return JSON.stringify([...one.variant].sort()) === JSON.stringify([...other.variant].sort());
}

function isPurged(stored: StoredResponse, what: Purge): boolean {
  if ("purgeEverything" in what) return true;
  const { tags = [], pathPrefixes = [] } = what;
  // workers/cache/purge, "Purge by path prefix": the slash at the beginning is optional.
  const prefixes = pathPrefixes.map((prefix) => `/${prefix.replace(/^\//, "")}`);
  return (
    tags.some((tag) => stored.tags.has(tag.toLowerCase())) ||
    prefixes.some((prefix) => stored.path.startsWith(prefix))
  );
}
