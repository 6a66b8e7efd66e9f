/** `npm run catalog -- update`. */
import { CommandError } from "../../options.ts";
import type { Connections } from "../connection.ts";
import { recordChanges } from "../control.ts";
import { liveSlot } from "../generations.ts";
import type { Connection } from "../load/statements.ts";
import type { ProgressLine, Screen } from "../progress.ts";
import { LoadReport } from "../sources/load-report.ts";
import type { StagedSource } from "../sources/staged.ts";
import { priceOf } from "../storage.ts";
import { applyChanges, TOGETHER } from "./batch.ts";
import type { CatalogChange, PlacedChange } from "./change.ts";
import { differentTitles, titleChanges } from "./from.ts";
import { changesIn, countLines, LineError } from "./lines.ts";

/** Reads every line and changes nothing. */
export async function checkUpdate(paths: readonly string[], screen: Screen): Promise<void> {
  const counts = new Map<string, number>();
  const report = new LoadReport();
  for await (const line of changesIn(paths, report)) {
    if (line instanceof LineError) throw line;
    const { change } = line;
    const what =
      change.kind === "person" ? "people" : { put: "titles", remove: "removals", merge: "merges" }[change.op];
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const said = [...counts].map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
  for (const line of report.lines()) screen.write(`${line}\n`);
  screen.write(`${said.join(", ") || "No changes"} could be applied.\n`);
}

/** Throws a CommandError for the first line that cannot be applied. */
export async function updateCatalog(
  connections: Connections,
  paths: readonly string[],
  screen: Screen,
): Promise<void> {
  const update = await openUpdate(connections, screen);
  screen.write(expected(await countLines(paths)));
  await update.apply(changesIn(paths, update.report), STOPPED);
}

const STOPPED =
  "The lines before it are applied; correct it and run the command again: every line is safe to repeat.";

/** Calls of Cloudflare's API for each batch, and seconds for each call, with the time that D1 takes. */
const CALLS = 3;
const SECONDS = 0.5;

function expected(changes: number): string {
  const batches = Math.ceil(changes / TOGETHER);
  const seconds = Math.ceil(batches * CALLS * SECONDS);
  return `${changes.toLocaleString("en")} changes in batches of ${TOGETHER}: about ${seconds} s.\n`;
}

/** If a larger share of the titles differs, a load takes less time. */
const MAX_SHARE = 0.05;

/** Sends what differs between the live catalog and the source. */
export async function updateFrom(
  connections: Connections,
  source: StagedSource,
  { isDry, line, screen }: { readonly isDry: boolean; readonly line: ProgressLine; readonly screen: Screen },
): Promise<void> {
  const update = await openUpdate(connections, screen);
  const titles = source.byId();
  const found = await differentTitles(update.live, titles, (count) => line.comparing(count, source.titles));
  line.done();
  const [put, removed] = [found.put.length, found.removed.length];
  line.say(`${put.toLocaleString("en")} titles to put, ${removed.toLocaleString("en")} to remove.`);
  if (put + removed > source.titles * MAX_SHARE) line.say("A load takes less time.");
  if (isDry) return;
  if (put + removed > 0) screen.write(expected(put + removed));
  await update.apply(placed(source.name, titleChanges(titles, found)), AGAIN);
}

const NOT_LIVE =
  "The other catalog was made live meanwhile; this update changed the one that was live before. Run it again.";
const AGAIN = "What was sent before is applied; run the command again for the others.";

async function* placed(place: string, changes: Iterable<CatalogChange>): AsyncGenerator<PlacedChange> {
  for (const change of changes) yield { change, place };
}

interface OpenUpdate {
  readonly live: Connection;
  readonly report: LoadReport;
  /** Prints the result. Throws a CommandError, which ends with `advice`, for the first change that cannot be applied. */
  apply(lines: AsyncIterable<PlacedChange | LineError>, advice: string): Promise<void>;
}

async function openUpdate(connections: Connections, screen: Screen): Promise<OpenUpdate> {
  const slot = await liveSlot(connections);
  if (slot === null) throw new CommandError("The catalog is empty; load it first.");
  let written = 0;
  const counted = (connection: Connection): Connection => ({
    async batch(statements) {
      const results = await connection.batch(statements);
      for (const result of results) written += result.written;
      return results;
    },
  });
  const live = counted(await connections.catalog(slot));
  const log = counted(await connections.control());
  const report = new LoadReport();

  return {
    live,
    report,
    async apply(lines, advice) {
      const applying = applyChanges(lines, {
        live,
        tell: (applied, updated) => recordChanges(log, applied, updated),
        report,
      });
      const count = await applying
        .catch((thrown: unknown) => {
          if (!(thrown instanceof LineError)) throw thrown;
          throw new LineError(`${thrown.message}. ${advice}`, { cause: thrown });
        })
        .finally(() => {
          for (const remark of report.lines()) screen.write(`${remark}\n`);
        });
      if ((await liveSlot(connections)) !== slot) throw new CommandError(NOT_LIVE);
      const changes = count.toLocaleString("en");
      const rows = written.toLocaleString("en");
      screen.write(`Done: ${changes} changes, ${rows} rows written (${priceOf(written)}).\n`);
    },
  };
}
