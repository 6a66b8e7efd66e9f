/**
 * Purges in D1, where every data centre reads them together with the catalog's version: both invalidate stored responses
 * early. Reads go to the primary, since a replica may not have the latest purge yet.
 */
import { Problem } from "../../contract/problem.ts";
import { isQuotaSpent } from "../failure.ts";
import { EVERYTHING, MAX_PURGES, type PurgeLog } from "../purge-log.ts";
import { openSession, type SessionOptions } from "./session.ts";

const RECORD = `
  INSERT INTO purge (tag, purged_at) SELECT value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;

/** Merges the purges beyond the limit into a purge of everything up to the latest of them. */
const MERGE_OLDEST = `
  INSERT INTO purge (tag, purged_at)
  SELECT '${EVERYTHING}', purged_at FROM purge WHERE tag <> '${EVERYTHING}'
  ORDER BY purged_at DESC LIMIT 1 OFFSET ${MAX_PURGES}
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;

const PRUNE = `
  DELETE FROM purge WHERE tag <> '${EVERYTHING}'
  AND purged_at <= (SELECT purged_at FROM purge WHERE tag = '${EVERYTHING}')`;

export function purgeLog(database: D1Database, options: SessionOptions = {}): PurgeLog {
  const { statement, batch } = openSession(database, { ...options, constraint: "first-primary" });

  return {
    async read(since) {
      const [versions, purges] = await batch([
        statement("SELECT version FROM catalog"),
        statement(`SELECT tag, purged_at FROM purge WHERE tag = '${EVERYTHING}' OR purged_at > ?1`, since),
      ]);
      const [catalog] = (versions?.results ?? []) as { version: string }[];
      const rows = (purges?.results ?? []) as { tag: string; purged_at: number }[];
      return {
        sourceVersion: catalog?.version ?? null,
        purges: Object.fromEntries(rows.map(({ tag, purged_at }) => [tag, purged_at])),
      };
    },

    async append(tags, at) {
      try {
        // Safe to retry: the later of two times counts.
        await batch([statement(RECORD, JSON.stringify(tags), at), statement(MERGE_OLDEST), statement(PRUNE)]);
      } catch (cause) {
        const detail = "The purge could not be recorded, so nothing was purged. Try again.";
        const retryAfter = isQuotaSpent(cause) ? cause.retryAfter : 5;
        throw new Problem("upstream-unavailable", detail, { cause, retryAfter });
      }
    },
  };
}
