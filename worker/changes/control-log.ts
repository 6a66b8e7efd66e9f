/** Reads and writes the change log in CONTROL, at the primary unless a caller accepts a replica. */
import { Problem } from "../contract/problem.ts";
import { openSession, type SessionOptions } from "../source/d1.ts";
import { isQuotaSpent } from "../source/failure.ts";
import {
  type ChangeLog,
  EVERYTHING,
  type LoggedChanges,
  type LoggedRow,
  MAX_READ_CHARACTERS,
  MAX_READ_ROWS,
  type Slot,
  STALE,
  SWITCH,
} from "./change-log.ts";

/** The current time in epoch milliseconds by D1's clock. */
export const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** The last statement of every transaction that writes to CONTROL. */
export const UPDATE_HEAD = `
  REPLACE INTO head SELECT 1, slot, switched_at, version, coalesce(writes, 0),
    (SELECT version FROM generation WHERE slot <> live.slot), (SELECT max(number) FROM change)
  FROM (SELECT 1) LEFT JOIN live LEFT JOIN generation USING (slot)`;

/**
 * A single statement, which reads one row if nothing is new. Separate statements would cost more, because each counts
 * as a row read even if it finds nothing.
 */
const READ = `
  SELECT slot, version, other_version AS otherVersion, writes, ${NOW} - switched_at AS liveForMs, last,
    CASE WHEN last > ?1 THEN (SELECT min(number) FROM change) END AS first,
    CASE WHEN last > ?1 THEN (SELECT min(number) FROM change WHERE number > ?1) END AS next,
    CASE WHEN last > ?1 THEN (SELECT json_group_array(json_array(number, ${NOW} - at, changes)) FROM (
      SELECT number, at, changes, sum(length(changes)) OVER (ORDER BY number DESC) AS characters FROM change
      WHERE number > ?1 ORDER BY number DESC LIMIT ${MAX_READ_ROWS})
      WHERE characters - length(changes) < ${MAX_READ_CHARACTERS}) END AS rows
  FROM head`;

const PURGE = `
  INSERT INTO change (at, changes, is_public)
  SELECT ${NOW}, json_group_array(json_array(value, 'purge')), 0 FROM json_each(?1)`;

/** The maximum number of tags in one call to the CDN cache (workers/cache/purge, "Rate limits"). */
const MAX_UNPURGED = 100;

const UNPURGED = `
  SELECT DISTINCT entry.value ->> 0 AS tag FROM change, json_each(changes) AS entry
  WHERE number > (SELECT purged FROM front) AND entry.value ->> 1 NOT IN ('put', '${STALE}', '${SWITCH}')
  LIMIT ${MAX_UNPURGED + 1}`;
const LAST = "SELECT last FROM head";

const PURGED = "UPDATE front SET purged = max(purged, ?1)";

interface ReadRow {
  readonly slot: Slot | null;
  readonly version: string | null;
  readonly otherVersion: string | null;
  readonly writes: number;
  readonly liveForMs: number | null;
  readonly last: number;
  /** The position of the oldest row that still exists, or `null` if nothing is new. */
  readonly first: number | null;
  /** The position of the oldest row after the requested position, or `null` if nothing is new. */
  readonly next: number | null;
  /** The newest rows as JSON in any order, up to the limit of one read, or `null` if nothing is new. */
  readonly rows: string | null;
}

export function controlLog(control: D1Database, options: SessionOptions = {}): ChangeLog {
  // Opens a session for each read, because only the first query of a session is certain to reach the primary.
  const open = (constraint: D1SessionConstraint = "first-primary") =>
    openSession(control, { ...options, constraint });

  return {
    async read(after, from = "primary") {
      const { statement, batch } = open(from === "primary" ? "first-primary" : "first-unconstrained");
      const [read] = await batch([statement(READ, after)]);
      const [row] = (read?.results ?? []) as unknown as [ReadRow];
      return logged(row, after);
    },

    async purge(tags) {
      const { statement, batch } = open();
      try {
        await batch([statement(PURGE, JSON.stringify(tags)), statement(UPDATE_HEAD)]);
      } catch (cause) {
        const detail = "The purge could not be recorded, so nothing was purged. Try again.";
        const retryAfter = isQuotaSpent(cause) ? cause.retryAfter : 5;
        throw new Problem("upstream-unavailable", detail, { cause, retryAfter });
      }
    },

    async readUnpurged() {
      const { statement, batch } = open();
      const [unpurged, head] = await batch([statement(UNPURGED), statement(LAST)]);
      const tags = ((unpurged?.results ?? []) as { readonly tag: string }[]).map(({ tag }) => tag);
      const [{ last: through }] = (head?.results ?? []) as unknown as [Pick<ReadRow, "last">];
      return { tags: tags.length > MAX_UNPURGED ? [EVERYTHING] : tags, through };
    },

    async recordPurged(through) {
      const { statement, batch } = open();
      await batch([statement(PURGED, through)]);
    },
  };
}

function logged(row: ReadRow, after: number): LoggedChanges {
  const { slot, version, otherVersion, writes, liveForMs, last, rows } = row;
  const newest = (JSON.parse(rows ?? "[]") as [number, number, string][])
    .map(([number, ageMs, changes]): LoggedRow => ({ number, ageMs, changes }))
    .sort((one, other) => one.number - other.number);
  return {
    slot: slot ?? "A",
    sourceVersion: version,
    otherVersion,
    writes,
    liveForMs: liveForMs ?? 0,
    last,
    floor: findFloor(row, newest[0]?.number ?? 0, after),
    rows: newest,
  };
}

/**
 * Returns the position up to which rows are missing, either because they were pruned or because they did not fit into
 * one read.
 */
function findFloor({ first, next }: ReadRow, oldest: number, after: number): number {
  if (first === null || next === null) return 0;
  if (next < oldest) return oldest - 1;
  return first > after + 1 ? first - 1 : 0;
}
