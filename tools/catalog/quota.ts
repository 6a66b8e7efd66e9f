/** What a load costs in the deployed catalog, and whether the free plan allows it (d1/platform/pricing, d1/platform/limits). */
import { CommandError } from "../options.ts";
import { gigabytes } from "./storage.ts";

/** Rows that may be written in a day, until 0:00 UTC, and bytes of a database. */
const FREE = { rows: 100_000, bytes: 500e6 } as const;
/** Dollars for a million rows written, beyond 50 million in a month. */
const PRICE = 1;

/** Of rows written, beyond those in the plan. */
export const priceOf = (rows: number) => `$${((rows / 1e6) * PRICE).toFixed(2)}`;

interface DeployedLoad {
  readonly parts: number;
  /** Of SQL. */
  readonly bytes: number;
  readonly rows: number;
  /** Bytes of the database, about. */
  readonly size: number;
}

export function deployedCosts({ parts, bytes, rows, size }: DeployedLoad): string {
  const days = Math.ceil(rows / FREE.rows);
  const fits = size <= FREE.bytes ? "fits" : "does not fit";
  return [
    `Sent to a deployed catalog: ${counted(parts, "part")} with ${(bytes / 1e6).toFixed(1)} MB of SQL.`,
    `D1 counts ${rows.toLocaleString("en")} rows written: on the paid plan ${priceOf(rows)} beyond 50 million a month,`,
    `on the free plan the quota of ${counted(days, "day")} (${FREE.rows.toLocaleString("en")} a day), and ${gigabytes(size)} ${fits} into ${gigabytes(FREE.bytes)}.`,
  ].join("\n");
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Throws before anything is sent. `writtenToday`: by all databases of the account; `null`: the platform does not tell. */
export function assertFreePlan(
  { rows, size }: Pick<DeployedLoad, "rows" | "size">,
  writtenToday: number | null,
): void {
  const left = FREE.rows - (writtenToday ?? 0);
  const known = writtenToday === null ? "" : `; ${Math.max(0, left).toLocaleString("en")} are left today`;
  if (size > FREE.bytes)
    throw new CommandError(
      `The catalog would take about ${gigabytes(size)}, and a database of the free plan holds ${gigabytes(FREE.bytes)}; nothing was changed.`,
    );
  if (rows > left)
    throw new CommandError(
      `The load writes ${rows.toLocaleString("en")} rows, and the free plan has ${FREE.rows.toLocaleString("en")} a day${known}; nothing was changed.`,
    );
}
