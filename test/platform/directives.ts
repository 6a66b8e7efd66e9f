/**
 * The directives that Workers Cache reads, RFC 9111 section 5.2. The Worker has a parser of
 * its own; this one shares nothing with it, so that a fault in either shows.
 */

/** Names in lower case. `true`: without a value. */
export type Directives = ReadonlyMap<string, string | true>;

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
