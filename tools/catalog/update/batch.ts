/**
 * Applies changes to the catalog that readers use: reads all that some of them concern, writes what differs, and tells
 * readers. Every change is safe to repeat.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../options.ts";
import type { AppliedChange, UpdatedGeneration } from "../control.ts";
import type { Connection } from "../load/statements.ts";
import type { LoadReport } from "../sources/load-report.ts";
import { LineError, type PlacedChange } from "./lines.ts";
import { ChangedPart, rankRows, rowsOf } from "./plan.ts";
import { replacing } from "./replacing.ts";
import { readStored, type Stored } from "./stored.ts";

/** Changes in one batch, which takes three calls of Cloudflare's API. */
const TOGETHER = 100;

interface UpdateServices {
  readonly live: Connection;
  /** Tells readers of the changes. May be repeated. */
  readonly tell: (applied: readonly AppliedChange[], updated: UpdatedGeneration) => Promise<void>;
  readonly report: LoadReport;
  /** Called with the number of changes applied so far. */
  readonly progress?: (count: number) => void;
}

type Line = PlacedChange | LineError;

/**
 * Returns how many changes there were. Throws a LineError for the first one that cannot be applied, or cannot be read; those
 * before it are applied.
 */
export async function applyChanges(
  lines: AsyncIterable<Line>,
  { live, tell, report, progress }: UpdateServices,
): Promise<number> {
  /** Written changes, which readers were told of before the write. */
  let written: readonly AppliedChange[] = [];
  let updated: UpdatedGeneration = { version: "", writes: 0 };
  let total = 0;

  /** Returns how many of the first ones it has applied: all, if there is room for them. */
  async function apply(batch: readonly Line[]): Promise<number> {
    const changes = batch.flatMap((line) => (line instanceof LineError ? [] : line.change));
    const stored = await readStored(live, changes);
    const { part, count } = changedBy(batch, stored, report);
    const before = [...rowsOf(stored, part), ...rankRows(stored, stored.people)];
    const statements = replacing(before, [...rowsOf(part, stored), ...rankRows(stored, part.people)]);
    if (statements.length > 0) {
      const { version, writes } = stored;
      const applied = part.applied();
      // Before the write, too: if the update is killed after it, readers still know that their responses are old.
      await tell([...written, ...applied], { version, writes });
      const more = part.titles.size - stored.titles.size;
      await live.batch([{ sql: GUARD, parameter: [version, writes, more] }, ...statements]);
      written = applied;
      updated = { version, writes: writes + 1 };
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
    if (written.length > 0) await tell(written, updated);
  }
}

/** Throws a LineError if the first one cannot be applied; ends before a later one that cannot. */
function changedBy(batch: readonly Line[], stored: Stored, report: LoadReport) {
  const part = new ChangedPart(stored);
  let count = 0;
  for (const line of batch) {
    try {
      if (line instanceof LineError) throw line;
      const { change, place } = line;
      part.apply(change, (reason) => report.fields.add({ file: place, line: null, id: change.id, reason }));
    } catch (thrown) {
      if (count > 0) break;
      throw line instanceof LineError ? line : new LineError(line.place, line.change.id, thrown);
    }
    count += 1;
  }
  return { part, count };
}

async function* batchesOf(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  for await (const line of lines) {
    if (batch.push(line) < TOGETHER) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Fails if another update or a load wrote since. */
const GUARD = `UPDATE catalog SET only = iif(version = ?1 ->> 0 AND changes = ?1 ->> 1, 1, 0), changes = changes + 1,
    titles = titles + (?1 ->> 2)`;
const ATTEMPTS = 10;

/** Begins again if it fails for that reason. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      if (!String(thrown).includes("CHECK constraint failed")) throw thrown;
      if (attempt === ATTEMPTS)
        throw new CommandError("Another update or a load is running; wait until it has ended.");
      await sleep(1_000 * Math.random());
    }
  }
}
