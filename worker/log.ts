/** Log events. They contain no keys, setting values or full IP addresses. */

export const LOG_EVENTS = [
  "request",
  "internal",
  "origin-failed",
  "revalidation-failed",
  "records-dropped",
  "upstream-key-rejected",
  "circuit-opened",
  "circuit-closed",
  "cache-failed",
  "purged",
  "purge-failed",
  "change-log-failed",
  "change-log-from-replica",
  "quota-spent",
  "body-failed",
  "rate-limit-missing",
  "keys-ignored",
  "keys-unavailable",
  "key-usage-failed",
  "analytics-failed",
] as const;

type LogEvent = (typeof LOG_EVENTS)[number];

export interface LogLine {
  readonly event: LogEvent;
  readonly [field: string]: string | number | boolean | undefined;
}

export type Log = (line: LogLine) => void;

/** The maximum length of a field in characters. A reason may quote text from outside. */
const MAX_FIELD_LENGTH = 500;

/**
 * Logs an object instead of a JSON string, because Cloudflare does not index the fields of a string
 * (developers.cloudflare.com/workers/observability/logs).
 */
export const consoleLog: Log = (line) => console.log(redactKeys(line));

/** Removes the values of `api_key` and shortens long fields, because a reason may quote text from outside. */
export function redactKeys(line: LogLine): LogLine {
  const fields = Object.entries(line).map(([name, value]) => [
    name,
    typeof value === "string"
      ? value.slice(0, MAX_FIELD_LENGTH).replaceAll(/(api_key)(=|%3D)[^&\s"']*/gi, "$1$2…")
      : value,
  ]);
  return Object.fromEntries(fields) as LogLine;
}
