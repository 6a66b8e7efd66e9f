/**
 * Locks between processes. Node has none of its own, so these are SQLite's, on a file that stays empty: however a
 * process ends, its locks go with it.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

interface Lock {
  /** Does nothing the second time. */
  readonly release: () => void;
}

/** `shared`: beside other shared ones, but never beside an exclusive one. */
type LockMode = "shared" | "exclusive";

const PAUSE_MS = 100;

/** A database that nothing refers to is closed when memory is collected, which would end its lock. */
const held = new Set<DatabaseSync>();

/** `null`: another process holds it. */
export function tryLock(file: string, mode: LockMode): Lock | null {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    database.exec(mode === "exclusive" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT 1 FROM sqlite_schema");
    held.add(database);
    return { release: () => held.delete(database) && database.close() };
  } catch (thrown) {
    database.close();
    if ((thrown as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw thrown;
    return null;
  }
}

/** Waits until no other process holds it. */
export async function lock(file: string, mode: LockMode): Promise<Lock> {
  for (;;) {
    const acquired = tryLock(file, mode);
    if (acquired !== null) return acquired;
    await sleep(PAUSE_MS);
  }
}

const SQLITE_BUSY = 5;
