/** Response headers by their readers, without those of the connection (Date, Content-Length and the like). */
const NAMED = {
  callers: {
    ETag: "Strong entity-tag of the body. Send it back as If-None-Match to get a 304 if nothing changed.",
    "Content-Language": "The requested language; en on problems.",
    Link: "Extension. First, previous and next page of a search (RFC 8288).",
    "Retry-After": "Seconds to wait before the next request.",
    "RateLimit-Policy": "The limit that was exceeded: q requests in w seconds.",
    Allow: "The methods of this address.",
    "WWW-Authenticate": "The other way to send a key, besides api_key.",
  },
  caches: {
    "Cache-Control":
      "How long a browser may reuse the response: the remaining freshness lifetime, at most a minute; five minutes for this document.",
    "CDN-Cache-Control":
      "The same for a shared cache in front, and how long that may serve the response stale (RFC 9213, RFC 5861).",
    Age: "Seconds since a shared cache in front stored the response; absent if it comes from the Worker.",
    "Cache-Tag": "The tags by which a shared cache in front can purge the response.",
  },
  support: {
    "X-Request-Id":
      "The id of this request: the caller's own if it sent one (8 to 64 letters, digits, - and _), otherwise a new one.",
    "Cache-Status":
      "How the cache handled the request (RFC 9211): hit is a stored response, fwd=… means that the source was asked.",
    "Server-Timing": "Where the time went, in milliseconds.",
    "Marquee-Version": "The end of the id of the version that responded.",
  },
  browsers: {
    "Access-Control-Allow-Origin": "Any site may read the response.",
    "Access-Control-Expose-Headers": "The headers that a page on another site may read.",
    "Access-Control-Allow-Methods": "The methods that a page on another site may use.",
    "Access-Control-Allow-Headers": "The headers that a page on another site may send.",
    "Access-Control-Max-Age": "Seconds for which a browser may remember this.",
    "Content-Security-Policy": "Blocks scripts and embedding.",
    "Strict-Transport-Security": "Over HTTPS: browsers use HTTPS only.",
    "X-Content-Type-Options": "nosniff.",
    "Referrer-Policy": "Limits what the Referer reveals.",
    "X-Robots-Tag": "On previews: keeps search engines from listing them.",
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

const EVERY_RESPONSE = [
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

/** References to the headers of every response and to these. */
export function headersOf(...names: readonly HeaderName[]) {
  return Object.fromEntries(
    [...EVERY_RESPONSE, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
