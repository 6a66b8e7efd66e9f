/**
 * Applies changes to the live catalog: reads the affected rows, writes the rows that differ, and records the changes
 * for API clients. Every change can be repeated.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../options.ts";
import { announceChanges, finishUpdate, type WrittenChanges } from "../control.ts";
import { type Connection, queryOf } from "../load/statements.ts";
import type { Fault, LoadReport } from "../sources/load-report.ts";
import { recounting } from "./facets.ts";
import { LineError, type PlacedChange } from "./lines.ts";
import { ChangedPart, rankRows, rowsOf } from "./plan.ts";
import { replacing } from "./replacing.ts";
import { readStored, type Stored } from "./stored.ts";

/** The maximum number of changes in a batch. A batch takes three API calls. */
const TOGETHER = 100;
/**
 * The maximum size of a batch's records and credits in bytes. All of their people are in one parameter of the read,
 * which D1 limits to 2 MB.
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
 * Applies changes and returns their number. Throws a LineError for the first change that cannot be read or applied,
 * after applying those before it.
 */
export async function applyChanges(
  lines: AsyncIterable<Line>,
  { live, control, report, progress }: UpdateServices,
): Promise<number> {
  let written: WrittenChanges | null = null;
  let total = 0;

  /** Applies as many changes as fit into a batch, and returns their number. */
  async function apply(batch: readonly Line[]): Promise<number> {
    const changes = batch.flatMap((line) => (line instanceof LineError ? [] : line.change));
    const stored = await readStored(live, changes);
    const { part, count, statements, ignored } = writeOf(batch, stored);
    for (const field of ignored) report.fields.add(field);
    if (statements.length > 0) {
      const { version, writes } = stored;
      // The changes are recorded first, so that old responses are invalidated even if the update is killed after the
      // write.
      const numbers = await announceChanges(control, part.applied(), { version, written });
      const more = part.titles.size - stored.titles.size;
      await live.batch([{ sql: GUARD, parameter: [version, writes, more] }, ...statements]);
      written = { numbers, version, writes: writes + 1 };
    }
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
 * Returns the writes of as many changes as fit into a call, but at least one. Throws a LineError if the first change
 * cannot be applied.
 */
function writeOf(batch: readonly Line[], stored: Stored) {
  for (let lines = batch; ; lines = lines.slice(0, Math.ceil(lines.length / 2))) {
    const changed = changedBy(lines, stored);
    const { part } = changed;
    const before = [...rowsOf(stored, part), ...rankRows(stored, stored.people)];
    const statements = [
      ...replacing(before, [...rowsOf(part, stored), ...rankRows(stored, part.people)]),
      ...recounting(stored.titles, part.titles),
    ];
    if (lines.length <= 1 || bytesOf(queryOf(statements)) <= MAX_CALL) return { ...changed, statements };
  }
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Applies changes in memory, up to the first one that cannot be applied. Throws a LineError if that is the first. */
function changedBy(batch: readonly Line[], stored: Stored) {
  const part = new ChangedPart(stored);
  const ignored: Fault[] = [];
  let count = 0;
  for (const line of batch) {
    try {
      if (line instanceof LineError) throw line;
      const { change, place } = line;
      part.apply(change, (reason) => ignored.push({ file: place, line: null, id: change.id, reason }));
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
    const size = sizeOf(line);
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
function sizeOf(line: Line): number {
  if (line instanceof LineError || line.change.op !== "put" || line.change.kind === "person") return 0;
  const { entry, credits, seasons, seasonParts } = line.change;
  const { record, otherNames = [], translations = new Map() } = entry;
  return bytesOf([record, otherNames, [...translations], seasons, seasonParts]) + (credits?.length ?? 0);
}

/** A statement that fails if another update or load has written in the meantime. */
const GUARD = `UPDATE catalog SET only = iif(version = ?1 ->> 0 AND changes = ?1 ->> 1, 1, 0), changes = changes + 1,
    titles = titles + (?1 ->> 2)`;
const ATTEMPTS = 10;

/** Repeats the work if it fails because another update or load has written. */
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
