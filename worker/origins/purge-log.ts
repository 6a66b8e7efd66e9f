/** What invalidates stored responses: purges, and which data is live. It is read together, wherever it is stored. */

/** The tag that stands for everything. */
export const EVERYTHING = "*";

/** Purges that are kept individually; beyond that, the oldest become one purge of everything. */
export const MAX_PURGES = 1_000;

/** All methods throw a Problem if the log cannot be reached. */
export interface PurgeLog {
  /** What is live, and the purges after `since`, in milliseconds since 1970. */
  read(since: number): Promise<LoggedPurges>;
  /** `at`: milliseconds since 1970. */
  append(tags: readonly string[], at: number): Promise<void>;
  /** The tags that differ, as a Bloom filter (`control/bloom.ts`); `null`: no longer known. */
  filter(difference: Difference): Promise<Uint8Array | null>;
}

export interface LoggedPurges {
  /** The version of the live data, which responses are made from; `null`: no data yet. */
  readonly sourceVersion: string | null;
  /** Where the live data is. */
  readonly slot: Slot;
  /** When each tag was last purged, in milliseconds since 1970. */
  readonly purges: Readonly<Record<string, number>>;
  /** The latest first, at most `MAX_DIFFERENCES`. */
  readonly differences: readonly Difference[];
}

/** The database of the live catalog: one of two, A if there is only one. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

/** Between two versions of the data, in either direction; of one version with itself: an update. */
export interface Difference {
  readonly one: string;
  readonly other: string;
  /** When it was recorded, in milliseconds since 1970. */
  readonly at: number;
}

/** No more are compared: a response that is older than the last of them counts as purged. */
export const MAX_DIFFERENCES = 32;
