/** The syntax of `Retry-After`, RFC 9110 section 10.2.3: seconds, or a date. */

/** Longer than this nobody is made to wait on an upstream's word. */
const LONGEST_MS = 60_000;

/** Milliseconds from `now`, at most a minute; `null` when the header is absent or malformed. */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\s*\d+\s*$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS);
  // Only the three forms of a date that HTTP knows: each begins with a day's name.
  if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), LONGEST_MS);
}
