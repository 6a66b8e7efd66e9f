/** Running the commands of packages, wrangler above all: the pinned one, never asking anything, never sending anything. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { CommandError } from "./options.ts";
import { QUIET } from "./quiet.ts";

/** The checkout. Tests run the product in a built copy of it, which MARQUEE_ROOT names. */
export const ROOT = process.env.MARQUEE_ROOT ?? dirname(import.meta.dirname);

/** Compiled code of the commands: with it wrangler starts half a second earlier. */
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

/** Added to the environment of a command. */
export type Settings = Readonly<Record<string, string>>;

/** Starts a command of a package in `node_modules`; `stdio` as in `spawn`. */
export function start(
  command: string,
  parameters: readonly string[],
  stdio: StdioOptions,
  settings: Settings = {},
): ChildProcess {
  return spawn(join(ROOT, "node_modules", ".bin", command), parameters, {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...QUIET, ...settings },
    stdio,
  });
}

/** Runs it to its end and gives what it printed. Throws with that when it fails. */
export async function run(
  command: string,
  parameters: readonly string[],
  settings: Settings = {},
): Promise<string> {
  const child = start(command, parameters, ["ignore", "pipe", "pipe"], settings);
  let printed = "";
  let complaints = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  const code = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  if (code === 0) return printed;
  throw new CommandError(`${command} ${parameters.join(" ")} failed:\n${printed}${complaints}`);
}
