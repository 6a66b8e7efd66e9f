/**
 * The log of changes that stored responses are compared with: purges, changed titles, and which data is live. Rows are
 * in the order of their numbers, which the database gives: no clock is compared with another one's.
 */

/** The tag that stands for everything. */
export const EVERYTHING = "*";

/**
 * Ops after which a stored response may be served once more, while it is revalidated: a title or person that an update put,
 * and whatever it may be in, such as lists. All others leave nothing of it.
 */
export const SOFT_OPS: ReadonlySet<string> = new Set(["put", "stale"]);

/** The op of a response that may contain changed titles: it needs no revalidation at once. */
export const STALE = "stale";

/** The op of an entry for callers of `/v1/changes` alone: responses are compared with the version of the live data. */
export const SWITCH = "switch";

/** A change as a row of the log has it, among others; `into`: of a merge, the id that replaces this one. */
export type LoggedEntry = readonly [tag: string, op: string, into?: number];

/** Characters of the rows that are read at once, and remembered: some fifty thousand changes. */
export const MAX_READ_CHARACTERS = 1_000_000;
/** The most rows that are read at once. */
export const MAX_READ_ROWS = 5_000;

/** The database of the live catalog: one of two, A if there is only one. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

/** All throw a Problem if the log cannot be reached. */
export interface ChangeLog {
  /** The live data, and the changes after the row `after`. */
  read(after: number): Promise<LoggedChanges>;
  /** Records purges. */
  purge(tags: readonly string[]): Promise<void>;
  /** Returns the oldest changes that the cache in front may not know of. */
  readUnpurged(): Promise<UnpurgedChanges>;
  /** Records that the cache in front is purged of all changes up to this number. */
  recordPurged(through: number): Promise<void>;
}

export interface UnpurgedChanges {
  readonly tags: readonly string[];
  /** Tags of responses that may be served as stale. */
  readonly stale: readonly string[];
  /** The number of the last of these changes. */
  readonly through: number;
  /** The number of rows that come after them. */
  readonly left: number;
}

export interface LoggedRow {
  readonly number: number;
  /** Milliseconds since it was recorded. */
  readonly ageMs: number;
  /** JSON: a list of `LoggedEntry`. */
  readonly changes: string;
}

export interface LoggedChanges {
  /** Where the live data is. */
  readonly slot: Slot;
  /** The version of the live data, which responses are made from; `null`: no data yet, or it has none. */
  readonly sourceVersion: string | null;
  /** The version of the data in the other slot, which was live before or will be; `null`: none. */
  readonly otherVersion: string | null;
  /** The number of writes by updates to the live data, as last announced to readers. */
  readonly writes: number;
  /** Milliseconds since the live data was made live. */
  readonly liveForMs: number;
  /** The number of the last row. */
  readonly last: number;
  /** Rows up to this number are not in `rows`, though they came after `after`; 0: none is missing. */
  readonly floor: number;
  /** In the order of their numbers. */
  readonly rows: readonly LoggedRow[];
}
