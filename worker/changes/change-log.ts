/**
 * The log of purges, changed titles and catalog switches. Stored responses are checked against it. The database
 * numbers the rows, so clocks need not be compared.
 */

/** The tag that every response has. */
export const EVERYTHING = "*";

/**
 * The ops after which a stored response may be served once more as stale. An update logs them for the titles and
 * people that it changes, and for lists that contain them. All other ops invalidate the response.
 */
export const SOFT_OPS: ReadonlySet<string> = new Set(["put", "stale"]);

/**
 * The kind of log entry that makes lists and other responses with changed titles stale. They become stale over five
 * minutes instead of all at once.
 */
export const STALE = "stale";

/**
 * The op for a catalog switch. Only callers of `/v1/changes` need it, because the cache compares the version of
 * stored responses with the live one instead.
 */
export const SWITCH = "switch";

/** A change in the log. If titles were merged, `into` is the id that remains. */
export type LoggedEntry = readonly [tag: string, op: string, into?: number];

/**
 * The maximum number of characters in the rows that are read at once and remembered. This is about 50,000 changes.
 */
export const MAX_READ_CHARACTERS = 1_000_000;
export const MAX_READ_ROWS = 5_000;

/** The two catalog databases, one of which is live. With a single database it is A. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

/** The change log. All methods throw a Problem if it cannot be reached. */
export interface ChangeLog {
  /**
   * Returns the live data, and the changes after the row `after`.
   *
   * @param from defaults to the primary; a replica may lack the latest changes
   */
  read(after: number, from?: "primary" | "replica"): Promise<LoggedChanges>;
  purge(tags: readonly string[]): Promise<void>;
  readUnpurged(): Promise<UnpurgedChanges>;
  /** Records that the CDN cache has been purged of all changes up to this position. */
  recordPurged(through: number): Promise<void>;
}

/** The changes that have not been purged from the CDN cache yet. */
export interface UnpurgedChanges {
  /** The tags of responses that may not even be served as stale, or `EVERYTHING` if there are too many tags. */
  readonly tags: readonly string[];
  /** The position of the last change. */
  readonly through: number;
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
  /** The version of the live data, or `null` if there is none. It becomes the `sourceVersion` of responses. */
  readonly sourceVersion: string | null;
  /** The version of the data in the other slot, which was live before or will be next, or `null` if there is none. */
  readonly otherVersion: string | null;
  /** The number of writes that updates have made to the live data. A replica with fewer writes lags behind. */
  readonly writes: number;
  readonly liveForMs: number;
  /** The position of the last row. */
  readonly last: number;
  /** The position up to which requested rows are missing from `rows`, or 0 if no rows are missing. */
  readonly floor: number;
  readonly rows: readonly LoggedRow[];
}
