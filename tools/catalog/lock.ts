/** One load at a time into the database of a state folder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class AnotherLoad extends Error {
  override readonly name = "AnotherLoad";
}

/** Throws AnotherLoad at once while another process loads. However a process ends, its lock goes with it. */
export async function withLoadLock<T>(state: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(state, { recursive: true });
  // A lock of SQLite's, because Node has none of its own; the file stays empty.
  const lock = new DatabaseSync(join(state, "catalog-load.lock"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (thrown) {
    lock.close();
    const isTaken = (thrown as { errcode?: unknown }).errcode === SQLITE_BUSY;
    if (!isTaken) throw thrown;
    throw new AnotherLoad(`Another load into ${state} is running; wait until it has ended.`);
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}

const SQLITE_BUSY = 5;
