/** A real deployment: wrangler with the operator's own login, and the network. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { load } from "../catalog/load/load.ts";
import { readMigrations } from "../catalog/load/migrations.ts";
import { sqlTarget } from "../catalog/load/sql.ts";
import { starterSource } from "../catalog/sources/starter.ts";
import { run } from "../wrangler.ts";
import { answering } from "./answering.ts";
import { asTyped } from "./command.ts";
import { writeConfiguration } from "./configuration.ts";
import type { Outside } from "./outside.ts";
import { readUpload } from "./upload.ts";

/** Makes a folder that is gone when the process ends, whatever the reason. */
function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "marquee-deploy-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function realOutside(print: (line: string) => void): Outside {
  const folder = scratch();
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

    untilAnswering: (tested) => answering({ ...tested, fetch, wait: (milliseconds) => sleep(milliseconds) }),
  };
}
