/**
 * Purges in D1, where every data centre reads them together with the version of the live catalog: both invalidate stored
 * responses early. They are in the catalog's own database, or in CONTROL (`../control/control-log.ts`). Reads go to the
 * primary, since a replica may not have the latest purge yet.
 */
import { Problem } from "../../contract/problem.ts";
import { isQuotaSpent } from "../failure.ts";
import { EVERYTHING, type LoggedPurges, MAX_PURGES, type PurgeLog } from "../purge-log.ts";
import { EmptyCatalog, openSession, type Session, type SessionOptions } from "./session.ts";

/** Tags and time are expressions of SQL: JSON, with a path if need be, and milliseconds since 1970. */
export const recordingPurges = (tags: string, at: string) => `
  INSERT INTO purge (tag, purged_at) SELECT value, ${at} FROM json_each(${tags}) WHERE true
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;

/** Merges the purges beyond the limit into a purge of everything up to the latest of them. */
const MERGE_OLDEST = `
  INSERT INTO purge (tag, purged_at)
  SELECT '${EVERYTHING}', purged_at FROM purge WHERE tag <> '${EVERYTHING}'
  ORDER BY purged_at DESC LIMIT 1 OFFSET ${MAX_PURGES}
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;

/** What the purge of everything includes. */
const PRUNE_PURGES = `
  DELETE FROM purge WHERE tag <> '${EVERYTHING}'
  AND purged_at <= (SELECT purged_at FROM purge WHERE tag = '${EVERYTHING}')`;

/** Keeps the log small, after purges were recorded. */
export const BOUND_PURGES = [MERGE_OLDEST, PRUNE_PURGES] as const;

/** The log of a deployment with one database. */
export function purgeLog(database: D1Database, options: SessionOptions = {}): PurgeLog {
  const session = openSession(database, { ...options, constraint: "first-primary" });
  const { statement, batch } = session;

  return {
    async read(since) {
      const read = await unlessUnused(() =>
        batch([statement("SELECT version FROM catalog"), purgesAfter(session, since)]),
      );
      const [versions, purges] = read ?? [];
      const [catalog] = (versions?.results ?? []) as { version: string }[];
      return {
        sourceVersion: catalog?.version ?? null,
        slot: "A",
        purges: purgesIn(purges),
        differences: [],
      };
    },

    append: async (tags, at) => void (await appendPurges(session, tags, at)),
    filter: async () => null,
  };
}

export function purgesAfter({ statement }: Session, since: number): D1PreparedStatement {
  return statement(`SELECT tag, purged_at FROM purge WHERE tag = '${EVERYTHING}' OR purged_at > ?1`, since);
}

export function purgesIn(read: D1Result | undefined): LoggedPurges["purges"] {
  const rows = (read?.results ?? []) as { tag: string; purged_at: number }[];
  return Object.fromEntries(rows.map(({ tag, purged_at }) => [tag, purged_at]));
}

/** Safe to retry: the later of two times counts. Returns what the further statements read, in the same transaction. */
export async function appendPurges(
  { statement, batch }: Session,
  tags: readonly string[],
  at: number,
  ...further: readonly D1PreparedStatement[]
): Promise<D1Result[]> {
  try {
    const recording = [
      statement(recordingPurges("?1", "?2"), JSON.stringify(tags), at),
      ...BOUND_PURGES.map((sql) => statement(sql)),
    ];
    return (await batch([...recording, ...further])).slice(recording.length);
  } catch (cause) {
    const detail = "The purge could not be recorded, so nothing was purged. Try again.";
    const retryAfter = isQuotaSpent(cause) ? cause.retryAfter : 5;
    throw new Problem("upstream-unavailable", detail, { cause, retryAfter });
  }
}

/** `null`: the database was never migrated, so it has no purges. */
export async function unlessUnused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    const isUnused = [thrown, thrown instanceof Problem && thrown.cause].some(
      (is) => is instanceof EmptyCatalog,
    );
    if (isUnused) return null;
    throw thrown;
  }
}
