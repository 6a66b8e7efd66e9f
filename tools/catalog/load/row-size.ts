/**
 * What D1 takes as a row (developers.cloudflare.com/d1/platform/limits): no value, row or parameter over 2,000,000 bytes,
 * and no statement over 100,000. The same for a local load, a remote one and a check: what one refuses, all refuse.
 */
import { COLUMNS, LARGE_COLUMNS, type Row, type Table } from "./tables.ts";

/** Rows travel as JSON within a parameter, and the parameter is what counts. */
export const MAX_ROW_BYTES = 1_900_000;
/** All of a row but its large column has to fit into one statement. */
const MAX_BYTES_BESIDE_RECORD = 80_000;

/** Throws a RangeError for a row that D1 would not take; gives about how many bytes it takes on the way. */
export function assertStorable(table: Table, row: Row): number {
  const bytes = storedBytes(row);
  if (bytes > MAX_ROW_BYTES) throw new RangeError(tooLarge("it takes", bytes, MAX_ROW_BYTES));
  if (bytes <= MAX_BYTES_BESIDE_RECORD) return bytes;
  const isLarge = LARGE_COLUMNS.has(COLUMNS[table].at(-1) ?? "");
  const beside = isLarge ? storedBytes(row.slice(0, -1)) : bytes;
  if (beside > MAX_BYTES_BESIDE_RECORD)
    throw new RangeError(tooLarge("its names take", beside, MAX_BYTES_BESIDE_RECORD));
  return bytes;
}

/** A record before it is part of a row. */
export function assertStorableRecord(json: string): void {
  const bytes = storedBytes([json]);
  if (bytes > MAX_ROW_BYTES) throw new RangeError(tooLarge("it takes", bytes, MAX_ROW_BYTES));
}

function tooLarge(what: string, bytes: number, limit: number): string {
  return `${what} ${bytes.toLocaleString("en")} bytes, and D1 has room for ${limit.toLocaleString("en")}`;
}

/** Below this many characters a text is small whatever is in it, and need not be measured exactly. */
const MAX_UNMEASURED = 10_000;
/** Around the values: brackets, commas. */
const ROW_OVERHEAD = 64;

function storedBytes(row: Row): number {
  let bytes = ROW_OVERHEAD;
  for (const value of row) bytes += typeof value === "string" ? textBytes(value) : 8;
  return bytes;
}

function textBytes(text: string): number {
  if (text.length > MAX_UNMEASURED) return Buffer.byteLength(JSON.stringify(text));
  return Buffer.byteLength(text) + Math.ceil(text.length / 4);
}
