/**
 * Parses the command line of every tool. Prints the usage for `--help`, and rejects unknown options and arguments.
 * The exit code is 0 for success, 1 if the command failed, and 2 if the command line was invalid.
 */
import { type ParseArgsConfig, parseArgs } from "node:util";

/** An error that is printed without a stack trace, because its message says everything. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** An invalid command line. The usage is printed after the message. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>["values"];

interface CommandLine<Known extends Options> {
  readonly options?: Known;
  /**
   * The arguments that are allowed besides options: one of the words in a list, or any number with "any". Defaults to
   * none.
   */
  readonly words?: readonly string[] | "any";
  readonly args?: readonly string[];
}

export function parseOptions<const Known extends Options = Record<never, never>>({
  options,
  words = [],
  args = process.argv.slice(2),
}: CommandLine<Known>): { readonly values: Values<Known>; readonly words: readonly string[] } {
  const { values, positionals } = parse(options ?? {}, args);
  if (words !== "any") refuseWords(positionals, words);
  return { values: values as unknown as Values<Known>, words: positionals };
}

function parse(options: Options, args: readonly string[]) {
  try {
    const { tokens, ...parsed } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      tokens: true,
    });
    refuseRepeated(tokens.flatMap((token) => (token.kind === "option" ? [token.rawName] : [])));
    return parsed;
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    // Only the first sentence of Node's message is kept. The others explain how to pass arguments that begin with a
    // dash.
    const [sentence = ""] = String((thrown as Error).message).split(". ");
    throw new UsageError(`${sentence.replace(/\.$/, "")}.`);
  }
}

function refuseRepeated(names: readonly string[]): void {
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw new UsageError(`${repeated} is repeated.`);
}

function refuseWords(words: readonly string[], allowedWords: readonly string[]): void {
  const unknown = words.find((word) => !allowedWords.includes(word)) ?? words[1];
  if (unknown !== undefined) throw new UsageError(`Unexpected argument '${unknown}'.`);
  if (allowedWords.length > 0 && words.length === 0) throw new UsageError("Missing command.");
}

/** Runs a command. If it throws, prints the error and ends the process with exit code 1 or 2. */
export async function runCommand(usage: string, main: () => Promise<void> | void): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(usage.trim());
    return;
  }
  try {
    await main();
  } catch (thrown) {
    const isUsage = thrown instanceof UsageError;
    console.error(isExplained(thrown) ? thrown.message : thrown);
    if (isUsage) console.error(`\n${usage.trim()}`);
    process.exit(isUsage ? 2 : 1);
  }
}

/**
 * Returns true for errors whose message is enough. The message of a system error also names the operation and the
 * file, as in "EACCES: permission denied, mkdir '/state'".
 */
function isExplained(thrown: unknown): thrown is Error {
  return thrown instanceof CommandError || (thrown instanceof Error && "syscall" in thrown);
}
