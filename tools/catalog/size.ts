/** Checks that a catalog fits into D1 before anything is written. */
import { CommandError } from "../options.ts";
import type { ChosenBytes } from "./sources/chosen.ts";

/** D1's limit for a database, in bytes. */
const MAX_DATABASE = 10e9;
/** Bytes of indexes and tables per byte of title names: measured at 10,000, 38,000 and a million titles. */
const INDEXED = 25;
/** Bytes of people per byte of credits: measured. */
const PEOPLE = 0.5;
/** Pages are never quite full. */
const PAGE_FILL = 0.9;

/** The approximate size of a catalog of the chosen titles, in bytes. */
export function estimatedBytes({ names, records, credits }: ChosenBytes): number {
  return (records + credits * (1 + PEOPLE)) / PAGE_FILL + names * INDEXED;
}

/** Throws if there is no room. `held`: bytes of the deployed database, which stays until the new catalog is complete. */
export function assertFits(bytes: number, held: number): void {
  if (bytes + held <= MAX_DATABASE) return;
  const beside = held > 0 ? `, beside ${gigabytes(held)} that stand until then` : "";
  throw new CommandError(
    `The catalog would take about ${gigabytes(bytes)}${beside}; D1 holds ${gigabytes(MAX_DATABASE)}. Load fewer titles with --limit or --min-votes; nothing was changed.`,
  );
}

export function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
