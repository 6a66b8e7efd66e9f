/**
 * Headers that keep a browser from doing with our answers what they are not for. Files that the
 * platform serves without the Worker get the same from `site/public/_headers`; a test holds the two alike.
 */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
} as const;

/** An answer in JSON is no document: nothing in it may run or be framed. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** `strictTransport`: the value of Strict-Transport-Security, said over HTTPS only (RFC 6797 section 7.2). */
export function secure(headers: Headers, { protocol }: URL, strictTransport: string): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  if (protocol === "https:") headers.set("Strict-Transport-Security", strictTransport);
}
