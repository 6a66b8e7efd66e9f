/** What `npm run catalog` was asked. An option that a command has no use for is refused, never ignored. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Selection } from "./sources/chosen.ts";

/** Wrong usage, as against a command that failed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
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

const COMMANDS = ["load", "status", "check", "people"] as const;
type Command = (typeof COMMANDS)[number];

const DEFAULT_STATE = ".wrangler/state";

/** Throws a UsageError that says what is wrong. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const { values, positionals } = parse(words);
  const [named, ...paths] = positionals;
  const command = COMMANDS.find((known) => known === named);
  if (named === undefined) throw new UsageError("What is to be done?");
  if (command === undefined) throw new UsageError(`There is no command ${named}.`);
  const given = Object.keys(values) as Option[];
  refuse(command, paths, given);
  const { state = DEFAULT_STATE, remote = false, limit } = values;
  if (state === "") throw new UsageError("--state must name a folder.");
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

function parse(words: readonly string[]) {
  try {
    const parsed = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS, tokens: true });
    const named = parsed.tokens.flatMap((token) => (token.kind === "option" ? [token.rawName] : []));
    const repeated = named.find((name, at) => named.indexOf(name) < at);
    if (repeated !== undefined) throw new UsageError(`${repeated} is given twice.`);
    return parsed;
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Throws for what a command has no use for. */
function refuse(command: Command, paths: readonly string[], given: readonly Option[]): void {
  if (command === "load" && paths.length === 0) throw new UsageError("What is to be loaded?");
  if (paths.length > 0 && (command === "status" || command === "people"))
    throw new UsageError(`${command} takes no files.`);
  const readsFiles = command === "check" && paths.length > 0;
  const useless = given.find((option) => !usefulOptions(command, readsFiles).includes(option));
  if (useless !== undefined) {
    const what = command === "check" ? `check ${readsFiles ? "of files" : "of the local catalog"}` : command;
    throw new UsageError(`--${useless} has no meaning for ${what}.`);
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
