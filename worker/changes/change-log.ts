/**
 * The log of purges, changed titles and catalog switches, which stored responses are checked against. The database
 * numbers the rows, so no clocks have to be compared.
 */

/** The tag that every response has. */
export const EVERYTHING = "*";

/**
 * The ops after which a stored response may be served once more while it is revalidated. They come from an update
 * that put a title or person, or changed lists that contain it. All other ops invalidate the response.
 */
export const SOFT_OPS: ReadonlySet<string> = new Set(["put", "stale"]);

/** The op for responses that may contain changed titles, such as lists. They become stale one after the other. */
export const STALE = "stale";

/**
 * The op of a catalog switch. Only callers of `/v1/changes` need it, because stored responses are compared with the
 * live version.
 */
export const SWITCH = "switch";

/** A change within a row of the log. For a merge, `into` is the id that remains. */
export type LoggedEntry = readonly [tag: string, op: string, into?: number];

/**
 * The maximum number of characters in the rows that an isolate reads and remembers, which is about 50,000 changes.
 */
export const MAX_READ_CHARACTERS = 1_000_000;
export const MAX_READ_ROWS = 5_000;

/** The two catalog databases, one of which is live. With a single database it is A. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

/** All methods throw a Problem if the log cannot be reached. */
export interface ChangeLog {
  /** Returns the live data, and the changes after the row `after`. */
  read(after: number): Promise<LoggedChanges>;
  purge(tags: readonly string[]): Promise<void>;
  /** Returns the oldest changes that the CDN cache may not have been purged of. */
  readUnpurged(): Promise<UnpurgedChanges>;
  /** Records that the CDN cache has been purged of all changes up to this position. */
  recordPurged(through: number): Promise<void>;
}

export interface UnpurgedChanges {
  readonly tags: readonly string[];
  /** The tags whose responses become stale. */
  readonly stale: readonly string[];
  /** The position of the last of these changes. */
  readonly through: number;
  /** The number of rows after `through`. */
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
  /** The version of the live data, or `null` if there is none. Responses made from it carry it. */
  readonly sourceVersion: string | null;
  /** The version of the data in the other slot, which was live before or will be next, or `null` if there is none. */
  readonly otherVersion: string | null;
  /** The number of writes by updates to the live data, as last announced. */
  readonly writes: number;
  /** Milliseconds since the switch to the live data. */
  readonly liveForMs: number;
  /** The position of the last row. */
  readonly last: number;
  /** Rows up to this position are missing from `rows`, although they were requested. 0 if none are missing. */
  readonly floor: number;
  /** The rows, ordered by position. */
  readonly rows: readonly LoggedRow[];
}
