/** The command line of `npm run catalog`. A command rejects options that it does not use. */
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Wait } from "../deploy/api.ts";
import { CommandError, parseOptions, UsageError } from "../options.ts";
import { backUp, restore } from "./backup.ts";
import { type Connections, localConnections, remoteConnections } from "./connection.ts";
import { hasLocalDatabase, withLocalDatabases } from "./database.ts";
import { fetchFiles } from "./fetch.ts";
import { adoptSlots, type Direction, discardIdle, switchSlots } from "./generations.ts";
import { dryRun, loadCommand, partsFolder, purge, readSource } from "./load-command.ts";
import { ProgressLine, type Screen } from "./progress.ts";
import { removeParts } from "./remote.ts";
import type { Selection } from "./sources/chosen.ts";
import { IMDB_KINDS } from "./sources/imdb.ts";
import { LoadReport } from "./sources/load-report.ts";
import { numberPeople, readTitles } from "./starter/read.ts";
import { checkCatalog, EMPTY, showStatus } from "./status.ts";
import { rejectedByDatabase } from "./storage.ts";
import { checkUpdate, updateCatalog, updateFrom } from "./update/command.ts";
import { LineError } from "./update/lines.ts";

const HELP = {
  load: `
  load <folder or files>   load the titles of these files, as a whole or not at all, beside the live catalog; then
                           make them live. To resume an interrupted load, repeat the command
    --remote               the deployed catalog, with your wrangler login; then the CDN cache of SITE_URL is purged
                           with ADMIN_TOKEN (both from the environment)
    --paid                 the account of the deployed catalog has the paid plan. Without it, the load must fit into
                           the free plan: 500 MB, and 100,000 rows a day
    --no-switch            leave the live catalog live: see switch
    --dry-run              read and check everything, write nothing; print what it would cost
    --limit N              only the N most popular titles
    --min-votes N          only titles with at least N votes
    --kinds LIST           only these kinds of IMDb, such as movie,tvMovie,tvSeries,tvMiniSeries
    --report FILE          write everything that is left out to a file, as JSON Lines
    --tmdb-people          the ids of people are TMDB's`,
  update: `
  update <files>           apply JSON Lines of changes to the live catalog, line by line (docs/catalog.md). If a line
                           cannot be applied, correct it and repeat the command: it goes on from there
  update --from <folder or files>
                           compare what load would read with the live catalog, and change what differs
    --limit N, --min-votes N, --kinds LIST
                           with --from: the same titles as in the load
    --report FILE          as in a load
    --remote               to the deployed catalog; then purge the CDN cache, as load does
    --dry-run              read and check everything, change nothing; with --from, print how much differs`,
  switch: `
  switch                   make the catalog live that was loaded last
    --remote               the deployed one`,
  rollback: `
  rollback                 make the previous generation live, within seconds; repeat it to return
    --remote               of the deployed catalog`,
  adopt: `
  adopt                    record what the databases really hold, after Time Travel for example, and invalidate all that
                           was stored
    --remote               of the deployed catalog; then the CDN cache is purged, as after an update`,
  discard: `
  discard                  abandon an unfinished load, and empty the slot that is not live
    --remote               of the deployed catalog`,
  status: `
  status                   show the live generation, the previous one or the next, and an unfinished load
    --remote               of the deployed catalog
    --json                 as JSON`,
  check: `
  check <folder or files>  the same as load --dry-run
  check                    check the local catalog that is live`,
  fetch: `
  fetch <URLs>             fetch files of a source. An interrupted file is resumed, and one that has not changed since is
                           not fetched again
    --to DIR               the folder for the files`,
  backup: `
  backup <file>            copy the local databases into a file, also while a server uses them`,
  restore: `
  restore <file>           replace the local databases by those of a backup, while no server uses them`,
  people: `
  people                   give ids to new names of the starter catalog`,
} as const satisfies Record<string, string>;

/** Returns the usage of the named command, or of all commands if no command has this name. */
export function findUsage([command]: readonly string[]): string {
  const named = Object.entries(HELP).find(([name]) => name === command);
  const lines = named === undefined ? Object.values(HELP).map((help) => help.slice(1)) : [named[1].slice(1)];
  const stateOption = "  --state DIR              folder of the local databases, as for npm start";
  return `Usage: npm run catalog -- COMMAND\n\n${[...lines, "", stateOption].join("\n")}`;
}

/**
 * Runs a catalog command. Throws a UsageError if the arguments are invalid, and a CommandError if the command fails.
 */
export async function catalogCommand(
  args: readonly string[],
  screen: Screen,
  wait: Wait = sleep,
): Promise<void> {
  const line = { ...readCommandLine(args), wait };
  await run(line, screen).catch((thrown) =>
    rejectedByDatabase("The command stopped because a database rejected it", thrown),
  );
}

