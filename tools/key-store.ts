/** Reads and writes the API keys in CONTROL for `npm run keys`. Every function runs one transaction. */
import { type DailyKeyUse, type KeyUse, SHOWN_DAYS } from "../worker/changes/api-keys.ts";
import { type Connection, query } from "./catalog/load/statements.ts";
import { CommandError } from "./options.ts";

const DAY_MS = 86_400_000;
/** The number of keys to read at once, because the size of a response is limited. */
const KEYS_PER_READ = 5_000;

/** A key as `worker/changes/migrations/0002_keys.sql` describes it. */
export interface KeyRow {
  readonly digest: string;
  readonly name: string;
  readonly requests: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

export type NewKey = Pick<KeyRow, "digest" | "name" | "requests" | "expires_at">;

const INSERT = `INSERT INTO api_key (digest, name, requests, created_at, expires_at)
  VALUES (?1 ->> 'digest', ?1 ->> 'name', ?1 ->> 'requests', ?1 ->> 'created_at', ?1 ->> 'expires_at')
  ON CONFLICT (digest) DO NOTHING`;

export async function insertKey(control: Connection, key: NewKey): Promise<void> {
  await control.batch([{ sql: INSERT, parameter: { ...key, created_at: Date.now() } }]);
}

const REVOKE =
  "UPDATE api_key SET revoked_at = ?1 ->> 'now' WHERE digest = ?1 ->> 'digest' AND revoked_at IS NULL";

export async function revokeKey(control: Connection, { digest }: KeyRow): Promise<void> {
  await control.batch([{ sql: REVOKE, parameter: { digest, now: Date.now() } }]);
}

const END_WITHIN_A_DAY = `UPDATE api_key SET expires_at = min(coalesce(expires_at, ?1 ->> 'until'), ?1 ->> 'until')
  WHERE digest = ?1 ->> 'digest'`;

/** Adds a key in place of another, which ends within a day. Throws a CommandError if that one has already ended. */
export async function replaceKey(control: Connection, old: KeyRow, digest: string): Promise<void> {
  const { name, requests, expires_at, revoked_at } = old;
  const now = Date.now();
  if (revoked_at !== null || (expires_at !== null && expires_at <= now))
    throw new CommandError("This key has ended. Create a new one.");
  await control.batch([
    { sql: INSERT, parameter: { digest, name, requests, created_at: now, expires_at } },
    { sql: END_WITHIN_A_DAY, parameter: { digest: old.digest, until: now + DAY_MS } },
  ]);
}

const READ = `SELECT * FROM api_key WHERE digest > ?1 ->> 'after' AND digest < ?1 ->> 'before'
  ORDER BY digest LIMIT ?1 ->> 'limit'`;

/** Returns the only key whose hash begins with the id. Throws a CommandError if there is none or more than one. */
export async function findKey(control: Connection, id: string): Promise<KeyRow> {
  // A hash has 64 digits, so every hash that begins with the id is after its first 63 digits.
  const parameter = { after: id.slice(0, 63), before: `${id}g`, limit: 2 };
  const [[found, another] = []] = await query<KeyRow>(control, [{ sql: READ, parameter }]);
  if (found === undefined) throw new CommandError(`No key has the id ${id}.`);
  if (another !== undefined) throw new CommandError(`Several keys have the id ${id}. Use more digits.`);
  return found;
}

/** Returns all keys, oldest first. */
export async function readKeys(control: Connection): Promise<readonly KeyRow[]> {
  const keys: KeyRow[] = [];
  for (;;) {
    const parameter = { after: keys.at(-1)?.digest ?? "", before: "g", limit: KEYS_PER_READ };
    const [rows = []] = await query<KeyRow>(control, [{ sql: READ, parameter }]);
    keys.push(...rows);
    if (rows.length < KEYS_PER_READ) return keys.toSorted((one, other) => one.created_at - other.created_at);
  }
}

export const COUNTS = ["requests", "hits", "loads", "refusals"] as const satisfies readonly (keyof KeyUse)[];
const SHOWN = `day > date('now', '-${SHOWN_DAYS} days')`;

const TOTALS = `SELECT digest, name, ${COUNTS.map((count) => `sum(key_usage.${count}) AS ${count}`).join(", ")}
  FROM key_usage LEFT JOIN api_key USING (digest) WHERE ${SHOWN} GROUP BY digest ORDER BY requests DESC`;

interface TotalKeyUse extends KeyUse {
  readonly digest: string;
  /** The name of the key, or `null` if it is in CLIENT_KEYS. */
  readonly name: string | null;
}

/** Returns the use of each key on the last days, most used first. */
export async function readTotalUse(control: Connection): Promise<readonly TotalKeyUse[]> {
  const [rows = []] = await query<TotalKeyUse>(control, [TOTALS]);
  return rows;
}

const DAYS = `SELECT day, ${COUNTS.join(", ")} FROM key_usage WHERE ${SHOWN} AND digest = ?1 ->> '$' ORDER BY day DESC`;

/** Returns the use of a key on the last days, newest first. */
export async function readDailyUse(
  control: Connection,
  { digest }: KeyRow,
): Promise<readonly Omit<DailyKeyUse, "digest">[]> {
  const [rows = []] = await query<DailyKeyUse>(control, [{ sql: DAYS, parameter: digest }]);
  return rows;
}
