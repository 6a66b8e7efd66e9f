/**
 * Locks a state folder, so that a command cannot replace databases that a server uses. SQLite's locks end with the
 * process, however it ends.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CommandError } from "../options.ts";

/** Locks a state folder until the process ends. Any number of servers may share it. */
export function shareState(state: string): void {
  const lock = openLock(state);
  lock.exec("CREATE TABLE IF NOT EXISTS lock (held INTEGER)");
  lock.exec("BEGIN");
  lock.prepare("SELECT * FROM lock").all();
  process.on("exit", () => lock.close());
}

/** Calls `use` while no server uses the state folder. Throws a CommandError if one does. */
export async function withExclusiveState<T>(state: string, use: () => Promise<T>): Promise<T> {
  const lock = openLock(state);
  try {
    try {
      lock.exec("BEGIN EXCLUSIVE");
    } catch (cause) {
      throw new CommandError(`A server uses ${state}. Stop it first.`, { cause });
    }
    return await use();
  } finally {
    lock.close();
  }
}

function openLock(state: string): DatabaseSync {
  mkdirSync(state, { recursive: true });
  return new DatabaseSync(join(state, "serving.lock"), { timeout: 2_000 });
}