async function run(line: PacedLine, screen: Screen): Promise<void> {
  const { command, paths, selection, state } = line;
  switch (command) {
    case "load":
      return withReport(line, (report) =>
        line.dryRun ? dryRun({ paths, selection, screen, report }) : loadCommand({ ...line, screen, report }),
      );
    case "status":
      return withConnections(line, (connections) => showStatus(connections, { isJson: line.json, screen }));
    case "update":
      return withReport(line, (report) =>
        line.dryRun && !line.isFrom
          ? checkUpdate(paths, screen, report)
          : updateCommand(line, screen, report),
      );
    case "switch":
    case "rollback":
      return switchCommand(command, line, screen);
    case "adopt":
      return adoptCommand(line, screen);
    case "discard":
      return discardCommand(line, screen);
    case "check":
      if (paths.length === 0) return checkCatalog(state, screen);
      return withReport(line, (report) => dryRun({ paths, selection, screen, report }));
    case "fetch":
      return fetchFiles(paths, line.to, { print: (text) => void screen.write(`${text}\n`), wait: line.wait });
    case "backup":
      await backUp(state, paths[0] ?? "");
      return void screen.write(`Copied the catalog of ${state} to ${paths[0]}.\n`);
    case "restore":
      await restore(state, paths[0] ?? "");
      return void screen.write(`Restored ${paths[0]} to ${state}.\n`);
    case "people":
      screen.write(`${numberPeople(readTitles())} names are new.\n`);
  }
}

interface PacedLine extends CommandLine {
  readonly wait: Wait;
}

/**
 * Calls `use` with the remote or local databases, or with `null` if there are no local ones. Never creates a
 * database.
 */
function withConnections<T>(
  { state, remote, wait }: Pick<PacedLine, "state" | "remote" | "wait">,
  use: (connections: Connections | null) => Promise<T>,
): Promise<T> {
  if (remote) return remoteConnections(wait).then(use);
  if (!hasLocalDatabase(state)) return use(null);
  return withLocalDatabases(state, (databases) => use(localConnections(databases)));
}

async function withCatalog<T>(line: PacedLine, use: (connections: Connections) => Promise<T>): Promise<T> {
  return await withConnections(line, async (connections) => {
    if (connections === null) throw new CommandError(EMPTY);
    return await use(connections);
  });
}

/** Calls `use` with a report that also writes everything that is left out to the file of `--report`. */
async function withReport(
  { reportFile }: CommandLine,
  use: (report: LoadReport) => Promise<void>,
): Promise<void> {
  if (reportFile === undefined) return await use(new LoadReport());
  const file = openSync(reportFile, "w");
  const report = new LoadReport((line) => writeSync(file, `${JSON.stringify(line)}\n`));
  try {
    await use(report);
  } finally {
    report.end();
    closeSync(file);
  }
}

async function updateCommand(line: PacedLine, screen: Screen, report: LoadReport): Promise<void> {
  const updating = withCatalog(line, async (connections) => {
    const progress = new ProgressLine(screen, () => performance.now());
    const reporting = { line: progress, report };
    if (!line.isFrom) return await updateCatalog(connections, line.paths, reporting);
    const source = await readSource(line.paths, line.selection, { folder: null, ...reporting });
    const options = { isDry: line.dryRun, ...reporting };
    await updateFrom(connections, source, options).finally(source.remove);
  });
  const stopped = await updating.then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof LineError) return new CommandError(`${thrown.message}. ${STOPPED}`);
      throw thrown;
    },
  );
  if (line.remote && !line.dryRun) await purge(screen);
  if (stopped !== null) throw stopped;
}

const STOPPED =
  "The lines before it are applied; correct it and run the command again: every line is safe to repeat.";

async function switchCommand(direction: Direction, line: PacedLine, screen: Screen): Promise<void> {
  const live = await withCatalog(line, (connections) => switchSlots(connections, direction));
  screen.write(`Live: generation ${live.number}, ${live.titles} titles, loaded ${live.loadedAt}.\n`);
  if (line.remote) await purge(screen);
}

async function adoptCommand(line: PacedLine, screen: Screen): Promise<void> {
  const { slot, number, titles, loadedAt } = await withCatalog(line, adoptSlots);
  screen.write(`Live: slot ${slot}, generation ${number}, ${titles} titles, loaded ${loadedAt}.\n`);
  if (line.remote) await purge(screen);
}

async function discardCommand(line: PacedLine, screen: Screen): Promise<void> {
  removeParts(partsFolder(line.state));
  const slot = await withConnections(line, async (connections) => connections && discardIdle(connections));
  screen.write(slot === null ? "There is nothing to discard.\n" : `Slot ${slot} is empty.\n`);
}

interface CommandLine {
  readonly command: Command;
  readonly paths: readonly string[];
  readonly selection: Selection;
  readonly state: string;
  readonly remote: boolean;
  readonly dryRun: boolean;
  /** Whether the files of an update contain a whole catalog, as for a load, instead of changes. */
  readonly isFrom: boolean;
  readonly isSwitched: boolean;
  readonly isPaid: boolean;
  readonly json: boolean;
  /** The folder into which files are fetched. */
  readonly to: string;
  /** The file for everything that is left out, as JSON Lines. */
  readonly reportFile: string | undefined;
}

