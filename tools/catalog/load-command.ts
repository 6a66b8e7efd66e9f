/** `npm run catalog -- load`. */
import { join } from "node:path";
import { consoleLog } from "../../worker/log.ts";
import { WAIT_FOR_LOCKS, withLoadLock, withMigratedDatabase } from "./database.ts";
import { type LoadServices, load } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { peopleInMemory } from "./load/people.ts";
import { boundTarget, discardingTarget } from "./load/target.ts";
import { ProgressLine, type Screen } from "./progress.ts";
import { purgeFront } from "./purge.ts";
import { loadRemotely, remoteDatabaseBytes } from "./remote.ts";
import type { Selection } from "./sources/chosen.ts";
import { LoadReport } from "./sources/load-report.ts";
import { peopleOnDisk } from "./sources/people-on-disk.ts";
import { type StagedSource, stagedSource } from "./sources/staged.ts";
import { assertFits, gigabytes, namingFullDisk } from "./storage.ts";

export interface LoadOptions {
  readonly paths: readonly string[];
  readonly selection: Selection;
  /** The folder of wrangler's local state. */
  readonly state: string;
  readonly remote: boolean;
  readonly screen: Screen;
}

type Services = Omit<LoadServices, "target">;

/** Leaves the old catalog untouched if it throws. */
export async function loadCommand(options: LoadOptions): Promise<void> {
  const { state, remote, screen } = options;
  const titles = await withLoadLock(state, () => namingFullDisk(state, () => loaded(options, state)));
  screen.write(
    `Done: ${titles.toLocaleString("en")} titles.${remote ? "" : " Start the site with: npm start"}\n`,
  );
  if (remote) await purge(screen);
  // For logs that collect the output of a nightly load next to the Worker's.
  if (!screen.isTTY) consoleLog({ event: "load-finished", titles, remote });
}

/** Not from `.dev.vars`, which has the settings of a local run. */
async function purge(screen: Screen): Promise<void> {
  await purgeFront({
    site: process.env.SITE_URL,
    token: process.env.ADMIN_TOKEN,
    say: (line) => void screen.write(`${line}\n`),
    fetch,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}

/** Where SQLite keeps temporary files. */
const TEMPORARY = process.env.SQLITE_TMPDIR ?? process.env.TMPDIR ?? "/var/tmp";

/** Does everything that a load does, except writing. Returns the number of titles; throws what a load would throw. */
export async function dryRun(options: Omit<LoadOptions, "state">): Promise<number> {
  return await namingFullDisk(TEMPORARY, () => loaded(options, null));
}

/** `state`: as in the options; `null`: writes nothing. */
async function loaded(
  { paths, selection, remote, screen }: Omit<LoadOptions, "state">,
  state: string | null,
): Promise<number> {
  const folder = state && join(state, "catalog");
  const line = new ProgressLine(screen, () => performance.now());
  const say = (text: string) => line.say(text);
  const source = await readSource(paths, selection, { folder, line });
  let isInterrupted = false;
  try {
    const services = servicesFor(source, line);
    assertFits(source.bytes, remote && state !== null ? await remoteDatabaseBytes() : 0);
    isInterrupted = state !== null;
    const titles = remote
      ? await loadRemotely(source, { folder: folder && join(folder, "sql"), say, services })
      : await loadLocally(source, state, services);
    line.done();
    isInterrupted = false;
    return titles;
  } finally {
    if (isInterrupted) source.close();
    else source.remove();
  }
}

function loadLocally(source: StagedSource, state: string | null, services: Services): Promise<number> {
  if (state === null) return load(source, { ...services, target: discardingTarget });
  return withMigratedDatabase(state, (_, statements) =>
    load(source, { ...services, target: boundTarget(statements, WAIT_FOR_LOCKS) }),
  );
}

/** Reads the files and reports malformed rows and fields. */
async function readSource(
  paths: readonly string[],
  selection: Selection,
  { folder, line }: { readonly folder: string | null; readonly line: ProgressLine },
): Promise<StagedSource> {
  const report = new LoadReport();
  const progress = line.reading.bind(line);
  const source = await stagedSource(paths, selection, { folder, report, progress });
  for (const text of report.lines()) line.say(text);
  line.say(`${source.titles.toLocaleString("en")} titles, about ${gigabytes(source.bytes)} in the database.`);
  return source;
}

/** Bytes of credits to sort in memory at most; sorting takes about twice as much. */
const MAX_IN_MEMORY = 200e6;

function servicesFor({ titles, creditsBytes }: StagedSource, line: ProgressLine): Services {
  return {
    migrations: readMigrations(),
    now: () => new Date(),
    people: creditsBytes > MAX_IN_MEMORY ? peopleOnDisk() : peopleInMemory(),
    report: (step, count) => line.writing(step, count, step === "titles" ? titles : null),
  };
}
