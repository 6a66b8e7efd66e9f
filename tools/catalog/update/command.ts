import { CommandError } from "../../options.ts";
import type { Connections } from "../connection.ts";
import { liveSlot } from "../generations.ts";
import type { Connection } from "../load/statements.ts";
import { printReport } from "../load-command.ts";
import type { ProgressLine, Screen } from "../progress.ts";
import { LoadReport } from "../sources/load-report.ts";
import type { StagedSource } from "../sources/staged.ts";
import { formatPrice } from "../storage.ts";
import { applyChanges } from "./batch.ts";
import { differentTitles } from "./from.ts";
import { changesIn, LineError, type PlacedChange } from "./lines.ts";

/** Reads all lines of the files without changing the catalog. Throws a LineError for the first malformed line. */
export async function checkUpdate(
  paths: readonly string[],
  screen: Screen,
  report = new LoadReport(),
): Promise<void> {
  let count = 0;
  for await (const line of changesIn(paths, report)) {
    if (line instanceof LineError) throw line;
    count += 1;
  }
  for (const line of report.lines()) screen.write(`${line}\n`);
  screen.write(`${count.toLocaleString("en")} changes could be applied. ${report.summary()}\n`);
}

/** Applies the changes in the files. Throws a LineError for the first line that cannot be applied. */
export async function updateCatalog(
  connections: Connections,
  paths: readonly string[],
  { line, report = new LoadReport() }: Reporting,
): Promise<void> {
  const update = await openUpdate(connections, { line, report });
  // Too many malformed lines must stop the update before it writes.
  for await (const change of changesIn(paths, new LoadReport())) if (change instanceof LineError) break;
  await update.apply(() => changesIn(paths, report), null);
}

interface Reporting {
  readonly line: ProgressLine;
  readonly report?: LoadReport;
}

/** The share of changed titles above which a load takes less time than an update. */
const MAX_SHARE = 0.05;

/** Changes the live catalog so that it contains the same titles as a source. */
export async function updateFrom(
  connections: Connections,
  source: StagedSource,
  { isDry, line, report = new LoadReport() }: Reporting & { readonly isDry: boolean },
): Promise<void> {
  const update = await openUpdate(connections, { line, report });
  const compared = (count: number) => line.comparing(count, source.titles);
  const { put, removed, changes } = await differentTitles(update.live, source.byId(), compared);
  line.print(`${put.toLocaleString("en")} titles to change, ${removed.toLocaleString("en")} to remove.`);
  if (put + removed > source.titles * MAX_SHARE) line.print("A load would take less time.");
  if (isDry) return printReport(source, line, report);
  await update.apply(async function* () {
    for (const change of changes()) yield { change, place: source.name };
  }, put + removed);
}

const NOT_LIVE =
  "The other catalog was made live meanwhile; this update changed the one that was live before. Run it again.";

interface OpenUpdate {
  readonly live: Connection;
  /**
   * Applies changes and prints the result. Throws a LineError for the first change that cannot be applied. `total` is
   * the number of changes, or `null` if unknown.
   */
  apply(changes: () => AsyncIterable<PlacedChange | LineError>, total: number | null): Promise<void>;
}

async function openUpdate(
  connections: Connections,
  { line, report }: Required<Reporting>,
): Promise<OpenUpdate> {
  const slot = await liveSlot(connections);
  if (slot === null) throw new CommandError("The catalog is empty. Load it first.");
  let rows = 0;
  const counted = (connection: Connection): Connection => ({
    async batch(statements) {
      const results = await connection.batch(statements);
      for (const { written } of results) rows += written;
      return results;
    },
  });
  const live = counted(await connections.catalog(slot));
  const log = counted(await connections.control());

  return {
    live,
    async apply(changes, total) {
      const count = await applyChanges(changes(), {
        live,
        control: log,
        report,
        progress: (applied) => line.writing("changes", applied, total),
      }).finally(() => {
        for (const remark of report.lines()) line.print(remark);
      });
      line.done();
      if ((await liveSlot(connections)) !== slot) throw new CommandError(NOT_LIVE);
      const [changeCount, rowCount] = [count.toLocaleString("en"), rows.toLocaleString("en")];
      line.print(
        `Done: ${changeCount} changes, ${rowCount} rows written (${formatPrice(rows)}). ${report.summary()}`,
      );
    },
  };
}