const OPTIONS = {
  remote: { type: "boolean" },
  "dry-run": { type: "boolean" },
  from: { type: "boolean" },
  "no-switch": { type: "boolean" },
  paid: { type: "boolean" },
  json: { type: "boolean" },
  limit: { type: "string" },
  "min-votes": { type: "string" },
  "tmdb-people": { type: "boolean" },
  kinds: { type: "string" },
  report: { type: "string" },
  to: { type: "string" },
  state: { type: "string" },
} as const;
type Option = keyof typeof OPTIONS;

/** The options that each command accepts. `check` with files accepts `OF_FILES` instead. */
const COMMANDS = {
  load: [
    "remote",
    "dry-run",
    "no-switch",
    "paid",
    "limit",
    "min-votes",
    "tmdb-people",
    "kinds",
    "report",
    "state",
  ],
  update: ["remote", "dry-run", "state", "from", "limit", "min-votes", "kinds", "report"],
  switch: ["remote", "state"],
  rollback: ["remote", "state"],
  adopt: ["remote", "state"],
  discard: ["remote", "state"],
  status: ["remote", "state", "json"],
  check: ["state"],
  fetch: ["to"],
  backup: ["state"],
  restore: ["state"],
  people: [],
} as const satisfies Record<string, readonly Option[]>;
type Command = keyof typeof COMMANDS;
const OF_FILES: readonly Option[] = ["limit", "min-votes", "kinds"];

const DEFAULT_STATE = ".wrangler/state";

/** Parses the command line. Throws a UsageError if it is invalid. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, words } = parseOptions({ args, options: OPTIONS, words: "any" });
  const [named, ...paths] = words;
  const command = (Object.keys(COMMANDS) as Command[]).find((name) => name === named);
  if (named === undefined) throw new UsageError("Missing command.");
  if (command === undefined) throw new UsageError(`Unknown command '${named}'.`);
  refuseUnused(command, paths, Object.keys(values) as Option[]);
  const { state = DEFAULT_STATE, remote = false, limit } = values;
  const isFile = statSync(state, { throwIfNoEntry: false })?.isDirectory() === false;
  if (state === "" || isFile) throw new UsageError("--state must name a folder.");
  return {
    command,
    paths,
    state: resolve(state),
    remote,
    dryRun: values["dry-run"] ?? false,
    isFrom: values.from ?? false,
    isSwitched: values["no-switch"] !== true,
    isPaid: values.paid ?? false,
    json: values.json ?? false,
    to: values.to ?? "",
    reportFile: values.report,
    selection: {
      limit: wholeNumber("--limit", limit, 1),
      minVotes: wholeNumber("--min-votes", values["min-votes"], 0),
      tmdbPeople: values["tmdb-people"],
      kinds: readKinds(values.kinds),
    },
  };
}

function readKinds(text: string | undefined): readonly string[] | undefined {
  const kinds = text?.split(",");
  if (kinds?.every((kind) => IMDB_KINDS.has(kind)) === false)
    throw new UsageError(`--kinds must list some of: ${[...IMDB_KINDS.keys()].join(", ")}.`);
  return kinds;
}

function refuseUnused(command: Command, paths: readonly string[], options: readonly Option[]): void {
  if (command === "load" && paths.length === 0) throw new UsageError("load needs a folder or files.");
  if (command === "fetch" && (paths.length === 0 || !options.includes("to")))
    throw new UsageError("fetch needs URLs and --to with a folder.");
  if (command === "update" && paths.length === 0) throw new UsageError("update needs files.");
  const isBackup = command === "backup" || command === "restore";
  if (isBackup && paths.length !== 1) throw new UsageError(`${command} needs one file.`);
  if (paths.length > 0 && !isBackup && !["load", "update", "check", "fetch"].includes(command))
    throw new UsageError(`${command} takes no files.`);
  const readsFiles = command === "check" && paths.length > 0;
  const useful: readonly Option[] = readsFiles ? [...OF_FILES, "report"] : COMMANDS[command];
  const unused = options.find((option) => !useful.includes(option));
  if (unused !== undefined) {
    const what = command === "check" ? `check ${readsFiles ? "of files" : "of the local catalog"}` : command;
    throw new UsageError(`--${unused} does not apply to ${what}.`);
  }
  if (
    command === "update" &&
    !options.includes("from") &&
    options.some((option) => OF_FILES.includes(option))
  )
    throw new UsageError("--limit, --min-votes and --kinds apply to update with --from only.");
  if (command === "status" && options.includes("remote") && options.includes("state"))
    throw new UsageError("--state selects a local catalog and --remote the deployed one. Use one of them.");
}

function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min)
    throw new UsageError(`${name} must be a whole number from ${min}.`);
  return value;
}
