/** Runs commands of installed packages such as wrangler, without prompts or telemetry. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { CommandError } from "./options.ts";

/** The root of the repository. In tests, MARQUEE_ROOT is set to a built copy of it. */
export const ROOT = process.env.MARQUEE_ROOT ?? dirname(import.meta.dirname);

/** The folder in which Node caches compiled code, so that wrangler starts half a second earlier. */
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

/**
 * Matches environment variables that change the Worker's name, the environment or the account in the configuration.
 * Cloudflare's builds set `WRANGLER_CI_…` to the Worker that they are connected to, so a preview would replace
 * production (`getCIOverrideName`, `getCIMatchTag`, `getCIGeneratePreviewAlias`, `getCloudflareEnv` and
 * `getCloudflareAccountIdFromEnv` in wrangler). Operators use `CLOUDFLARE_ACCOUNT_ID` to select the account, so it is
 * not matched.
 */
const REDIRECTING = /^(?:WRANGLER_CI_\w+|CLOUDFLARE_ENV|CF_ACCOUNT_ID)$/;

/**
 * Environment variables that prevent telemetry. By default, astro reports each build, local runtimes ask Cloudflare
 * for their location, and wrangler (since 4.118.0) stores the URL of every request of a local Worker, including keys.
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

/** Reads `wrangler.toml`. Ignores `CLOUDFLARE_ENV`, because the file defines only one environment. */
export async function readConfiguration(file = join(ROOT, "wrangler.toml")): Promise<Config> {
  // Imported on demand, because loading wrangler takes a second.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  return readConfig({ config: file, env: "" });
}

/** Sets `QUIET` in this process, for packages that run in it instead of as a command. */
export function silence(): void {
  Object.assign(process.env, QUIET);
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !REDIRECTING.test(name)));
}

export type Settings = Readonly<Record<string, string>>;

/** Starts a command from `node_modules`. `stdio` has the same meaning as for Node's `spawn`. */
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
