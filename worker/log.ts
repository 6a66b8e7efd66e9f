/** One structured line per event. Lines never contain a key, a setting's value or a full IP address. */

/** All events; docs/operations.md explains each. */
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
  "load-finished",
] as const;

type LogEvent = (typeof LOG_EVENTS)[number];

export interface LogLine {
  readonly event: LogEvent;
  readonly [field: string]: string | number | boolean | undefined;
}

export type Log = (line: LogLine) => void;

/** Characters. A reason may quote text from outside. */
const LONGEST_FIELD = 500;

/** JSON on the console, where the platform collects it. */
export const consoleLog: Log = (line) => console.log(formatLine(line));

/** Removes the values of `api_key`, which a reason may quote. */
export function formatLine(line: LogLine): string {
  return JSON.stringify(line, (_field, value) => (typeof value === "string" ? withoutKeys(value) : value));
}

/** Adds the request id to every log line of a request. */
export function logFor(requestId: string, log: Log): Log {
  return (line) => log({ ...line, requestId });
}

function withoutKeys(text: string): string {
  return text.slice(0, LONGEST_FIELD).replaceAll(/(api_key)(=|%3D)[^&\s"']*/gi, "$1$2…");
}
