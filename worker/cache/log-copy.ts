/**
 * Copies of the log of changes: one in each isolate, and one that the isolates of a data centre share in the Cache
 * API. Both only move forward.
 */
import type { ChangeLog, LoggedChanges } from "../changes/change-log.ts";
import { parseJson } from "../contract/json.ts";
import { isQuotaSpent } from "../source/failure.ts";
import type { Store, StoreContext } from "./store.ts";
import { bodyText, type StoredResponse, storedResponse } from "./stored-response.ts";
import {
  addRows,
  applyLogRead,
  InvalidationHead,
  type InvalidationState,
  NOTHING_KNOWN,
} from "./validity.ts";

export interface InvalidationMemory {
  state: InvalidationState;
  look: Attempt;
  read: Attempt;
  /** Whether requests may wait for the log. False after a failed or slow read, until a read succeeds. */
  isReadable: boolean;
  /** Whether the last read failed because D1's quota is spent. In this case, purges cannot be recorded either. */
  isQuotaSpent: boolean;
}

/** A read of the log that concurrent requests share. */
export interface Attempt {
  readonly at: number;
  /** Settles when the read has ended. Never rejects. */
  readonly ended: Promise<void>;
}

export function createInvalidationMemory(): InvalidationMemory {
  const never: Attempt = { at: 0, ended: Promise.resolve() };
  return { state: NOTHING_KNOWN, look: never, read: never, isReadable: true, isQuotaSpent: false };
}

export interface LogCopyServices {
  readonly log: ChangeLog;
  readonly store: Store;
  /** The key of the copy that isolates share. */
  readonly key: string;
  readonly memory: InvalidationMemory;
  readonly now: () => number;
}

/** Reads the log into both copies. Logs a failure. Never rejects. */
export async function readLog(services: LogCopyServices, context: StoreContext): Promise<void> {
  const { log, memory, now } = services;
  const readAt = now();
  const { last } = memory.state;
  let read: LoggedChanges;
  try {
    read = await log.read(last);
    // A lower position means that this is another log, so nothing that is known applies to it.
    if (read.last < last) {
      memory.state = NOTHING_KNOWN;
      read = await log.read(0);
    }
  } catch (thrown) {
    memory.isQuotaSpent = isQuotaSpent(thrown);
    const event = memory.isQuotaSpent ? "quota-spent" : "change-log-failed";
    context.log({ event, reason: thrown instanceof Error ? thrown.name : "unknown" });
    if (memory.state.readAt === 0 && !memory.isQuotaSpent) await readReplica(services, context);
    return;
  }
  const isAnotherLog = last > 0 && memory.state === NOTHING_KNOWN;
  // Another read or a purge may have finished in the meantime.
  if (read.last >= memory.state.last) memory.state = applyLogRead(memory.state, read, readAt);
  memory.isReadable = true;
  memory.isQuotaSpent = false;
  if (!isAnotherLog) await readSharedCopy(services, context);
  await writeSharedCopy(services, context, last === 0 || read.last !== last);
}

/** The time of a read that is known, but never recent. */
const LONG_AGO = 1;

/**
 * Reads a replica for an isolate that knows nothing, which could not load anything otherwise. The read never counts as
 * recent, because the replica may lack a purge, so the CDN cache stores nothing until the primary responds.
 */
async function readReplica({ log, memory, now }: LogCopyServices, context: StoreContext): Promise<void> {
  const read = await log.read(0, "replica").catch(() => null);
  if (read === null || memory.state.readAt !== 0) return;
  memory.state = { ...applyLogRead(NOTHING_KNOWN, read, now()), readAt: LONG_AGO };
  context.log({ event: "change-log-from-replica" });
}

/** Updates the isolate's copy from the shared copy if that is newer. */
export async function readSharedCopy(
  { store, key, memory }: LogCopyServices,
  context: StoreContext,
): Promise<void> {
  const copy = await store.get(context, key);
  const head = copy && parseJson(InvalidationHead, bodyText(copy));
  if (head === null) return;
  const { state } = memory;
  // A state with a higher position includes all changes of a state with a lower one.
  if (head.last < state.last || (head.last === state.last && head.readAt <= state.readAt)) return;
  const known = { ...state, ...head, floor: Math.max(state.floor, head.floor) };
  if (head.last === state.last) {
    memory.state = known;
    return;
  }
  const rows = rowsAfter(state.last, await store.get(context, rowsKey(key)));
  if (rows === null || rows.last !== head.last || memory.state !== state) return;
  memory.state = addRows(known, rows.added);
}

async function writeSharedCopy(
  { store, key, memory, now }: LogCopyServices,
  context: StoreContext,
  isNew: boolean,
): Promise<void> {
  const { rows, changes: _, ...head } = memory.state;
  const write = async (at: string, text: string) =>
    await store.put(context, at, await storedResponse(text, { storedAt: now() }), COPY_RETENTION);
  // The rows are written first, so that a reader never finds a head without its rows.
  if (isNew) await write(rowsKey(key), formatRows(head.last, rows));
  await write(key, JSON.stringify(head));
}

const COPY_RETENTION = 86_400;

const rowsKey = (key: string) => `${key}/rows`;

/**
 * Formats the last position, followed by one row per line, so that a reader parses only the rows it does not have
 * yet.
 */
function formatRows(last: number, rows: InvalidationState["rows"]): string {
  return [String(last), ...rows.map(({ number, at, changes }) => `${number} ${at} ${changes}`)].join("\n");
}

const ROW = /^(\d+) (-?[\d.]+) (.+)$/;

function rowsAfter(after: number, copy: StoredResponse | null) {
  const [last = "", ...lines] = copy === null ? [] : bodyText(copy).split("\n");
  if (!/^\d+$/.test(last)) return null;
  const rows = lines.map((line) => {
    const [, number, at, changes = "[]"] = ROW.exec(line) ?? [];
    return { number: Number(number), at: Number(at), changes };
  });
  return { last: Number(last), added: rows.filter(({ number }) => number > after) };
}
