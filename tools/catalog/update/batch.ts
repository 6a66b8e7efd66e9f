/**
 * Applies some changes to the catalog that readers use: reads all that they concern, writes what differs, and tells readers.
 * Every change is safe to repeat.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../options.ts";
import type { AppliedChange, UpdatedGeneration } from "../control.ts";
import type { Connection, Statement } from "../load/statements.ts";
import type { LoadReport } from "../sources/load-report.ts";
import type { PlacedChange } from "./change.ts";
import { LineError } from "./lines.ts";
import { planOf } from "./plan.ts";
import { readStored, type Stored } from "./stored.ts";

/** Changes in one batch, which takes three calls of Cloudflare's API. */
export const TOGETHER = 100;

interface UpdateServices {
  readonly live: Connection;
  /** Tells readers of the changes. May be repeated. */
  readonly tell: (applied: readonly AppliedChange[], updated: UpdatedGeneration) => Promise<void>;
  readonly report: LoadReport;
}

/**
 * Returns how many changes there were. Throws a LineError for the first one that cannot be applied, or cannot be read; those
 * before it are applied.
 */
export async function applyChanges(
  lines: AsyncIterable<PlacedChange | LineError>,
  { live, tell, report }: UpdateServices,
): Promise<number> {
  const waiting: PlacedChange[] = [];
  /** Written changes, which readers were told of before the write. */
  let written: readonly AppliedChange[] = [];
  let updated: UpdatedGeneration = { version: "", writes: 0 };
  let count = 0;

  /** Applies the first of those that wait: a change after one of the same title is another batch. */
  async function send(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const together = distinct(waiting.slice(0, TOGETHER));
      const stored = await readStored(
        live,
        together.map(({ change }) => change),
      );
      const plan = planOf(together, stored, report);
      const { version, changes: writes } = stored;
      try {
        if (plan.statements.length > 0) {
          // Told before, too: an update killed between both leaves no reader with an old response.
          await tell([...written, ...plan.applied], { version, writes });
          await live.batch([guard(stored, plan.more), ...plan.statements]);
          written = plan.applied;
          updated = { version, writes: writes + 1 };
        }
        waiting.splice(0, plan.count);
        count += plan.count;
        return;
      } catch (thrown) {
        if (!String(thrown).includes("CHECK constraint failed")) throw thrown;
        if (attempt === ATTEMPTS)
          throw new CommandError("Another update or a load is running; wait until it has ended.");
        await sleep(1_000 * Math.random());
      }
    }
  }

  try {
    for await (const line of lines) {
      if (line instanceof LineError) {
        while (waiting.length > 0) await send();
        throw line;
      }
      waiting.push(line);
      if (waiting.length === TOGETHER) await send();
    }
    while (waiting.length > 0) await send();
    return count;
  } finally {
    if (written.length > 0) await tell(written, updated);
  }
}

const ATTEMPTS = 10;

/** Fails if another update or a load wrote since. */
function guard({ version, changes }: Stored, more: number): Statement {
  const sql = `UPDATE catalog SET only = iif(version = ?1 ->> 0 AND changes = ?1 ->> 1, 1, 0), changes = changes + 1,
    titles = titles + (?1 ->> 2)`;
  return { sql, parameter: [version, changes, more] };
}

/** Up to the first one that concerns what an earlier one changes. */
function distinct(changes: readonly PlacedChange[]): readonly PlacedChange[] {
  const seen = new Set<string>();
  const end = changes.findIndex(({ change }) => {
    const own = [`${change.kind}-${change.id}`];
    if (change.op === "merge") own.push(`title-${change.into}`);
    const isRepeated = own.some((tag) => seen.has(tag));
    for (const tag of own) seen.add(tag);
    return isRepeated;
  });
  return end === -1 ? changes : changes.slice(0, end);
}
