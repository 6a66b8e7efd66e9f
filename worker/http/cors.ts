/** Any page may read the API: every status carries these, errors too. No credentials are involved. */

const EXPOSED = [
  "Age",
  "Allow",
  "Cache-Status",
  "Content-Language",
  "ETag",
  "Link",
  "Marquee-Explain",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
];

export function allowAnyOrigin(headers: Headers): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED.join(", "));
}

/** The answer to a preflight request, and to OPTIONS in general. */
export function preflight(methods = ALLOWED_METHODS): Response {
  const headers = new Headers({
    Allow: methods,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": "Accept, Authorization, If-None-Match, X-Request-Id",
    "Access-Control-Max-Age": "86400",
    "Cache-Control": "no-store",
  });
  allowAnyOrigin(headers);
  return new Response(null, { status: 204, headers });
}

export const ALLOWED_METHODS = "GET, HEAD, OPTIONS";
