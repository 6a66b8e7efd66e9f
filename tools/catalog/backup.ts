/**
 * Copies the local databases into one file, also while a server uses them, and restores them. The file is an archive
 * of tar with the databases of SQLite, which restore checks before it replaces anything.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { CommandError } from "../options.ts";
import { withExclusiveState } from "../serve/lock.ts";
import { removeStored } from "../serve/stored.ts";
import { DATABASES, hasName, listDatabaseFiles } from "./files.ts";

const run = promisify(execFile);

/** Writes a backup. All databases are copied as they are at one moment. Replaces `file` only when it is complete. */
export async function backUp(state: string, file: string): Promise<void> {
  const files = listDatabaseFiles(state);
  if (files.length === 0) throw new CommandError(`There is no catalog in ${state}.`);
  const target = resolve(file);
  await withFolderBeside(target, async (folder) => {
    const databases = files.map((path) => new DatabaseSync(join(state, path), { timeout: 10_000 }));
    try {
      // A transaction keeps what it has read first, so that a load or a switch during the copy is in no database.
      for (const database of databases) {
        database.exec("BEGIN");
        database.prepare("SELECT count(*) FROM sqlite_master").get();
      }
      for (const [at, database] of databases.entries())
        await backup(database, join(folder, basename(files[at] ?? "")));
    } finally {
      for (const database of databases) database.close();
    }
    const archive = `${folder}.tar.gz`;
    try {
      await run("tar", ["-czf", archive, "-C", folder, ...readdirSync(folder)]);
      renameSync(archive, target);
    } finally {
      rmSync(archive, { force: true });
    }
  });
}

/** Replaces the local databases by those of a backup. Throws a CommandError if a server uses them. */
export async function restore(state: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const databases = join(state, DATABASES);
  await withExclusiveState(state, async () => {
    mkdirSync(dirname(databases), { recursive: true });
    await withFolderBeside(databases, async (folder) => {
      await run("tar", ["-xzf", resolve(file), "-C", folder, "--no-same-owner"]).catch((cause: unknown) => {
        throw new CommandError(`${file} is not a complete backup. Nothing was changed.`, { cause });
      });
      checkDatabases(folder, file);
      // The runtime keeps other files beside the databases, which contain nothing of a catalog.
      rmSync(databases, { recursive: true, force: true });
      renameSync(folder, databases);
    });
    removeStored(state);
  });
}

function checkDatabases(folder: string, file: string): void {
  const names = readdirSync(folder);
  const isBackup = names.length > 0 && names.every((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const hasControl = isBackup && names.map((name) => isIntact(join(folder, name))).includes("control");
  if (!hasControl) throw new CommandError(`${file} is not a backup of a catalog. Nothing was changed.`);
}

function isIntact(path: string): "control" | "catalog" {
  const database = new DatabaseSync(path);
  try {
    const [first] = database.prepare("PRAGMA quick_check(1)").all();
    if (first?.quick_check !== "ok") throw new CommandError(`The backup is damaged. Nothing was changed.`);
    return hasName(database, "generation") ? "control" : "catalog";
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`The backup is damaged. Nothing was changed.`, { cause });
  } finally {
    database.close();
  }
}

/** Calls `use` with a new folder on the same disk as `path`, and removes what is left of it. */
async function withFolderBeside(path: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(`${path}-`);
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
