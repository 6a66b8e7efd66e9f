/** Every header an answer may carry, but for those of the connection (Date, Content-Length and the like). */
const NAMED = {
  "X-Request-Id":
    "The id of this request: the caller's own where it sent one of 8 to 64 letters, digits, - and _; else a new one.",
  "Cache-Status":
    "What the cache did, RFC 9211: marquee; hit is a stored answer, fwd=… one that was fetched.",
  "Cache-Control":
    "How long a browser may reuse the answer without asking: what is left of it, a minute at most.",
  "CDN-Cache-Control":
    "How long a shared cache in front may, and how long it may serve the answer stale (RFC 9213, RFC 5861).",
  "Cache-Tag": "By what a shared cache in front purges the answer.",
  Age: "Seconds the answer has been in a shared cache in front; absent where it comes from the Worker itself.",
  ETag: "Strong entity-tag of the body. Sent back as If-None-Match it is answered with 304 while it is current.",
  "Content-Language": "The language asked for; of a problem, en.",
  "Marquee-Explain": "Extension, of a search with explain=1: why the first titles come first.",
  "Marquee-Version": "Which deployment answered.",
  "X-Robots-Tag": "Of a preview: no search engine should list it.",
  Link: "Extension, of a search: the first, previous and next page (RFC 8288).",
  Allow: "The methods this address takes.",
  "WWW-Authenticate": "How a key may be sent other than as api_key.",
  "Retry-After": "Seconds to wait before asking again.",
  "RateLimit-Policy": "The limit that was exceeded: q requests in w seconds.",
  "Access-Control-Allow-Origin": "Any site may read the answer.",
  "Access-Control-Expose-Headers": "Which headers a page on another site may read.",
  "Access-Control-Allow-Methods": "Which methods a page on another site may use.",
  "Access-Control-Allow-Headers": "Which headers a page on another site may send.",
  "Access-Control-Max-Age": "Seconds a browser may remember this.",
  "Content-Security-Policy": "Nothing in an answer may run.",
  "Server-Timing": "Where the time went, in milliseconds.",
  "Strict-Transport-Security": "Over HTTPS: ask by HTTPS.",
  "X-Content-Type-Options": "The content type is right.",
  "Referrer-Policy": "What a browser says of where it comes from.",
} as const;

export type HeaderName = keyof typeof NAMED;

export const HEADERS = Object.fromEntries(
  Object.entries(NAMED).map(([name, description]) => [
    name,
    { description, schema: { type: name === "Age" || name === "Retry-After" ? "integer" : "string" } },
  ]),
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
