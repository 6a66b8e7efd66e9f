/**
 * Reads the changes of the catalog from CONTROL. Reads go to the primary, because a replica may lag behind. A cursor
 * names a log entry by its number and time. Pruning removes the oldest entries first (tools/catalog/control.ts), so
 * as long as a cursor's entry exists, all later entries exist too.
 */
import {
  type Change,
  type ChangesQuery,
  type ChangesResponse,
  type Cursor,
  formatCursor,
} from "../contract/changes.ts";
import { openSession, type SessionOptions } from "../source/d1.ts";
import { type Loaded, MISSING } from "../source/loaded.ts";
import { NOW } from "./control-log.ts";

/**
 * The age in milliseconds at which a change is listed. By then no cache has an older response, so a caller that
 * requests the title gets its new state. The CDN cache is purged twelve seconds after a switch.
 */
export const SETTLED_AFTER_MS = 15_000;

const SETTLED = `at <= ${NOW} - ${SETTLED_AFTER_MS}`;
const NAMED = "SELECT number, at FROM change WHERE number = ?1 AND at = ?2";
const LATEST = `SELECT number, at FROM change WHERE ${SETTLED} ORDER BY number DESC LIMIT 1`;
/**
 * The changes after a cursor. `json_each` already returns the changes of a row in order, so there is no ORDER BY,
 * which would read each row to its end.
 */
const AFTER = `
  SELECT number, at, entry.key AS place, entry.value ->> 0 AS tag, entry.value ->> 1 AS op, entry.value ->> 2 AS "into",
    ${SETTLED} AS isSettled
  FROM change CROSS JOIN json_each(changes) AS entry
  WHERE number >= ?1 AND (number > ?1 OR entry.key > ?2) AND is_public = 1
    AND entry.value ->> 1 IN ('put', 'remove', 'merge', 'switch')
  ORDER BY number LIMIT ?3`;
/** A position after all changes of an entry. */
const END = 1_000_000;

interface ChangeRow extends Cursor {
  readonly tag: string;
  readonly op: NonNullable<Change["op"]> | "switch";
  readonly into: number | null;
  readonly isSettled: number;
}

/**
 * Reads the changes after a cursor. The value is `null` if the cursor is unknown or its entry has been pruned. Throws
 * a Problem.
 */
export function createChangesReader(control: D1Database, options: SessionOptions = {}) {
  const { statement, batch } = openSession(control, { ...options, constraint: "first-primary" });

  return async ({ since, limit }: ChangesQuery): Promise<Loaded<ChangesResponse>> => {
    const statements =
      since === null
        ? [statement(LATEST)]
        : [
            statement(NAMED, since.number, since.at),
            statement(AFTER, since.number, since.place ?? END, limit),
            statement(LATEST),
          ];
    const read = (await batch(statements)).map(({ results }) => results as unknown as ChangeRow[]);
    const [[cursor] = [], rows = [], [latest] = []] = read;
    if (cursor === undefined) return MISSING;
    const unsettled = rows.findIndex(({ isSettled }) => isSettled === 0);
    const changes = unsettled < 0 ? rows : rows.slice(0, unsettled);
    const isEnd = unsettled < 0 && rows.length < limit;
    const end = { ...(isEnd && latest !== undefined ? latest : cursor), place: null };
    const next = formatCursor(isEnd ? end : (changes.at(-1) ?? since ?? end));
    return { value: { changes: changes.map(changeIn), next } };
  };
}

function changeIn({ tag, op, into, at }: ChangeRow): Change {
  const time = new Date(at).toISOString();
  if (op === "switch") return { kind: "everything", at: time };
  const [kind, id] = tag.split("-") as [Exclude<Change["kind"], "everything">, string];
  return { kind, id: Number(id), op, ...(into !== null && { into }), at: time };
}
