/** Loads a catalog (`npm run catalog -- load`). Checks files without writing anything for `--dry-run` and `check`. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../options.ts";
import { AFTER_CHANGE, requestPurge } from "../purge.ts";
import { type Connections, localConnections, remoteConnections } from "./connection.ts";
import { withLocalDatabases } from "./database.ts";
import { chooseDestination, type Destination, endLoad, measureSize } from "./generations.ts";
import { type CatalogLoadServices, load } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { peopleInMemory } from "./load/people.ts";
import { SqlParts } from "./load/sql.ts";
import { loadLocally } from "./local.ts";
import { ProgressLine, type Screen } from "./progress.ts";
import { type Execute, executeFile, isEnded, removeParts, sendParts, writeParts } from "./remote.ts";
import type { Selection } from "./sources/chosen.ts";
import { LoadReport, TooManyMalformed } from "./sources/load-report.ts";
import { type StagedSource, stagedSource } from "./sources/staged.ts";
import { storeOnDisk } from "./sources/store-on-disk.ts";
import { assertFits, assertFreeRows, deployedCosts, gigabytes, rejectedByDatabase } from "./storage.ts";

interface SourceOptions {
  readonly paths: readonly string[];
  readonly selection: Selection;
  readonly screen: Screen;
  readonly report?: LoadReport;
}

export interface LoadOptions extends SourceOptions {
  readonly state: string;
  readonly remote: boolean;
  /** Whether the account of a deployed catalog has the paid plan. */
  readonly isPaid?: boolean;
  /** Whether the new catalog goes live at the end. */
  readonly isSwitched?: boolean;
  readonly execute?: Execute;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

type Services = Omit<CatalogLoadServices, "target">;

/** Returns the folder for the SQL files of a remote load. */
export const partsFolder = (state: string) => join(state, "catalog", "parts");

/** Loads a catalog. If it throws, the live catalog is unchanged. */
export async function loadCommand(options: LoadOptions): Promise<void> {
  const { remote, screen, isSwitched = true, report = new LoadReport() } = options;
  const titles = await loaded(options, report).catch((thrown) =>
    rejectedByDatabase("The load stopped, and the catalog is unchanged", thrown),
  );
  const next = isSwitched
    ? "Start the site with: npm start"
    : "Make them live with: npm run catalog -- switch";
  if (!remote || !isSwitched) screen.write(`${next}\n`);
  screen.write(`Done: ${titles.toLocaleString("en")} titles. ${report.summary()}\n`);
  if (remote && isSwitched) await purge(screen);
  // A log collector receives this line together with the Worker's log.
  if (!screen.isTTY) console.log(JSON.stringify({ event: "load-finished", titles, remote }));
}

/** Marks the CDN cache as stale. Settings in `.dev.vars` are ignored, because they are for local runs. */
export async function purge(screen: Screen): Promise<void> {
  await requestPurge({
    purge: AFTER_CHANGE,
    site: process.env.SITE_URL,
    token: process.env.ADMIN_TOKEN,
    print: (line) => void screen.write(`${line}\n`),
    fetch,
    wait: sleep,
  });
}

function loaded(options: LoadOptions, report: LoadReport): Promise<number> {
  return reporting(options.screen, report, (line) => loadFiles(options, { line, report }));
}

/** Runs a load. If it fails, prints what was left out until then. */
async function reporting<T>(
  screen: Screen,
  report: LoadReport,
  work: (line: ProgressLine) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(screen, () => performance.now());
  try {
    return await work(line);
  } catch (thrown) {
    if (!(thrown instanceof TooManyMalformed)) for (const text of report.lines()) line.print(text);
    throw thrown;
  }
}

async function loadFiles(options: LoadOptions, { line, report }: Reporting): Promise<number> {
  const { paths, selection, state, remote, isSwitched = true } = options;
  const source = await readSource(paths, selection, { folder: join(state, "catalog"), line, report });
  try {
    const titles = remote
      ? await loadRemotely(source, options, { line, report })
      : await withLocalDatabases(state, async (databases) => {
          const connections = localConnections(databases);
          const destination = await destinationFor(source, connections, options);
          const services = servicesFor(source, { line, report });
          return await loadLocally(source, { connections, destination, services, isSwitched });
        });
    printReport(source, line, report);
    source.remove();
    return titles;
  } catch (thrown) {
    if (thrown instanceof Refused) source.remove();
    else source.close();
    throw thrown;
  }
}

/** The error for a load that is rejected before anything is written. The staging file is then removed. */
class Refused extends CommandError {}

