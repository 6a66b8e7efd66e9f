/** Whether there is room: in D1, before anything is written, and on the disk. */
import { statfsSync } from "node:fs";
import { CommandError } from "../options.ts";

/** D1's limit for a database, in bytes. */
const MAX_DATABASE = 10e9;

/** Throws if there is no room. `held`: bytes of the deployed database, which stays until the new catalog is complete. */
export function assertFits(bytes: number, held: number): void {
  if (bytes + held <= MAX_DATABASE) return;
  const beside = held > 0 ? `, beside the ${gigabytes(held)} that stay until then` : "";
  throw new CommandError(
    `The catalog would take about ${gigabytes(bytes)}${beside}; D1 holds ${gigabytes(MAX_DATABASE)}. Load fewer titles with --limit or --min-votes; nothing was changed.`,
  );
}

export function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

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
