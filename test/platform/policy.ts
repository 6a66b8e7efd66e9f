/**
 * Which responses Workers Cache stores, and for how long it uses them. Pages are those below
 * developers.cloudflare.com. Left out: Cache Deception Armor and the limit on size, which
 * only make it store less, and what no response of the product has.
 */
/** Windows in seconds. The two after the lifetime are counted from its end. */
export interface Policy {
  readonly lifetime: number;
  readonly staleWhileRevalidate: number;
  /** `Infinity`: until the response is purged. */
  readonly staleIfError: number;
}

/** `null`: the response is not stored. */
export function policyOf(request: Request, { status, headers }: Response): Policy | null {
  const directives = directivesOf(headers);
  if (neverStored(status)) return null;
  // workers/cache/configuration, "Automatic bypass conditions".
  if (directives.has("no-store") || directives.get("private") === true) return null;
  if (request.headers.has("Authorization") && !allowsAuthorization(directives)) return null;
  // Of `Age` the pages have two readings, so the Worker sends none (docs/decisions/0003).
  for (const name of ["Vary", "Set-Cookie", "Expires", "Age"]) {
    if (headers.has(name))
      throw new Error(`The model knows nothing of ${name}: no public response has had it so far.`);
  }
  const lifetime = secondsOf(directives, "s-maxage") ?? secondsOf(directives, "max-age");
  // What it would do by default depends on the status; every address names a lifetime (hosts.test.ts).
  if (lifetime === null) return null;
  // workers/cache/configuration, "`s-maxage`, `must-revalidate`, and `proxy-revalidate` disable …".
  const strict = ["s-maxage", "must-revalidate", "proxy-revalidate"].some((name) => directives.has(name));
  // cache/concepts/cache-control, "Revalidation": `no-cache` disables `stale-if-error`; of stale-while-revalidate
  // workers/cache/configuration says, "`no-cache` is not a bypass", that it works beside `no-cache`.
  const noCache = directives.get("no-cache") === true;
  return {
    lifetime: noCache ? 0 : lifetime,
    // workers/cache/debugging, "`UPDATING` never appears": 0 where it is not named.
    staleWhileRevalidate: strict ? 0 : (secondsOf(directives, "stale-while-revalidate") ?? 0),
    // workers/cache/configuration, "Serve stale on error": without end where it is not named.
    staleIfError: strict || noCache ? 0 : (secondsOf(directives, "stale-if-error") ?? Infinity),
  };
}

/** workers/cache/limitations, "Status codes that are never cached". A 304 is no response to store (RFC 9111 section 3). */
function neverStored(status: number): boolean {
  return status === 206 || status === 304 || (status >= 520 && status <= 526);
}

/** RFC 9111 section 3.5. */
function allowsAuthorization(directives: Directives): boolean {
  return ["public", "must-revalidate", "s-maxage"].some((name) => directives.has(name));
}

/**
 * The directives that Workers Cache reads, RFC 9111 section 5.2. The Worker has a parser of its own; this one shares nothing
 * with it, so that a fault in either shows. Names in lower case. `true`: without a value.
 */
type Directives = ReadonlyMap<string, string | true>;

/**
 * workers/cache/configuration, "Header precedence". cache/concepts/cdn-cache-control, "Header
 * precedence": beside a more specific one, `Cache-Control` "does not affect caching decisions".
 */
const PRECEDENCE = ["Cloudflare-CDN-Cache-Control", "CDN-Cache-Control", "Cache-Control"];

export function directivesOf(headers: Headers): Directives {
  const name = PRECEDENCE.find((header) => headers.has(header));
  return parse(name === undefined ? "" : (headers.get(name) ?? ""));
}

/** Whole seconds; `null`: absent, or not a number. */
export function secondsOf(directives: Directives, name: string): number | null {
  const value = directives.get(name);
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : null;
}

/** A comma within quotation marks does not end a directive. */
function parse(text: string): Directives {
  const directives = new Map<string, string | true>();
  for (const [, name = "", quoted, token] of text.matchAll(/([^\s,=]+)(?:="([^"]*)"|=([^\s,]*))?/g)) {
    directives.set(name.toLowerCase(), quoted ?? token ?? true);
  }
  return directives;
}
