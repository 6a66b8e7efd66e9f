/** Reads API keys from CONTROL, which `tools/keys.ts` writes, and keeps count of their use. */
import { openSession } from "../source/d1.ts";

/** A key as it is stored. Times are epoch milliseconds. */
export interface StoredKey {
  /** The number of requests that may reach the origin in a minute, or `null` for the default. */
  readonly requests: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Returns the key with this digest, or `null`. Throws a Problem if CONTROL cannot be read. */
export type ReadKey = (digest: string) => Promise<StoredKey | null>;

const READ_KEY =
  "SELECT requests, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_key WHERE digest = ?1";

/** Creates a function that reads keys from the primary, because a replica may lack a key that was just revoked. */
export function createKeyReader(control: D1Database): ReadKey {
  return async (digest) => {
    const { statement, rows } = openSession(control, { constraint: "first-primary" });
    const [row] = await rows<StoredKey>(statement(READ_KEY, digest));
    return row ?? null;
  };
}

export interface KeyUse {
  readonly requests: number;
  /** The responses from a cache, including stale ones. */
  readonly hits: number;
  /** The responses for which the source was contacted. */
  readonly loads: number;
  /** The requests that were refused with 401 or 429. */
  readonly refusals: number;
}

export interface DailyKeyUse extends KeyUse {
  /** The day in UTC, as in `2027-01-01`. */
  readonly day: string;
  readonly digest: string;
}

/** The number of days after which use is removed. */
const KEPT_DAYS = 90;
/** The number of days that callers and operators see. */
export const SHOWN_DAYS = 31;

const ADD_USE = `
  INSERT INTO key_usage SELECT value ->> 'day', value ->> 'digest', value ->> 'requests', value ->> 'hits',
    value ->> 'loads', value ->> 'refusals' FROM json_each(?1) WHERE true
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, hits = hits + excluded.hits,
    loads = loads + excluded.loads, refusals = refusals + excluded.refusals`;

const REMOVE_USE = `DELETE FROM key_usage WHERE day < date('now', '-${KEPT_DAYS} days')`;

/** Adds to the use of keys. Throws a Problem if CONTROL cannot be written to. */
export async function addKeyUse(control: D1Database, use: readonly DailyKeyUse[]): Promise<void> {
  // A single attempt, because a repeated one may count twice.
  const { statement, batch } = openSession(control, { constraint: "first-primary", attempts: 1 });
  await batch([statement(ADD_USE, JSON.stringify(use)), statement(REMOVE_USE)]);
}

/** Looks up each day by the primary key. */
const READ_USE = `
  WITH RECURSIVE shown (day, left) AS (
    SELECT date('now'), ${SHOWN_DAYS} - 1 UNION ALL SELECT date(day, '-1 day'), left - 1 FROM shown WHERE left > 0)
  SELECT key_usage.day, requests, hits, loads, refusals FROM shown CROSS JOIN key_usage USING (day)
  WHERE digest = ?1 ORDER BY day DESC`;

/** Returns the use of a key on the last days, newest first. Throws a Problem if CONTROL cannot be read. */
export async function readKeyUse(
  control: D1Database,
  digest: string,
): Promise<readonly Omit<DailyKeyUse, "digest">[]> {
  const { statement, rows } = openSession(control);
  return await rows<Omit<DailyKeyUse, "digest">>(statement(READ_USE, digest));
}
