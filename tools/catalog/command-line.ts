/** Reads the command line of `npm run catalog`. Rejects options that a command does not use, rather than ignoring them. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseOptions, UsageError } from "../options.ts";
import type { Selection } from "./sources/chosen.ts";

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

const COMMANDS = ["load", "status", "check", "people"] as const;
type Command = (typeof COMMANDS)[number];

const DEFAULT_STATE = ".wrangler/state";

/** Throws a UsageError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, words } = parseOptions({ args, options: OPTIONS, words: "any" });
  const [named, ...paths] = words;
  const command = COMMANDS.find((known) => known === named);
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
  const unused = given.find((option) => !usefulOptions(command, readsFiles).includes(option));
  if (unused !== undefined) {
    const what = command === "check" ? `check ${readsFiles ? "of files" : "of the local catalog"}` : command;
    throw new UsageError(`--${unused} has no meaning for ${what}.`);
  }
  if (command === "status" && given.includes("remote") && given.includes("state"))
    throw new UsageError("--state names a local catalog, --remote means the deployed one: choose one.");
}

function usefulOptions(command: Command, readsFiles: boolean): readonly Option[] {
  switch (command) {
    case "load":
      return ["remote", "dry-run", "limit", "min-votes", "state"];
    case "status":
      return ["remote", "state"];
    case "check":
      return readsFiles ? ["limit", "min-votes"] : ["state"];
    case "people":
      return [];
  }
}

function wholeNumber(name: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min)
    throw new UsageError(`${name} must be a whole number from ${min}.`);
  return value;
}
