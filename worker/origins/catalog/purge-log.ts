/**
 * Purges in D1, the one place that every data centre can read, and the catalog's version beside them:
 * together, all that makes stored responses invalid before their time. Read from the primary, since a
 * replica may not know yet of the purge that is looked for.
 */
import { Problem } from "../../contract/problem.ts";
import { openSession } from "./session.ts";

/** The tag of everything. */
export const EVERYTHING = "*";

/** Purges that are kept one by one; when there are more, the oldest of them become one of everything. */
export const MAX_PURGES = 1_000;

/** Both methods throw a Problem when the database is out of reach. */
export interface PurgeLog {
  /** The catalog's version, and the purges after `since`, in milliseconds since 1970. */
  read(since: number): Promise<LoggedPurges>;
  /** `at`: milliseconds since 1970. */
  append(tags: readonly string[], at: number): Promise<void>;
}

export interface LoggedPurges {
  /** The catalog's version; `null`: it has not been filled. */
  readonly sourceVersion: string | null;
  /** When each tag was last purged, in milliseconds since 1970. */
  readonly purges: Readonly<Record<string, number>>;
}

const RECORD = `
  INSERT INTO purge (tag, purged_at) SELECT value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;

/** What is too much becomes a purge of everything up to then. */
const FOLD = `
  INSERT INTO purge (tag, purged_at)
  SELECT '${EVERYTHING}', purged_at FROM purge WHERE tag <> '${EVERYTHING}'
  ORDER BY purged_at DESC LIMIT 1 OFFSET ${MAX_PURGES}
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;

const PRUNE = `
  DELETE FROM purge WHERE tag <> '${EVERYTHING}'
  AND purged_at <= (SELECT purged_at FROM purge WHERE tag = '${EVERYTHING}')`;

export function purgeLog(database: D1Database): PurgeLog {
  const { statement, batch } = openSession(database, { constraint: "first-primary" });

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
        // Tried again without harm: the later of two times counts.
        await batch([statement(RECORD, JSON.stringify(tags), at), statement(FOLD), statement(PRUNE)]);
      } catch (cause) {
        const detail = "The purge could not be recorded, so nothing was purged. Try again.";
        throw new Problem("upstream-unavailable", detail, { cause, retryAfter: 5 });
      }
    },
  };
}
