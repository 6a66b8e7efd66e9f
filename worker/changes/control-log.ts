/** The log of changes in CONTROL. Reads go to the primary, since a replica may not have the latest entry yet. */
import { Problem } from "../contract/problem.ts";
import { openSession, type SessionOptions } from "../source/d1.ts";
import { isQuotaSpent } from "../source/failure.ts";
import { type ChangeLog, type LoggedChanges, MAX_READ_CHANGES, type Slot } from "./change-log.ts";

/** Milliseconds since 1970, by the clock of D1. */
export const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

const LIVE = `
  SELECT slot, version, (SELECT version FROM generation WHERE slot <> live.slot) AS otherVersion,
    coalesce(writes, 0) AS writes, ${NOW} - switched_at AS liveForMs,
    (SELECT min(number) FROM change) AS first, (SELECT max(number) FROM change) AS last
  FROM (SELECT 1) LEFT JOIN live LEFT JOIN generation USING (slot)`;

/** A switch changes no tag: responses are compared with the version of the live data. */
const CHANGES = `
  SELECT number, tag FROM change WHERE number > ?1 AND op <> 'switch' ORDER BY number DESC LIMIT ${MAX_READ_CHANGES}`;

const PURGE = `INSERT INTO change (at, tag, op) SELECT ${NOW}, value, 'purge' FROM json_each(?1)`;

/** Entries that one purge of the cache in front includes: ten calls of the platform, which takes a hundred tags at once. */
const MAX_UNPURGED = 1_000;

const UNPURGED = `
  SELECT number, tag, op, (SELECT count(*) FROM change, front WHERE number > purged) AS entries FROM change
  WHERE number > (SELECT purged FROM front) ORDER BY number LIMIT ${MAX_UNPURGED}`;

const PURGED = "UPDATE front SET purged = max(purged, ?1)";

interface LiveRow {
  readonly slot: Slot | null;
  readonly version: string | null;
  readonly otherVersion: string | null;
  readonly writes: number;
  readonly liveForMs: number | null;
  readonly first: number;
  readonly last: number;
}

interface ChangeRow {
  readonly number: number;
  readonly tag: string;
}

interface UnpurgedRow extends ChangeRow {
  readonly op: string;
  /** The number of all entries that are not purged. */
  readonly entries: number;
}

export function controlLog(control: D1Database, options: SessionOptions = {}): ChangeLog {
  // Only the first query of a session is sure to reach the primary.
  const open = () => openSession(control, { ...options, constraint: "first-primary" });

  return {
    async read(after) {
      const { statement, batch } = open();
      return logged(await batch([statement(LIVE), statement(CHANGES, after)]), after);
    },

    async purge(tags) {
      const { statement, batch } = open();
      try {
        await batch([statement(PURGE, JSON.stringify(tags))]);
      } catch (cause) {
        const detail = "The purge could not be recorded, so nothing was purged. Try again.";
        const retryAfter = isQuotaSpent(cause) ? cause.retryAfter : 5;
        throw new Problem("upstream-unavailable", detail, { cause, retryAfter });
      }
    },

    async readUnpurged() {
      const { statement, batch } = open();
      const [read] = await batch([statement(UNPURGED)]);
      const rows = (read?.results ?? []) as unknown as UnpurgedRow[];
      const tags = new Set(rows.flatMap(({ tag, op }) => (op === "switch" ? [] : tag)));
      const { number: through = 0, entries = 0 } = rows.at(-1) ?? {};
      return { tags: [...tags], through, left: entries - rows.length };
    },

    async recordPurged(through) {
      const { statement, batch } = open();
      await batch([statement(PURGED, through)]);
    },
  };
}

function logged([live, changes]: readonly D1Result[], after: number): LoggedChanges {
  const [row] = (live?.results ?? []) as unknown as [LiveRow];
  const rows = ((changes?.results ?? []) as unknown as ChangeRow[]).toReversed();
  const { slot, version, otherVersion, writes, liveForMs, first, last } = row;
  // The oldest entry that was read, if there may be older ones; otherwise the oldest that was not pruned.
  const cut = rows.length === MAX_READ_CHANGES ? (rows[0]?.number ?? 0) : first;
  return {
    slot: slot ?? "A",
    sourceVersion: version,
    otherVersion,
    writes,
    liveForMs: liveForMs ?? 0,
    last,
    floor: cut > after + 1 ? cut - 1 : 0,
    changes: rows.map(({ tag, number }) => [tag, number]),
  };
}
