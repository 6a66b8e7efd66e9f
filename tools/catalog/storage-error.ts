/** Tells errors of the disk, or of a database on it, from errors in the data to load. */
import { statfsSync } from "node:fs";
import { CommandError } from "../options.ts";

/** Thrown by SQLite in this process. */
export function isStorageError(thrown: unknown): boolean {
  return (thrown as { code?: unknown } | null)?.code === "ERR_SQLITE_ERROR";
}

/** Throws a CommandError if the work fails because the disk that holds `folder` is full. */
export async function namingFullDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isDiskFull(thrown, folder)) throw thrown;
    throw new CommandError(`The disk that holds ${folder} is full; the catalog is as it was.`, {
      cause: thrown,
    });
  }
}

/** Errors of Node, and of SQLite in this process. */
const DISK_FULL = /ENOSPC|SQLITE_FULL|database or disk is full/;
/** The local runtime writes the reason only to its log. */
const UNSAID = /internal error|SQLITE_IOERR/;
/** In bytes. With less than this left, a full disk is the likely reason. */
const HARDLY_ANY = 16 * 2 ** 20;

function isDiskFull(thrown: unknown, folder: string): boolean {
  const said = messages(thrown);
  return DISK_FULL.test(said) || (UNSAID.test(said) && freeBytes(folder) < HARDLY_ANY);
}

function messages(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.message}\n${messages(thrown.cause)}` : "";
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
