/**
 * Headers that keep a browser from doing with our answers what they are not for. Static
 * files get the same from `site/public/_headers`, which the platform applies without us;
 * a test holds the two alike.
 */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
} as const;

/** An answer in JSON is no document: nothing in it may run or be framed. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
}
