/**
 * Which responses Workers Cache stores, and for how long it uses them. Pages are those below
 * developers.cloudflare.com. Left out: Cache Deception Armor and the limit on size, which
 * only make it store less.
 */
import { type Directives, directivesOf, secondsOf } from "./directives.ts";

/** Windows in seconds. The two after the lifetime are counted from its end. */
export interface Policy {
  readonly lifetime: number;
  readonly staleWhileRevalidate: number;
  /** `Infinity`: until the response is purged. */
  readonly staleIfError: number;
}

export type Decision =
  | { readonly kind: "store"; readonly policy: Policy; readonly withoutCookies: boolean }
  | { readonly kind: "bypass" };

const BYPASS: Decision = { kind: "bypass" };

/** workers/cache/configuration, "Cache-Control semantics": lifetimes where the response names none. */
const DEFAULT_LIFETIMES = new Map([
  [200, 7_200],
  [203, 7_200],
  [204, 7_200],
  [300, 1_200],
  [301, 1_200],
  [404, 180],
  [405, 60],
  [410, 180],
  [414, 60],
  [501, 60],
]);

export function decide(request: Request, response: Response): Decision {
  const { status, headers } = response;
  const directives = directivesOf(headers);
  if (neverStored(status)) return BYPASS;
  // workers/cache/configuration, "Automatic bypass conditions".
  if (directives.has("no-store") || directives.get("private") === true) return BYPASS;
  const withoutCookies = coversCookies(directives);
  if (headers.has("Set-Cookie") && !withoutCookies) return BYPASS;
  if (request.headers.has("Authorization") && !allowsAuthorization(directives)) return BYPASS;
  // workers/cache/configuration, "Vary".
  if (headers.get("Vary")?.includes("*")) return BYPASS;
  // workers/cache/debugging, "My Worker runs on every request": any status when it is marked explicitly.
  if (!DEFAULT_LIFETIMES.has(status) && !isExplicit(directives, headers)) return BYPASS;
  return { kind: "store", policy: policyOf(response, directives), withoutCookies };
}

/** workers/cache/limitations, "Status codes that are never cached". A 304 is no response to store (RFC 9111 section 3). */
function neverStored(status: number): boolean {
  return status === 206 || status === 304 || (status >= 520 && status <= 526);
}

/** workers/cache/configuration, "Automatic bypass conditions": the forms with which cookies are removed. */
function coversCookies(directives: Directives): boolean {
  return [directives.get("private"), directives.get("no-cache")].some(
    (value) => typeof value === "string" && value.toLowerCase().includes("set-cookie"),
  );
}

/** RFC 9111 section 3.5. */
function allowsAuthorization(directives: Directives): boolean {
  return ["public", "must-revalidate", "s-maxage"].some((name) => directives.has(name));
}

function isExplicit(directives: Directives, headers: Headers): boolean {
  return (
    ["public", "max-age", "s-maxage"].some((name) => directives.has(name)) || expiresOf(headers) !== null
  );
}

function policyOf({ status, headers }: Response, directives: Directives): Policy {
  // workers/cache/configuration, "`s-maxage`, `must-revalidate`, and `proxy-revalidate` disable …".
  const strict = ["s-maxage", "must-revalidate", "proxy-revalidate"].some((name) => directives.has(name));
  // cache/concepts/cache-control, "Revalidation": `no-cache` disables `stale-if-error`; of stale-while-revalidate
  // workers/cache/configuration says, "`no-cache` is not a bypass", that it works beside `no-cache`.
  const noCache = directives.get("no-cache") === true;
  return {
    lifetime: noCache ? 0 : lifetimeOf(status, headers, directives),
    // workers/cache/debugging, "`UPDATING` never appears": 0 where it is not named.
    staleWhileRevalidate: strict ? 0 : (secondsOf(directives, "stale-while-revalidate") ?? 0),
    // workers/cache/configuration, "Serve stale on error": without end where it is not named.
    staleIfError: strict || noCache ? 0 : (secondsOf(directives, "stale-if-error") ?? Infinity),
  };
}

function lifetimeOf(status: number, headers: Headers, directives: Directives): number {
  const named = secondsOf(directives, "s-maxage") ?? secondsOf(directives, "max-age") ?? expiresOf(headers);
  if (named !== null) return named;
  // workers/cache/configuration, "Cache-Control semantics": with directives of one's own the defaults do not apply.
  return directives.size > 0 ? 0 : (DEFAULT_LIFETIMES.get(status) ?? 0);
}

/** cache/concepts/cdn-cache-control, "Other Origin Response Headers": no effect beside a more specific header. */
function expiresOf(headers: Headers): number | null {
  if (headers.has("Cloudflare-CDN-Cache-Control") || headers.has("CDN-Cache-Control")) return null;
  const expires = headers.get("Expires");
  if (expires === null) return null;
  const from = Date.parse(headers.get("Date") ?? "");
  return Math.max(0, Math.floor((Date.parse(expires) - from) / 1_000)) || 0;
}
