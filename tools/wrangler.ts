/** Runs commands of installed packages such as wrangler, without prompts and telemetry. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { CommandError } from "./options.ts";

/** The root of the repository. Tests set MARQUEE_ROOT to a built copy of it. */
export const ROOT = process.env.MARQUEE_ROOT ?? dirname(import.meta.dirname);

/** A cache of compiled code, which makes wrangler start half a second earlier. */
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

/**
 * Matches environment variables that override the Worker's name, the environment or the account in the configuration.
 * Cloudflare's builds set the first one to the Worker that they are connected to, so that a preview would replace
 * production (`getCIOverrideName`, `getCIMatchTag`, `getCIGeneratePreviewAlias`, `getCloudflareEnv` and
 * `getCloudflareAccountIdFromEnv` in wrangler). `CLOUDFLARE_ACCOUNT_ID` is not included, because operators use it to
 * select the account.
 */
const REDIRECTING = /^(?:WRANGLER_CI_\w+|CLOUDFLARE_ENV|CF_ACCOUNT_ID)$/;

/**
 * Environment variables that prevent telemetry and the recording of keys. By default, astro reports each build, local
 * runtimes ask Cloudflare for their location, and wrangler (since 4.118.0) stores the URL of every request of a local
 * Worker, including keys.
 */
const QUIET = {
  CI: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  X_LOCAL_OBSERVABILITY: "false",
};

/** Reads `wrangler.toml`. Ignores `CLOUDFLARE_ENV`, because the file has only one environment. */
export async function readConfiguration(file = join(ROOT, "wrangler.toml")): Promise<Config> {
  // Imported on demand, because wrangler takes a second to load.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  return readConfig({ config: file, env: "" });
}

/** Applies these variables to this process, for tools that run in it. */
export function silence(): void {
  Object.assign(process.env, QUIET);
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !REDIRECTING.test(name)));
}

export type Settings = Readonly<Record<string, string>>;

/** Starts a command from `node_modules`. `stdio` is passed to `spawn`. */
export function start(
  command: string,
  parameters: readonly string[],
  stdio: StdioOptions,
  settings: Settings = {},
): ChildProcess {
  return spawn(join(ROOT, "node_modules", ".bin", command), parameters, {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...inheritedEnvironment(), ...QUIET, ...settings },
    stdio,
  });
}

/** Runs a command and returns its output. Throws an error with the output if it fails. */
export async function run(
  command: string,
  parameters: readonly string[],
  settings: Settings = {},
): Promise<string> {
  const child = start(command, parameters, ["ignore", "pipe", "pipe"], settings);
  let printed = "";
  let errors = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const code = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  if (code === 0) return printed;
  throw new CommandError(`${command} ${parameters.join(" ")} failed:\n${printed}${errors}`);
}
