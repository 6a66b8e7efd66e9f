/** A deployment for real: wrangler with the operator's login, files, and the network. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { load } from "../catalog/load/load.ts";
import { readMigrations } from "../catalog/load/migrations.ts";
import { sqlTarget } from "../catalog/load/sql.ts";
import { starterSource } from "../catalog/starter/read.ts";
import { ROOT, run } from "../wrangler.ts";
import { openApi } from "./api.ts";
import { asTyped, CONFIGURATION, type Environment, readUpload, UNROUTED } from "./environment.ts";
import { addEarlierFiles, listOwnFiles } from "./files.ts";
import { responding } from "./responding.ts";
import { Built, configure, type DatabaseIds, DEPLOYED_FILES, type Target, unrouted } from "./target.ts";

/** `interruption`: ends whatever the deployment waits for. Commands are not ended: one may be going back. */
export function liveEnvironment(
  print: (line: string) => void,
  interruption: AbortSignal = new AbortController().signal,
): Environment {
  const folder = mkdtempSync(join(tmpdir(), "marquee-deploy-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const api = openApi();
  const wait = async (milliseconds: number) => {
    await sleep(milliseconds, undefined, { signal: interruption }).catch(() => interruption.throwIfAborted());
  };
  return {
    say: print,

    run(command) {
      print(`  $ ${asTyped(command)}`);
      return run(command.program, command.parameters, command.settings);
    },

    async upload(command) {
      const file = join(folder, "uploads.ndjson");
      print(`  $ ${asTyped(command)}`);
      await run(command.program, command.parameters, { WRANGLER_OUTPUT_FILE_PATH: file });
      return readUpload(readFileSync(file, "utf8"));
    },

    async callApi(call) {
      print(`  $ ${call.method} ${call.path}`);
      return await api(call);
    },

    configure: writeConfiguration,

    keepEarlierFiles: (address) => addEarlierFiles(join(ROOT, DEPLOYED_FILES), address, new Date()),

    async writeStarter() {
      const file = join(folder, "starter.sql");
      const target = sqlTarget((sql) => appendFileSync(file, sql));
      await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
      return file;
    },

    writePreviewSecrets() {
      const key = process.env.PREVIEW_UPSTREAM_API_KEY;
      if (key === undefined || key === "") return null;
      const file = join(folder, "secrets.json");
      writeFileSync(file, JSON.stringify({ UPSTREAM_API_KEY: key }), { mode: 0o600 });
      return file;
    },

    untilResponding: (version) => responding({ ...version, fetch, wait }),

    wait: (seconds) => wait(seconds * 1_000),
  };
}

const NO_ROBOTS = "\n/*\n  X-Robots-Tag: noindex\n";

function writeConfiguration(target: Target, databaseIds: DatabaseIds): void {
  const built = v.parse(Built, JSON.parse(readFileSync(join(ROOT, "dist/server/wrangler.json"), "utf8")));
  copyFiles(target);
  const configured = configure(built, target, databaseIds, process.env.PREVIEW_UPSTREAM_BASE_URL);
  writeFileSync(join(ROOT, CONFIGURATION), JSON.stringify(configured, null, 2));
  writeFileSync(join(ROOT, UNROUTED), JSON.stringify(unrouted(configured), null, 2));
}

function copyFiles({ kind }: Target): void {
  const files = join(ROOT, DEPLOYED_FILES);
  rmSync(files, { recursive: true, force: true });
  cpSync(join(ROOT, "dist/client"), files, { recursive: true });
  listOwnFiles(files);
  if (kind === "preview") appendFileSync(join(files, "_headers"), NO_ROBOTS);
}