/**
 * Chooses the slot of a load. Throws a Refused if the catalog does not fit into D1, or if the first catalog
 * must not go live.
 */
async function destinationFor(
  source: StagedSource,
  connections: Connections,
  { isSwitched = true, remote, isPaid = false }: LoadOptions,
): Promise<Destination> {
  const destination = await chooseDestination(connections);
  try {
    if (destination.control === null && !isSwitched)
      throw new CommandError(
        "There is no second catalog yet, so a load goes live at its end. Omit --no-switch.",
      );
    const held = destination.control === null ? await measureSize(connections, destination.slot) : 0;
    assertFits(source.bytes, { held, isFree: remote && !isPaid });
  } catch (thrown) {
    throw new Refused((thrown as Error).message);
  }
  return destination;
}

async function loadRemotely(
  source: StagedSource,
  options: LoadOptions,
  { line, report }: Reporting,
): Promise<number> {
  const folder = partsFolder(options.state);
  const key = JSON.stringify([source.fingerprint, options.selection]);
  const connections = await remoteConnections(options.wait);
  const destination = await destinationFor(source, connections, options);
  const parts = await writeParts(source, { folder, key, services: servicesFor(source, { line, report }) });
  if (options.isPaid !== true) assertFreeRows(parts.rows);
  const { execute = executeFile, wait = sleep } = options;
  const print = (text: string) => line.print(text);
  if (!(await isEnded(parts, destination, connections))) {
    await sendParts(parts, { folder, source: source.name, connections, destination, print, execute, wait });
    await endLoad(connections, destination, { load: parts.load, isSwitched: options.isSwitched ?? true });
  }
  removeParts(folder);
  return parts.titles;
}

/** Runs all steps of a load except writing, and throws the same errors. */
export async function dryRun(options: SourceOptions): Promise<void> {
  const { screen, report = new LoadReport() } = options;
  await reporting(screen, report, (line) => checkFiles(options, { line, report }));
}

async function checkFiles(
  { paths, selection, screen }: SourceOptions,
  { line, report }: Reporting,
): Promise<void> {
  const source = await readSource(paths, selection, { folder: null, line, report });
  try {
    assertFits(source.bytes, { held: 0, isFree: false });
    const parts = new SqlParts({ folder: null, load: "dry-run" });
    const services = servicesFor(source, { line, report });
    const { titles, rows } = await load(source, { ...services, target: parts.target });
    printReport(source, line, report);
    screen.write(`${titles} titles could be loaded.\n`);
    screen.write(`${deployedCosts({ parts: parts.parts, bytes: parts.bytes, rows })}\n`);
    screen.write(`Done: ${titles.toLocaleString("en")} titles. ${report.summary()}\n`);
  } finally {
    source.remove();
  }
}

interface Reporting {
  readonly line: ProgressLine;
  readonly report: LoadReport;
}

/** Reads the files, and prints how many titles there are. */
export async function readSource(
  paths: readonly string[],
  selection: Selection,
  { folder, line, report }: Reporting & { readonly folder: string | null },
): Promise<StagedSource> {
  const progress = line.reading.bind(line);
  const source = await stagedSource(paths, selection, { folder, report, progress });
  line.print(
    `${source.titles.toLocaleString("en")} titles, about ${gigabytes(source.bytes)} in the database.`,
  );
  return source;
}

const ONE = { titles: "title", people: "person", seasons: "season", episodes: "episode" } as const;

/** Prints how much there is, and what was left out. */
export function printReport({ titles, counts }: StagedSource, line: ProgressLine, report: LoadReport): void {
  const amounts = Object.entries({ titles, people: report.people, ...counts }).flatMap(([name, count]) =>
    count === null
      ? []
      : `${count.toLocaleString("en")} ${count === 1 ? ONE[name as keyof typeof ONE] : name}`,
  );
  line.print(`${amounts.join(", ")}.`);
  for (const text of report.lines()) line.print(text);
}

/**
 * The maximum size in bytes of a catalog whose credits are sorted in memory. Sorting takes about as much memory.
 * Larger catalogs are sorted on disk.
 */
const MAX_IN_MEMORY = 400e6;

function servicesFor({ titles, bytes, name }: StagedSource, { line, report }: Reporting): Services {
  return {
    migrations: readMigrations(),
    now: () => new Date(),
    store: bytes > MAX_IN_MEMORY ? storeOnDisk() : peopleInMemory(),
    report(step, count) {
      if (step === "people") report.people = count;
      line.writing(step, count, step === "titles" ? titles : null);
    },
    ignore: (id, reason, field, value) =>
      report.ignored({ file: name, line: null, id, reason, field, value }),
  };
}
