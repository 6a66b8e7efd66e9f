/**
 * The log of changes that stored responses are compared with: purges, changed titles, and which data is live. Entries are
 * in the order of their numbers, which the database gives: no clock is compared with another one's.
 */

/** The tag that stands for everything. */
export const EVERYTHING = "*";

/** The most entries that are read at once, and tags that are remembered. */
export const MAX_READ_CHANGES = 5_000;

/** The database of the live catalog: one of two, A if there is only one. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

/** All throw a Problem if the log cannot be reached. */
export interface ChangeLog {
  /** The live data, and the changes after the entry `after`. */
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
  /** The number of the last of these changes. */
  readonly through: number;
  /** The number of entries that come after them. */
  readonly left: number;
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
  /** The number of the last entry. */
  readonly last: number;
  /** Entries up to this number are not in `changes`, though they came after `after`; 0: none is missing. */
  readonly floor: number;
  /** Tags with the numbers of their entries, in their order. */
  readonly changes: readonly (readonly [tag: string, number: number])[];
}
