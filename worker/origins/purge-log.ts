/** The log of purges, wherever it is stored. */

/** The tag that stands for everything. */
export const EVERYTHING = "*";

/** Purges that are kept individually; beyond that, the oldest become one purge of everything. */
export const MAX_PURGES = 1_000;

/** Both methods throw a Problem if the log cannot be reached. */
export interface PurgeLog {
  /** The version of the source's data, and the purges after `since`, in milliseconds since 1970. */
  read(since: number): Promise<LoggedPurges>;
  /** `at`: milliseconds since 1970. */
  append(tags: readonly string[], at: number): Promise<void>;
}

export interface LoggedPurges {
  /** The version of the data that responses are made from; `null`: no data yet. */
  readonly sourceVersion: string | null;
  /** When each tag was last purged, in milliseconds since 1970. */
  readonly purges: Readonly<Record<string, number>>;
}
