/**
 * Computes the storage that a catalog needs in D1 and the price of a load
 * (developers.cloudflare.com/d1/platform/limits and d1/platform/pricing).
 */
import { CommandError } from "../options.ts";

/** The maximum size of a D1 database, in bytes. */
const MAX_DATABASE = 10e9;
const MAX_FREE_DATABASE = 500e6;

interface Room {
  /** The size of the old catalog in the same database, which remains until the new one is complete. */
  readonly held: number;
  /** Whether the database belongs to an account with the free plan. */
  readonly isFree: boolean;
}

/** Throws a CommandError if the catalog does not fit into D1. */
export function assertFits(bytes: number, { held, isFree }: Room): void {
  const most = isFree ? MAX_FREE_DATABASE : MAX_DATABASE;
  if (bytes + held <= most) return;
  const beside = held > 0 ? `, beside the ${gigabytes(held)} that stay until then` : "";
  const plan = isFree && bytes + held <= MAX_DATABASE ? ` on the free plan. ${WITH_PAID_PLAN}` : ".";
  throw new CommandError(
    `The catalog would take about ${gigabytes(bytes)}${beside}; D1 holds ${gigabytes(most)}${plan} Load fewer titles with --limit or --min-votes; nothing was changed.`,
  );
}

const WITH_PAID_PLAN = "If the account has the paid plan, add --paid.";

/** Throws a CommandError if a load writes more rows than the free plan allows in a day. */
export function assertFreeRows(rows: number): void {
  if (rows <= FREE_ROWS) return;
  throw new CommandError(
    `The load would write ${rows.toLocaleString("en")} rows; the free plan allows ${FREE_ROWS.toLocaleString("en")} a day. ${WITH_PAID_PLAN} Nothing was changed.`,
  );
}

export function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** The price in dollars of a million rows written, after the first 50 million of a month. */
const PRICE = 1;
/** The number of rows that can be written per day on the free plan (d1/platform/pricing). */
const FREE_ROWS = 100_000;

/** Returns the price of `rows` written beyond the 50 million that are included in the paid plan. */
export const formatPrice = (rows: number) => `$${((rows / 1e6) * PRICE).toFixed(2)}`;

interface DeployedLoad {
  readonly parts: number;
  /** The size of the SQL, in bytes. */
  readonly bytes: number;
  readonly rows: number;
}

export function deployedCosts({ parts, bytes, rows }: DeployedLoad): string {
  const days = Math.ceil(rows / FREE_ROWS);
  return [
    `Sent to a deployed catalog: ${counted(parts, "part")} with ${(bytes / 1e6).toFixed(1)} MB of SQL.`,
    `D1 counts ${rows.toLocaleString("en")} rows written: on the paid plan ${formatPrice(rows)} beyond 50 million a month,`,
    `on the free plan the quota of ${counted(days, "day")} (${FREE_ROWS.toLocaleString("en")} a day).`,
  ].join("\n");
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Returns true for an error of the SQLite library in this process, such as a full disk. */
export function isStorageError(thrown: unknown): boolean {
  return (thrown as { code?: unknown } | null)?.code === "ERR_SQLITE_ERROR";
}

/**
 * Throws a CommandError that begins with `outcome` for an error of SQLite or D1, such as a full disk, and rethrows any
 * other error.
 */
export function rejectedByDatabase(outcome: string, thrown: unknown): never {
  const message = thrown instanceof Error ? thrown.message : "";
  const isOfDatabase = isStorageError(thrown) || /^Error: D1_|^D1_|was rejected: /.test(message);
  if (thrown instanceof CommandError || !isOfDatabase) throw thrown;
  throw new CommandError(`${outcome}: ${message}`, { cause: thrown });
}
