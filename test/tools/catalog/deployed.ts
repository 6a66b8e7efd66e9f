/** Fakes Cloudflare's API on top of local databases, and loads catalogs into them as into deployed ones. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { DatabaseName } from "../../../tools/catalog/database.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { type LoadOptions, loadCommand } from "../../../tools/catalog/load-command.ts";
import { openApi } from "../../../tools/deploy/api.ts";
import { ACCOUNT, type Platform, startPlatform } from "../../deploy/platform.ts";

/** The database names in wrangler.toml. */
export const DATABASES: Readonly<Record<DatabaseName, string>> = {
  A: "marquee-catalog",
  B: "marquee-catalog-b",
  control: "marquee-control",
};

interface Deployed {
  readonly platform: Platform;
  /** Creates the database and applies every migration. */
  create(name: DatabaseName): Promise<void>;
  exec(name: DatabaseName, sql: string): void;
  rows(name: DatabaseName, sql: string): Record<string, unknown>[] | undefined;
}

const DATABASE = `/accounts/${ACCOUNT}/d1/database`;
const api = openApi({ wait: async () => {}, print: console.error });
const calling = async (method: "GET" | "POST", path: string, body?: unknown) =>
  await api({ method, path: `${DATABASE}${path}`, body });

/** Creates empty databases for each test of a file. */
export function deployedDatabases(): Deployed {
  const environment = { ...process.env };
  const deployed = {
    create: async (name) => {
      await calling("POST", "", { name: DATABASES[name] });
      deployed.exec(name, "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)");
      for (const migration of readMigrations(name === "control" ? "control" : "catalog")) {
        for (const statement of migration.statements) deployed.exec(name, statement);
        deployed.exec(name, `INSERT INTO d1_migrations (name, applied_at) VALUES ('${migration.name}', '')`);
      }
    },
    exec: (name, sql) => deployed.platform.databases.get(DATABASES[name])?.sqlite.exec(sql),
    rows: (name, sql) => deployed.platform.databases.get(DATABASES[name])?.sqlite.prepare(sql).all(),
  } as Deployed;
  beforeAll(async () => {
    Object.assign(deployed, { platform: await startPlatform() });
    Object.assign(process.env, deployed.platform.settings);
  });
  afterAll(() => {
    process.env = environment;
    deployed.platform.stop();
  });
  beforeEach(() => {
    deployed.platform.databases.clear();
    deployed.platform.failing = null;
    deployed.platform.reason = "";
  });
  return deployed;
}

/** Sends the requests of `wrangler d1 execute --file` without starting wrangler. */
async function importFile(database: string, file: string): Promise<void> {
  const listed = (await calling("GET", "")) as { readonly uuid: string; readonly name: string }[];
  const path = `/${listed.find(({ name }) => name === database)?.uuid}/import`;
  const sql = readFileSync(file);
  const etag = createHash("md5").update(sql).digest("hex");
  const { upload_url } = (await calling("POST", path, { action: "init", etag })) as { upload_url: string };
  await fetch(upload_url, { method: "PUT", body: sql });
  const { errors } = (await calling("POST", path, { action: "ingest", etag })) as { errors?: string[] };
  if (errors !== undefined) throw new Error(errors.join("\n"));
}

/** Loads a catalog and returns the output. Runs the real wrangler if `real` is set. */
export async function loadDeployed(
  files: string,
  options: Pick<LoadOptions, "state" | "isSwitched" | "wait"> & { readonly real?: boolean },
): Promise<string> {
  let printed = "";
  const screen = { write: (text: string) => (printed += text) };
  const { real = false, wait = async () => {}, ...others } = options;
  const execute = real ? {} : { execute: importFile };
  await loadCommand({ paths: [files], selection: {}, remote: true, screen, wait, ...execute, ...others });
  return printed;
}
