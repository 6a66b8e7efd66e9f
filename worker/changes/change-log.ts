/**
 * The log of changes that stored responses are compared with: purges, changed titles, and which data is live.
 * The database numbers the rows, so that clocks are never compared.
 */

/** The tag of every response. */
export const EVERYTHING = "*";

/**
 * Ops after which a stored response may be served once more while it is revalidated: an update put a title or
 * person, or changed what contains it, such as lists. All other ops invalidate it at once.
 */
export const SOFT_OPS: ReadonlySet<string> = new Set(["put", "stale"]);

/** The op of a response that may contain changed titles, and need not be revalidated at once. */
export const STALE = "stale";

/**
 * The op of an entry for callers of `/v1/changes` only, because stored responses are compared with the
 * version of the live data.
 */
export const SWITCH = "switch";

/** A change in a row of the log. `into` is the id that replaces a merged one. */
export type LoggedEntry = readonly [tag: string, op: string, into?: number];

/**
 * The maximum number of characters in the rows that are read at once and remembered, about fifty thousand
 * changes.
 */
export const MAX_READ_CHARACTERS = 1_000_000;
export const MAX_READ_ROWS = 5_000;

/** The database of the live catalog, which is A if there is only one. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

/** All methods throw a Problem if the log cannot be reached. */
export interface ChangeLog {
  /** Returns the live data, and the changes after the row `after`. */
  read(after: number): Promise<LoggedChanges>;
  purge(tags: readonly string[]): Promise<void>;
  /** Returns the oldest changes that the CDN cache may not know of. */
  readUnpurged(): Promise<UnpurgedChanges>;
  /** Records that the CDN cache is purged of all changes up to this position. */
  recordPurged(through: number): Promise<void>;
}

export interface UnpurgedChanges {
  readonly tags: readonly string[];
  /** Tags of responses that may be served as stale. */
  readonly stale: readonly string[];
  /** The position of the last of these changes. */
  readonly through: number;
  /** The number of rows after them. */
  readonly left: number;
}

export interface LoggedRow {
  readonly number: number;
  readonly ageMs: number;
  /** A list of `LoggedEntry` as JSON. */
  readonly changes: string;
}

export interface LoggedChanges {
  /** The slot of the live data. */
  readonly slot: Slot;
  /** The version of the live data, which responses are made from, or `null` if there is none. */
  readonly sourceVersion: string | null;
  /**
   * The version of the data in the other slot, which was live before or will be, or `null` if there is none.
   */
  readonly otherVersion: string | null;
  /** The number of writes by updates to the live data, as last announced to readers. */
  readonly writes: number;
  /** Milliseconds since the live data was made live. */
  readonly liveForMs: number;
  /** The position of the last row. */
  readonly last: number;
  /**
   * Rows up to this position are missing from `rows`, although they came after `after`. 0 if none is missing.
   */
  readonly floor: number;
  /** Rows in the order of their positions. */
  readonly rows: readonly LoggedRow[];
}
