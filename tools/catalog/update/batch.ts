/**
 * Applies changes to the live catalog in batches. Each batch reads the affected rows, logs the changes for API
 * clients, and writes the rows that differ. Every change is safe to repeat.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../options.ts";
import { announceChanges, finishUpdate, type WrittenChanges } from "../control.ts";
import { type Connection, toQuery } from "../load/statements.ts";
import type { Fault, LoadReport } from "../sources/load-report.ts";
import { findAlike } from "./alike.ts";
import { recounting } from "./facets.ts";
import { LineError, type PlacedChange } from "./lines.ts";
import { ChangedPart, diffRows, rankRows } from "./plan.ts";
import { replacing } from "./replacing.ts";
import { readStored, type Stored } from "./stored.ts";

/** The maximum number of changes in a batch. Each batch takes three API calls. */
const TOGETHER = 100;
/**
 * The maximum size of a batch's records and credits in bytes. The read passes the ids of all their people in one
 * parameter, which D1 limits to 2 MB.
 */
const TOGETHER_BYTES = 5e6;
/** The maximum size of an API call that writes, in bytes. Cloudflare accepts about 10 MB. */
const MAX_CALL = 9e6;

interface UpdateServices {
  readonly live: Connection;
  readonly control: Connection;
  readonly report: LoadReport;
  /** Called with the number of changes that have been applied so far. */
  readonly progress?: (count: number) => void;
}

type Line = PlacedChange | LineError;

/**
 * Applies changes and returns their number. If a change cannot be read or applied, throws a LineError for it after
 * applying the changes before it.
 */
export async function applyChanges(
  lines: AsyncIterable<Line>,
  { live, control, report, progress }: UpdateServices,
): Promise<number> {
  let written: WrittenChanges | null = null;
  let total = 0;

  /** Applies as many changes of a batch as fit into one API call, and returns their number. */
  async function apply(batch: readonly Line[]): Promise<number> {
    const changes = batch.flatMap((line) => (line instanceof LineError ? [] : line.change));
    const stored = await readStored(live, changes);
    const { part, count, statements, ignored } = planWrite(batch, stored);
    if (statements.length > 0) {
      const { version, writes } = stored;
      // The changes are logged before they are written, so that old responses are invalidated even if the update is
      // killed in between.
      const numbers = await announceChanges(control, part.applied(), { version, written });
      const more = part.titles.size - stored.titles.size;
      await live.batch([{ sql: GUARD, parameter: [version, writes, more] }, ...statements]);
      written = { numbers, version, writes: writes + 1 };
    }
    for (const field of ignored) report.ignored(field);
    return count;
  }

  try {
    for await (const batch of batchesOf(lines)) {
      for (let at = 0; at < batch.length; progress?.(total)) {
        const count = await inTurn(() => apply(batch.slice(at)));
        at += count;
        total += count;
      }
    }
    return total;
  } finally {
    await finishUpdate(control, written);
  }
}

/**
 * Returns the statements for as many changes as fit into one API call, but at least one change. Throws a LineError if
 * the first change cannot be applied.
 */
function planWrite(batch: readonly Line[], stored: Stored) {
  for (let lines = batch; ; lines = lines.slice(0, Math.ceil(lines.length / 2))) {
    const changed = changedBy(lines, stored);
    const { part } = changed;
    findAlike(part, stored);
    const before = [...diffRows(stored, part), ...rankRows(stored, stored.people)];
    const statements = [
      ...replacing(before, [...diffRows(part, stored), ...rankRows(stored, part.people)]),
      ...recounting(stored.titles, part.titles),
    ];
    if (lines.length <= 1 || countBytes(toQuery(statements)) <= MAX_CALL) return { ...changed, statements };
  }
}

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * Applies changes in memory and returns the result. Ends before a change that cannot be applied, or throws a
 * LineError if this is the first change.
 */
function changedBy(batch: readonly Line[], stored: Stored) {
  const part = new ChangedPart(stored);
  const ignored: Fault[] = [];
  let count = 0;
  for (const line of batch) {
    try {
      if (line instanceof LineError) throw line;
      const { change, place } = line;
      part.apply(change, (reason, field, value) =>
        ignored.push({ file: place, line: null, id: change.id, reason, field, value }),
      );
    } catch (thrown) {
      if (count > 0) break;
      throw line instanceof LineError ? line : new LineError(line.place, line.change.id, thrown);
    }
    count += 1;
  }
  return { part, count, ignored };
}

async function* batchesOf(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const size = measureLine(line);
    if (batch.length === TOGETHER || (batch.length > 0 && bytes + size > TOGETHER_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += size;
  }
  yield batch;
}

/** Returns the approximate size of the data in a line, in bytes. */
function measureLine(line: Line): number {
  if (line instanceof LineError || line.change.op !== "put" || line.change.kind === "person") return 0;
  const { entry, credits, seasons, seasonParts } = line.change;
  const { record, otherNames = [], translations = new Map() } = entry;
  return countBytes([record, otherNames, [...translations], seasons, seasonParts]) + (credits?.length ?? 0);
}

/** The statement that fails if another update or load has written since the rows were read. */
const GUARD = `UPDATE catalog SET only = iif(version = ?1 ->> 0 AND changes = ?1 ->> 1, 1, 0), changes = changes + 1,
    titles = titles + (?1 ->> 2)`;
const ATTEMPTS = 10;

/** Repeats `work` if it fails because another update or load has written. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      if (!String(thrown).includes("CHECK constraint failed")) throw thrown;
      if (attempt === ATTEMPTS)
        throw new CommandError("Another update or a load is running. Try again when it has ended.");
      await sleep(1_000 * Math.random());
    }
  }
}
