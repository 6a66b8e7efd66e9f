/** One load at a time into the database of a state folder. */
import { join } from "node:path";
import { tryLock } from "../lock.ts";
import { CommandError } from "../options.ts";

export class AnotherLoad extends CommandError {
  override readonly name = "AnotherLoad";
}

/** Throws AnotherLoad at once while another process loads. */
export async function withLoadLock<T>(state: string, work: () => Promise<T>): Promise<T> {
  const held = tryLock(join(state, "catalog-load.lock"), "exclusive");
  if (held === null) throw new AnotherLoad(`Another load into ${state} is running; wait until it has ended.`);
  try {
    return await work();
  } finally {
    held.release();
  }
}
