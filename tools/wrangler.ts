/** Runs commands of installed packages, such as wrangler, without prompts and telemetry. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { CommandError } from "./options.ts";

/** The checkout. Tests run the product in a built copy of it, which MARQUEE_ROOT names. */
export const ROOT = process.env.MARQUEE_ROOT ?? dirname(import.meta.dirname);

/** A cache of compiled code, with which wrangler starts half a second earlier. */
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

/**
 * Variables that make wrangler ignore the configuration: the Worker's name, the environment and the account.
 * The platform's own builds set the first one to the Worker that they are connected to, so that a preview
 * would replace production (`getCIOverrideName`, `getCIMatchTag`, `getCIGeneratePreviewAlias`,
 * `getCloudflareEnv` and `getCloudflareAccountIdFromEnv` in wrangler). `CLOUDFLARE_ACCOUNT_ID` stays, because
 * operators choose the account with it.
 */
const REDIRECTING = /^(?:WRANGLER_CI_\w+|CLOUDFLARE_ENV|CF_ACCOUNT_ID)$/;

/**
 * Environment variables that keep tools from sending telemetry and recording keys. By default astro reports
 * each build, each local runtime asks Cloudflare for its location, and wrangler (since 4.118.0) stores the
 * full URL of every request that a local Worker receives or sends, including keys.
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

/** Reads `wrangler.toml` without regard to `CLOUDFLARE_ENV`, because it has only one environment. */
export async function readConfiguration(file = join(ROOT, "wrangler.toml")): Promise<Config> {
  // Loading wrangler takes a second, which local commands and --help should not.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  return readConfig({ config: file, env: "" });
}

/** Applies them to this process, for tools that run in it. */
export function silence(): void {
  Object.assign(process.env, QUIET);
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !REDIRECTING.test(name)));
}

export type Settings = Readonly<Record<string, string>>;

/** Starts a command of a package in `node_modules`. `stdio` is passed to `spawn`. */
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

/** Runs a command, and returns its output. Throws with the output if it fails. */
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
