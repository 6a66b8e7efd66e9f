/** Whether a Worker exists, and its first version: only `wrangler deploy` creates a Worker. */
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { type Command, configuredWrangler } from "./command.ts";
import type { Outside, Uploaded } from "./outside.ts";
import type { Target } from "./target.ts";

const Deployment = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});

/** 10007: there is no Worker of this name. One that was only given a secret has no deployment yet. */
const NOTHING_RUNS = /\b10007\b|does not exist|has no deployments/;

/** The version that most requests go to; `null`: none is deployed yet. */
export async function runningVersion({ worker }: Target, outside: Outside): Promise<string | null> {
  outside.say(`Asking which version of ${worker} is running.`);
  let printed: string;
  try {
    printed = await outside.run(configuredWrangler("deployments", "status", "--json"));
  } catch (thrown) {
    if (NOTHING_RUNS.test(String(thrown))) return null;
    throw thrown;
  }
  const { versions } = v.parse(Deployment, JSON.parse(printed));
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id ?? null;
}

export function firstDeployment({ message }: Target, ...parameters: string[]): Command {
  return configuredWrangler("deploy", ...parameters, "--message", message);
}

/** Throws, with what to do, on an account that has no subdomain of workers.dev yet. */
export async function deployFirst(command: Command, outside: Outside): Promise<Uploaded> {
  try {
    return await outside.upload(command);
  } catch (cause) {
    const [, page] = MISSING_SUBDOMAIN.exec(stripVTControlCharacters(String(cause))) ?? [];
    if (page === undefined) throw cause;
    const choose = `choose one at ${page}, or give the Worker a route in wrangler.toml`;
    throw new Error(`The account has no subdomain of workers.dev yet: ${choose}.`, { cause });
  }
}

/** What wrangler says in place of asking for a name, where nobody can answer. */
const MISSING_SUBDOMAIN = /register a workers\.dev subdomain here:\s+(https:\S+)/;
