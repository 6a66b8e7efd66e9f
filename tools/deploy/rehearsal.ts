/**
 * `--dry-run`: every step and every command, with none of them run. It answers as an account
 * would that has no database and no Worker for previews yet, so that nothing is left out; on
 * an account that has them the steps that create and fill are passed over.
 */
import { asTyped, type Command } from "./command.ts";
import type { Outside } from "./outside.ts";
import type { Target } from "./target.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const ADDRESS = "https://your-worker.your-account.workers.dev";

export function rehearsal(kind: Target["kind"], say: (line: string) => void): Outside {
  let database: string | null = null;
  let step = 0;

  function show(command: Command): void {
    say(`   $ ${asTyped(command)}`);
  }

  function answer({ parameters }: Command): string {
    const [first, second, third] = parameters;
    if (first === "whoami") return JSON.stringify({ accounts: [{ id: "…", name: "your account" }] });
    if (second === "create") database = third ?? null;
    if (second === "list") return JSON.stringify(database === null ? [] : [{ uuid: ID, name: database }]);
    if (second === "execute") return JSON.stringify([{ results: [{ titles: 0 }] }]);
    if (second === "status") return runningVersion(kind);
    if (first === "triggers") return `Deployed your-worker triggers\n  ${ADDRESS}\n`;
    return "";
  }

  return {
    say(line) {
      step += 1;
      say(`${String(step).padStart(2)} ${line}`);
    },
    async run(command) {
      show(command);
      return answer(command);
    },
    async upload(command) {
      show(command);
      const alias = command.parameters[command.parameters.indexOf("--preview-alias") + 1];
      const label = command.parameters.includes("--preview-alias") ? `${alias}-` : "";
      return { version: "<version>", address: ADDRESS.replace("//", `//${label}`) };
    },
    configure() {},
    writeStarter: async () => "<starter.sql>",
    writePreviewSecrets: () => (process.env.PREVIEW_UPSTREAM_API_KEY ? "<secrets.json>" : null),
    async untilAnswering() {},
  };
}

function runningVersion(kind: Target["kind"]): string {
  if (kind === "preview") throw new Error("This Worker does not exist");
  return JSON.stringify({ versions: [{ version_id: "<running version>", percentage: 100 }] });
}
