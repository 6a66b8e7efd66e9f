/** What invalidates stored responses: purges, and which data is live. It is read together, wherever it is stored. */
import * as v from "valibot";

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

/** The database of the live catalog: one of two, A if there is only one. */
export const SLOTS = ["A", "B"] as const;
export type Slot = (typeof SLOTS)[number];

export const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Between two versions of the data, in either direction; of one version with itself: an update. */
const Difference = v.object({ one: v.string(), other: v.string(), at: Milliseconds });
export type Difference = Readonly<v.InferOutput<typeof Difference>>;

/** All times are in milliseconds since 1970. */
export const LoggedPurges = v.object({
  /** The version of the live data, which responses are made from; `null`: no data yet, or it has none. */
  sourceVersion: v.nullable(v.string()),
  /** Where the live data is. */
  slot: v.picklist(SLOTS),
  /** When each tag was last purged. */
  purges: v.record(v.string(), Milliseconds),
  /** Between the live data and other versions, the latest first, at most `MAX_DIFFERENCES`. */
  differences: v.array(Difference),
});
export type LoggedPurges = v.InferOutput<typeof LoggedPurges>;

/** No more are compared: a response that is older than the last of them counts as purged. */
export const MAX_DIFFERENCES = 32;
