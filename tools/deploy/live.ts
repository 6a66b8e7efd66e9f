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
import { asTyped, CONFIGURATION, type Environment, readUpload } from "./environment.ts";
import { responding } from "./responding.ts";
import { Built, configure, type Target } from "./target.ts";

export function liveEnvironment(print: (line: string) => void): Environment {
  const folder = mkdtempSync(join(tmpdir(), "marquee-deploy-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
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

    configure: writeConfiguration,

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

    untilResponding: (version) =>
      responding({ ...version, fetch, wait: (milliseconds) => sleep(milliseconds) }),
  };
}

/** The static files of a preview: production's, and a header that keeps robots away. */
const PREVIEW_FILES = join(ROOT, "dist/preview");
const NO_ROBOTS = "\n/*\n  X-Robots-Tag: noindex\n";

function writeConfiguration(target: Target, databaseId: string): void {
  const built = v.parse(Built, JSON.parse(readFileSync(join(ROOT, "dist/server/wrangler.json"), "utf8")));
  if (target.kind === "preview") copyPreviewFiles();
  const configured = configure(built, target, databaseId, process.env.PREVIEW_UPSTREAM_BASE_URL);
  writeFileSync(join(ROOT, CONFIGURATION), JSON.stringify(configured, null, 2));
}

function copyPreviewFiles(): void {
  rmSync(PREVIEW_FILES, { recursive: true, force: true });
  cpSync(join(ROOT, "dist/client"), PREVIEW_FILES, { recursive: true });
  appendFileSync(join(PREVIEW_FILES, "_headers"), NO_ROBOTS);
}
