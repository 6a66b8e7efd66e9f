/** One object per event. It never contains a key, a setting's value or a full IP address. */

/** All events; docs/monitoring.md explains each. */
export const LOG_EVENTS = [
  "request",
  "internal",
  "origin-failed",
  "revalidation-failed",
  "records-dropped",
  "upstream-key-refused",
  "circuit-opened",
  "circuit-closed",
  "cache-failed",
  "purged",
  "purged-again",
  "purge-failed",
  "purge-unfinished",
  "purges-unread",
  "quota-spent",
  "image-failed",
  "body-failed",
  "not-limited",
  "keys-ignored",
  "analytics-failed",
] as const;

type LogEvent = (typeof LOG_EVENTS)[number];

export interface LogLine {
  readonly event: LogEvent;
  readonly [field: string]: string | number | boolean | undefined;
}

export type Log = (line: LogLine) => void;

/** Characters. A reason may quote text from outside. */
const LONGEST_FIELD = 500;

/** An object: the platform makes its fields searchable, but not those of JSON in a string (workers/observability/logs). */
export const consoleLog: Log = (line) => console.log(withoutKeys(line));

/** Removes the values of `api_key`, which a reason may quote, and bounds its length. */
export function withoutKeys(line: LogLine): LogLine {
  const fields = Object.entries(line).map(([name, value]) => [
    name,
    typeof value === "string"
      ? value.slice(0, LONGEST_FIELD).replaceAll(/(api_key)(=|%3D)[^&\s"']*/gi, "$1$2…")
      : value,
  ]);
  return Object.fromEntries(fields) as LogLine;
}
