/** Parses `Cache-Control` (RFC 9111 section 5.2). `freshness.ts` decides what the directives mean for a response. */

export type Directives = ReadonlyMap<string, string | true>;

/**
 * Matches a directive: a token (RFC 9110 section 5.6.2), optionally with a value that is a token or a quoted string.
 */
const DIRECTIVE = /^([\w-]+)(?:=(?:"([^"]*)"|([\w!#$%&'*+.^`|~-]+)))?$/;

/** Returns the directives by lower-case name, or `null` if the header is malformed or repeats a directive. */
export function parseCacheControl(text: string): Directives | null {
  const directives = new Map<string, string | true>();
  for (const part of text.split(",")) {
    const match = DIRECTIVE.exec(part.trim());
    if (match === null) return null;
    const [, name = "", quoted, token] = match;
    const key = name.toLowerCase();
    if (directives.has(key)) return null;
    directives.set(key, quoted ?? token ?? true);
  }
  return directives;
}

/**
 * Returns the value of a directive in whole seconds (RFC 9111 section 1.2.2), or `null` if it is absent or
 * malformed.
 */
export function seconds(directives: Directives, name: string): number | null {
  const value = directives.get(name);
  return typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
