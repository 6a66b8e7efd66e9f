/** A load into the deployed database: with wrangler, and the login of whoever runs it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../wrangler.ts";
import { DATABASE } from "./database.ts";
import { type LoadServices, load, type Source } from "./load/load.ts";
import { SqlFile } from "./load/sql-file.ts";

/** The commands that send `file`, in their order. */
export function remoteCommands(file: string): string[][] {
  return [
    ["d1", "migrations", "apply", DATABASE, "--remote"],
    ["d1", "execute", DATABASE, "--remote", "--yes", "--file", file],
  ];
}

interface RemoteLoad {
  /** Where the SQL is written to. */
  readonly folder: string;
  /** Write the SQL, say what would be run, run nothing. */
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
  readonly services: Omit<LoadServices, "target">;
}

/** Wrangler sends a file whole or not at all, and the switch to the new tables stands at its end. */
export async function loadRemotely(
  source: Source,
  { folder, dryRun, say, services }: RemoteLoad,
): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "catalog.sql");
  const titles = await load(source, { ...services, target: new SqlFile(file) });
  for (const command of remoteCommands(file)) {
    say(`${dryRun ? "would run" : "running"}: wrangler ${command.join(" ")}`);
    if (!dryRun) await run("wrangler", command);
  }
  return titles;
}
