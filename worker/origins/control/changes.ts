/**
 * What changed in the catalog, from CONTROL. A cursor names an entry by its number and its time. As long as the entry
 * exists, no later one was pruned: pruning keeps the newest of the entries that are old enough (tools/catalog/control.ts).
 * Reads go to the primary, since a replica that lags may not have the entry yet.
 */
import {
  type Change,
  type ChangesAnswer,
  type ChangesQuery,
  type Cursor,
  formatCursor,
} from "../../contract/changes.ts";
import { Problem } from "../../contract/problem.ts";
import { unlessUnused } from "../catalog/purge-log.ts";
import { openSession, type SessionOptions } from "../catalog/session.ts";
import { type Loaded, MISSING } from "../loaded.ts";
import { NOT_OFFERED } from "../origin.ts";

/**
 * Milliseconds. Later than this no cache has a response from before a change: a caller who reads what an entry names gets
 * the new state. The last purge of the cache in front follows twelve seconds after a switch.
 */
export const SETTLED_AFTER_MS = 15_000;

const NAMED = "SELECT number, at FROM change WHERE number = ?1 AND at = ?2";
const LATEST = "SELECT number, at FROM change WHERE at <= ?1 ORDER BY at DESC, number DESC LIMIT 1";
const AFTER = `
  SELECT number, kind, id, op, into_id AS "into", at FROM change WHERE number > ?1 ORDER BY number LIMIT ?2`;

interface ChangeRow extends Cursor {
  readonly kind: Change["kind"];
  readonly id: number | null;
  readonly op: Change["op"] | null;
  readonly into: number | null;
}

/** Missing: an unknown cursor, or one from before what was pruned. Throws a Problem. */
export function changesOf(control: D1Database, options: SessionOptions = {}) {
  const { now = Date.now } = options;
  const { statement, batch } = openSession(control, { ...options, constraint: "first-primary" });

  return async ({ since, limit }: ChangesQuery): Promise<Loaded<ChangesAnswer>> => {
    const settled = now() - SETTLED_AFTER_MS;
    const statements =
      since === null
        ? [statement(LATEST, settled)]
        : [statement(NAMED, since.number, since.at), statement(AFTER, since.number, limit)];
    const read = await unlessUnused(() => batch(statements));
    const [named, after] = (read ?? []).map(({ results }) => results as unknown as ChangeRow[]);
    const cursor = named?.[0];
    if (cursor === undefined) {
      if (read === null || since === null) throw new Problem("not-offered", NOT_OFFERED);
      return MISSING;
    }
    const rows = after ?? [];
    const unsettled = rows.findIndex(({ at }) => at > settled);
    const changes = unsettled < 0 ? rows : rows.slice(0, unsettled);
    const next = formatCursor(changes.at(-1) ?? cursor);
    return { value: { changes: changes.map(changeIn), next } };
  };
}

function changeIn({ kind, id, op, into, at }: ChangeRow): Change {
  const changed = { id: id ?? undefined, op: op ?? undefined, into: into ?? undefined };
  return { kind, ...changed, at: new Date(at).toISOString() };
}
