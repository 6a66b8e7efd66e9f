/**
 * `--dry-run`: prints every step and command, and runs none. It responds as an account without a database and without a
 * Worker for previews, so that no step is left out; on an account that has them, creating and filling is skipped.
 */
import { asCurl } from "./api.ts";
import { asTyped, type Command, type Environment } from "./environment.ts";
import type { Target } from "./target.ts";

const ID = "00000000-0000-4000-8000-000000000000";
/** What any query of a deployment finds in an empty database. */
const EMPTY = [{ results: [{ count: 0, titles: 0, purges: "[]" }], meta: {} }];
/** Versions get traffic in steps on a domain only. */
const ADDRESSES = {
  production: "https://your-domain.example",
  preview: "https://your-worker.your-account.workers.dev",
};

export function dryRun(kind: Target["kind"], print: (line: string) => void): Environment {
  const address = ADDRESSES[kind];
  let step = 0;

  function show(command: Command): void {
    print(`   $ ${asTyped(command)}`);
  }

  /** What the command would print. */
  function outputOf({ parameters }: Command): string {
    const [first, second] = parameters;
    if (first === "whoami") return JSON.stringify({ accounts: [{ id: "<id>", name: "<name>" }] });
    if (second === "status") return runningVersion(kind);
    if (first === "triggers") return `Deployed your-worker triggers\n  ${address}\n`;
    return "";
  }

  return {
    say(line) {
      step += 1;
      print(`${String(step).padStart(2)} ${line}`);
    },
    async run(command) {
      show(command);
      return outputOf(command);
    },
    async upload(command) {
      show(command);
      const alias = command.parameters[command.parameters.indexOf("--preview-alias") + 1];
      const label = command.parameters.includes("--preview-alias") ? `${alias}-` : "";
      return { version: "<version>", address: address.replace("//", `//${label}`) };
    },
    async callApi(call) {
      print(`   $ ${asCurl(call)}`);
      if (call.path.endsWith("/query")) return EMPTY;
      if (call.path.includes("/d1/database?")) return [];
      if (call.path.endsWith("/d1/database")) return { uuid: ID, name: "" };
      return { removed: [], updated: [], conflicting: [] };
    },
    configure() {},
    keepEarlierFiles: async () => 0,
    writeStarter: async () => "<starter.sql>",
    writePreviewSecrets: () => (process.env.PREVIEW_UPSTREAM_API_KEY ? "<secrets.json>" : null),
    async untilResponding() {},
    async wait() {},
  };
}

function runningVersion(kind: Target["kind"]): string {
  if (kind === "preview") throw new Error("This Worker does not exist");
  return JSON.stringify({ versions: [{ version_id: "<running version>", percentage: 100 }] });
}
