/** What a deployment does outside its own process, live or shown by a dry run: its commands, and what wrangler reports. */
import * as v from "valibot";
import type { ApiCall } from "./api.ts";
import type { DatabaseIds, Target } from "./target.ts";

export interface Environment {
  /** Prints a line for the operator, before the step that it describes. */
  say(line: string): void;
  /** Returns what the command printed. Throws with that if it fails. */
  run(command: Command): Promise<string>;
  /** Runs a command that uploads, and returns what wrangler reports of it. */
  upload(command: Command): Promise<UploadReport>;
  /** Calls the platform's API, and returns its `result`. Throws if it is refused. */
  callApi(call: ApiCall): Promise<unknown>;
  /** Writes the configuration and the files of this deployment, from what the build wrote. */
  configure(target: Target, databaseIds: DatabaseIds): void;
  /** Adds the files of earlier builds that the running version serves, for a day. Returns how many. Never rejects. */
  keepEarlierFiles(address: string): Promise<number>;
  /** Writes the SQL that fills an empty catalog with the starter, and returns the path of the file. */
  writeStarter(): Promise<string>;
  /** A file with the secrets of a preview; `null` if it has none. */
  writePreviewSecrets(): string | null;
  /** Resolves once the version responds at its address. Throws if it does not; `Unreachable` if nothing does. */
  untilResponding(version: TestedVersion): Promise<void>;
  wait(seconds: number): Promise<unknown>;
}

export interface UploadReport {
  readonly version: string;
  /** Where the version responds, without a slash at the end; `null`: it has no address of its own. */
  readonly address: string | null;
}

export interface DeployedVersion extends UploadReport {
  readonly address: string;
}

export interface TestedVersion extends DeployedVersion {
  /** Selects the version where another one has the traffic of the address. */
  readonly override?: string;
}

/** No connection: a name or certificate that is not everywhere yet, or the network. It says nothing about the version. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** A command line. A dry run prints exactly what a deployment runs. */
export interface Command {
  /** In `node_modules/.bin`. */
  readonly program: "astro" | "vitest" | "wrangler";
  readonly parameters: readonly string[];
  /** Added to the environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The built configuration with the names and ids of this deployment (`configure` in `target.ts`). */
export const CONFIGURATION = "dist/server/deployment.json";
/** The same without routes and domains, for creating a Worker: what they would replace is not checked yet. */
export const UNROUTED = "dist/server/unrouted.json";

/** A command for the account. */
export function wrangler(...parameters: string[]): Command {
  return { program: "wrangler", parameters };
}

/** A command for the Worker and the database of this deployment. */
export function configuredWrangler(...parameters: string[]): Command {
  return wrangler(...parameters, "--config", CONFIGURATION);
}

/** The command as one would type it. */
export function asTyped({ program, parameters, settings = {} }: Command): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...assignments, "npx", program, ...parameters.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const Reported = v.variant("type", [
  v.object({ type: v.literal("deploy"), version_id: v.string(), targets: v.array(v.string()) }),
  v.object({
    type: v.literal("version-upload"),
    version_id: v.string(),
    preview_alias_url: v.optional(v.string()),
  }),
]);
const Typed = v.object({ type: v.string() });

/** The last upload in the lines of JSON that wrangler writes to WRANGLER_OUTPUT_FILE_PATH. Throws if there is none. */
export function readUpload(lines: string): UploadReport {
  const uploads = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))
    .filter((entry) => v.is(Typed, entry) && (entry.type === "deploy" || entry.type === "version-upload"));
  const last = v.parse(Reported, uploads.at(-1));
  const targets = last.type === "deploy" ? last.targets : [last.preview_alias_url ?? ""];
  return { version: last.version_id, address: preferredAddress(targets) };
}

/** The address that `wrangler triggers deploy` printed, one on each line; `null` if there is none. */
export function readTriggers(printed: string): string | null {
  const [, targets = ""] = /^Deployed .* triggers.*\n((?: {2}.*\n?)*)/m.exec(printed) ?? [];
  return preferredAddress(targets.split("\n").map((line) => line.trim()));
}

/** A host or a route; its kind may follow in brackets. A schedule or a pattern of hosts does not match. */
const ADDRESS = /^(?:https:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/\s]|$)/i;

/** `workers.dev` only if there is no other: visitors come to the domain, whose rules it does not have. */
function preferredAddress(targets: readonly string[]): string | null {
  const hosts = targets.flatMap((target) => ADDRESS.exec(target)?.[1] ?? []);
  const host = hosts.find((name) => !name.endsWith(".workers.dev")) ?? hosts[0];
  return host === undefined ? null : `https://${host}`;
}
