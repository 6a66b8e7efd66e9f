/** A command line of the deployment: what `--dry-run` shows is what would be run. */

export interface Command {
  /** In `node_modules/.bin`. */
  readonly program: "astro" | "vitest" | "wrangler";
  readonly parameters: readonly string[];
  /** Added to the environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The built configuration with the names and ids of this deployment: see `configuration.ts`. */
export const CONFIGURATION = "dist/server/deployment.json";

/** For the account as a whole. */
export function wrangler(...parameters: string[]): Command {
  return { program: "wrangler", parameters };
}

/** For the Worker and the database that this deployment names. */
export function configuredWrangler(...parameters: string[]): Command {
  return wrangler(...parameters, "--config", CONFIGURATION);
}

/** As one would type it. */
export function asTyped({ program, parameters, settings = {} }: Command): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...assignments, "npx", program, ...parameters.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
