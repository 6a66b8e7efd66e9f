/**
 * The commands of `npm run catalog`, and its command line: options that a command does not use are rejected, not ignored.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseOptions, UsageError } from "../options.ts";
import { dryRun, loadCommand } from "./load-command.ts";
import type { Screen } from "./progress.ts";
import type { Selection } from "./sources/chosen.ts";
import { numberPeople, readTitles } from "./starter/read.ts";
import { checkCatalog, checkFiles, showStatus } from "./status.ts";

export const USAGE = `
Usage: npm run catalog -- COMMAND

  load <folder or files>   replace the catalog with the titles of these files, as a whole or not at all
    --remote               the deployed catalog, with your wrangler login; then the cache in front of SITE_URL is
                           purged with ADMIN_TOKEN (both from the environment)
    --dry-run              read and check everything, write nothing
    --limit N              only the N most popular titles
    --min-votes N          only titles with at least N votes
  check <folder or files>  the same as load --dry-run
  check                    check the local catalog
  status                   show what the local catalog holds
    --remote               the deployed catalog
  people                   give ids to new names of the starter catalog

  --state DIR              folder of the local database, as for npm start
`;

/** Throws a UsageError for invalid arguments, and a CommandError if the command fails. */
export async function catalogCommand(args: readonly string[], screen: Screen): Promise<void> {
  const { command, paths, selection, state, remote, dryRun: isDryRun } = readCommandLine(args);
  switch (command) {
    case "load":
      if (!isDryRun) return loadCommand({ paths, selection, state, remote, screen });
      screen.write(`${await dryRun({ paths, selection, remote, screen })} titles could be loaded.\n`);
      return;
    case "status":
      return showStatus(state, remote, screen);
    case "check":
      return paths.length > 0 ? checkFiles({ paths, selection, screen }) : checkCatalog(state, screen);
    case "people":
      screen.write(`${numberPeople(readTitles())} names are new.\n`);
  }
}

export interface CommandLine {
  readonly command: Command;
  readonly paths: readonly string[];
  readonly selection: Selection;
  /** An absolute path. */
  readonly state: string;
  readonly remote: boolean;
  readonly dryRun: boolean;
}

const OPTIONS = {
  remote: { type: "boolean" },
  "dry-run": { type: "boolean" },
  limit: { type: "string" },
  "min-votes": { type: "string" },
  state: { type: "string" },
} as const;
type Option = keyof typeof OPTIONS;

/** The options of each command. `check` has others for files. */
const COMMANDS = {
  load: ["remote", "dry-run", "limit", "min-votes", "state"],
  status: ["remote", "state"],
  check: ["state"],
  people: [],
} as const satisfies Record<string, readonly Option[]>;
type Command = keyof typeof COMMANDS;
const OF_FILES: readonly Option[] = ["limit", "min-votes"];

const DEFAULT_STATE = ".wrangler/state";

/** Throws a UsageError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, words } = parseOptions({ args, options: OPTIONS, words: "any" });
  const [named, ...paths] = words;
  const command = (Object.keys(COMMANDS) as Command[]).find((known) => known === named);
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
    selection: {
      limit: wholeNumber("--limit", limit, 1),
      minVotes: wholeNumber("--min-votes", values["min-votes"], 0),
    },
  };
}

function refuseUnused(command: Command, paths: readonly string[], given: readonly Option[]): void {
  if (command === "load" && paths.length === 0) throw new UsageError("load needs a folder or files.");
  if (paths.length > 0 && (command === "status" || command === "people"))
    throw new UsageError(`${command} takes no files.`);
  const readsFiles = command === "check" && paths.length > 0;
  const useful: readonly Option[] = readsFiles ? OF_FILES : COMMANDS[command];
  const unused = given.find((option) => !useful.includes(option));
  if (unused !== undefined) {
    const what = command === "check" ? `check ${readsFiles ? "of files" : "of the local catalog"}` : command;
    throw new UsageError(`--${unused} has no meaning for ${what}.`);
  }
  if (command === "status" && given.includes("remote") && given.includes("state"))
    throw new UsageError("--state names a local catalog, --remote means the deployed one: choose one.");
}

function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min)
    throw new UsageError(`${name} must be a whole number from ${min}.`);
  return value;
}
