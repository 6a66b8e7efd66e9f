/** A load into the deployed database, through wrangler with the user's login. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import * as v from "valibot";
import { run } from "../wrangler.ts";
import { AnotherLoad, DATABASE } from "./database.ts";
import { type LoadServices, load, type Source } from "./load/load.ts";
import { ANOTHER_LOAD, SqlParts, sqlTarget } from "./load/sql.ts";

type Services = Omit<LoadServices, "target">;

interface RemoteLoad {
  /** For the SQL files; removed afterwards. `null`: a dry run, which prints its commands. */
  readonly folder: string | null;
  readonly say: (line: string) => void;
  readonly services: Services;
}

/** The switch to the new tables is at the end of the last file: until then, the old catalog stays. */
export async function loadRemotely(source: Source, { folder, say, services }: RemoteLoad): Promise<number> {
  const remove = () => folder && rmSync(folder, { recursive: true, force: true });
  remove();
  try {
    const parts = new SqlParts({ folder, load: randomUUID() });
    const titles = await load(source, { ...services, target: sqlTarget((sql) => parts.write(sql)) });
    parts.end();
    for (const command of remoteCommands(parts.files)) {
      say(`${folder === null ? "would run" : "running"}: wrangler ${command.join(" ")}`);
      if (folder !== null) await send(command);
    }
    if (folder === null) say(`The files would hold ${(parts.bytes / 1e6).toFixed(1)} MB of SQL.`);
    return titles;
  } finally {
    remove();
  }
}

/** The commands that send the files, in order. */
function remoteCommands(files: readonly string[]): string[][] {
  return [
    ["d1", "migrations", "apply", DATABASE, "--remote"],
    ...files.map((file) => ["d1", "execute", DATABASE, "--remote", "--yes", "--file", file]),
  ];
}

/** D1's errors for a file of a load that is no longer the latest, and while D1 imports another load's file. */
const OVERTAKEN = new RegExp(`${ANOTHER_LOAD}|no such table: next_|long-running import`);

async function send(command: readonly string[]): Promise<void> {
  try {
    await run("wrangler", command);
  } catch (thrown) {
    if (!OVERTAKEN.test(String(thrown))) throw thrown;
    throw new AnotherLoad(
      `Another load into ${DATABASE} is running; this one has stopped, and the catalog is the old one until the other has ended.`,
      { cause: thrown },
    );
  }
}

const Sized = v.tupleWithRest(
  [v.object({ meta: v.object({ size_after: v.optional(v.number(), 0) }) })],
  v.unknown(),
);

/** Bytes of the deployed database. */
export async function remoteDatabaseBytes(): Promise<number> {
  const printed = await run("wrangler", [
    "d1",
    "execute",
    DATABASE,
    "--remote",
    "--json",
    "--command",
    "SELECT 1",
  ]);
  const [{ meta }] = v.parse(Sized, JSON.parse(printed));
  return meta.size_after;
}
