/**
 * CONTROL: which catalog is live, what differs between the two, and purges. The purges are in CATALOG_A as well, so that the
 * version of the Worker before finds them (one release long). Where CONTROL was never migrated, or names no live catalog,
 * CATALOG_A is read alone.
 */
import { appendPurges, purgesAfter, purgesIn, unlessUnused } from "../catalog/purge-log.ts";
import { openSession, type SessionOptions } from "../catalog/session.ts";
import { type Difference, MAX_DIFFERENCES, type PurgeLog, type Slot } from "../purge-log.ts";

const LIVE = "SELECT slot, version FROM live LEFT JOIN generation USING (slot)";

/** One generation behind, and no more: a switch leaves those of its two versions (tools/catalog/control.ts). */
const DIFFERENCES = `SELECT one, other, at FROM difference ORDER BY at DESC LIMIT ${MAX_DIFFERENCES}`;

/** A Bloom filter that contains every tag. */
const EVERY_TAG = Uint8Array.of(0xff);

interface LiveRow {
  readonly slot: Slot;
  readonly version: string | null;
}

/** `first`: the log in CATALOG_A. */
export function controlLog(control: D1Database, first: PurgeLog, options: SessionOptions = {}): PurgeLog {
  const session = openSession(control, { ...options, constraint: "first-primary" });
  const { statement, batch, rows } = session;

  return {
    async read(since) {
      const read = await unlessUnused(() =>
        batch([statement(LIVE), statement(DIFFERENCES), purgesAfter(session, since)]),
      );
      const [live, differences, purges] = read ?? [];
      const [row] = (live?.results ?? []) as unknown as LiveRow[];
      if (row === undefined) return await first.read(since);
      return {
        sourceVersion: row.version,
        slot: row.slot,
        purges: purgesIn(purges),
        differences: (differences?.results ?? []) as unknown as Difference[],
      };
    },

    async append(tags, at) {
      const appended = await unlessUnused(() => appendPurges(session, tags, at, statement(LIVE)));
      const isLive = (appended?.[0]?.results.length ?? 0) > 0;
      const copied = first.append(tags, at);
      // A load may block the database that is not live.
      await (isLive ? copied.catch(() => undefined) : copied);
    },

    async filter({ one, other, at }) {
      const sql = "SELECT filter FROM difference WHERE one = ?1 AND other = ?2 AND at = ?3";
      const [row] = await rows<{ filter: string | null }>(statement(sql, one, other, at));
      if (row === undefined) return null;
      return row.filter === null ? EVERY_TAG : Uint8Array.fromBase64(row.filter);
    },
  };
}
