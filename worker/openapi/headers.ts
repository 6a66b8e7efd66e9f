/**
 * Every header a response may carry, but for those of the connection (Date, Content-Length and the like), by who reads
 * them.
 */
const NAMED = {
  callers: {
    ETag: "Strong entity-tag of the body. Send it back as If-None-Match: a body that has not changed is a 304.",
    "Content-Language": "The language asked for; en on a problem.",
    Link: "Extension, of a search for titles or people: the first, previous and next page (RFC 8288).",
    "Retry-After": "Seconds to wait before the next request.",
    "RateLimit-Policy": "The limit that was exceeded: q requests in w seconds.",
    Allow: "The methods of this address.",
    "WWW-Authenticate": "How to send a key other than as api_key.",
    "Marquee-Explain": "Extension, of a search with explain=1: why the first titles come first.",
  },
  caches: {
    "Cache-Control":
      "How long a browser may reuse the response: what is left of its freshness lifetime, a minute at most; five minutes for this document.",
    "CDN-Cache-Control":
      "The same for a shared cache in front, and how long it may serve the response stale (RFC 9213, RFC 5861).",
    Age: "Seconds the response has been in a shared cache in front; absent where it comes from the Worker itself.",
    "Cache-Tag": "The tags by which a shared cache in front purges the response.",
  },
  support: {
    "X-Request-Id":
      "The id of this request: the caller's own where it sent one of 8 to 64 letters, digits, - and _; else a new one.",
    "Cache-Status":
      "What the cache did (RFC 9211): marquee; hit is a stored response, fwd=… one that was fetched.",
    "Server-Timing": "Where the time went, in milliseconds.",
    "Marquee-Version": "The deployment that responded.",
  },
  browsers: {
    "Access-Control-Allow-Origin": "Any site may read the response.",
    "Access-Control-Expose-Headers": "The headers that a page on another site may read.",
    "Access-Control-Allow-Methods": "The methods that a page on another site may use.",
    "Access-Control-Allow-Headers": "The headers that a page on another site may send.",
    "Access-Control-Max-Age": "Seconds for which a browser may remember this.",
    "Content-Security-Policy": "Nothing in a response may run.",
    "Strict-Transport-Security": "Over HTTPS: use HTTPS only.",
    "X-Content-Type-Options": "The content type is right.",
    "Referrer-Policy": "What a browser tells other sites of the address.",
    "X-Robots-Tag": "On a preview: no search engine should list it.",
  },
} as const;

export type HeaderGroup = keyof typeof NAMED;
type NamesOf<Group> = Group extends unknown ? keyof Group : never;
export type HeaderName = NamesOf<(typeof NAMED)[HeaderGroup]>;

export const HEADERS = Object.fromEntries(
  Object.entries(NAMED).flatMap(([group, headers]) =>
    Object.entries(headers).map(([name, description]) => [
      name,
      {
        description,
        "x-for": group,
        schema: { type: name === "Age" || name === "Retry-After" ? "integer" : "string" },
      },
    ]),
  ),
);

const EVERY_ANSWER = [
  "X-Request-Id",
  "Marquee-Version",
  "X-Robots-Tag",
  "Cache-Status",
  "Cache-Control",
  "CDN-Cache-Control",
  "Server-Timing",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Content-Security-Policy",
  "Strict-Transport-Security",
  "X-Content-Type-Options",
  "Referrer-Policy",
] as const satisfies readonly HeaderName[];

/** References to the headers of every answer and to these. */
export function headersOf(...names: readonly HeaderName[]) {
  return Object.fromEntries(
    [...EVERY_ANSWER, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
