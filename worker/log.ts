/** One structured line an event. What is logged never holds a key, a setting's value or a caller's address in full. */

/** Every event there is; docs/operations.md explains each. */
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
  "purge-failed",
  "purges-unread",
  "image-failed",
  "body-failed",
  "not-limited",
  "keys-ignored",
  "analytics-failed",
  "load-finished",
] as const;

export type LogEvent = (typeof LOG_EVENTS)[number];

export interface LogLine {
  readonly event: LogEvent;
  readonly [field: string]: string | number | boolean | undefined;
}

export type Log = (line: LogLine) => void;

/** Nobody reads further, and a reason may hold words from outside. */
const LONGEST_FIELD = 500;

/** JSON on the console, where the platform collects it. */
export const consoleLog: Log = (line) => console.log(formatLine(line));

/** Whatever a reason quotes, the value of an `api_key` is not in it. */
export function formatLine(line: LogLine): string {
  return JSON.stringify(line, (_field, value) => (typeof value === "string" ? withoutKeys(value) : value));
}

/** Every log line of one request says which one it was. */
export function logFor(requestId: string, log: Log): Log {
  return (line) => log({ ...line, requestId });
}

function withoutKeys(text: string): string {
  return text.slice(0, LONGEST_FIELD).replaceAll(/(api_key)(=|%3D)[^&\s"']*/gi, "$1$2…");
}
