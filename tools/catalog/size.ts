/** Whether a catalog fits into D1, said before anything is written. */
import type { ChosenBytes } from "./sources/chosen.ts";

/** D1's largest database. */
const MAX_DATABASE = 10e9;
/** What the index, the keys and the forms of a title take beside its record, as measured. */
const BYTES_BESIDE_RECORD = 2_000;
/** What the people take, as a share of the credits, as measured. */
const PEOPLE = 0.6;
/** Pages are never quite full. */
const PAGE_FILL = 0.9;

/** Bytes a catalog of the chosen titles takes. */
export function estimatedBytes({ titles, records, credits }: ChosenBytes): number {
  return (records + credits * (1 + PEOPLE) + titles * BYTES_BESIDE_RECORD) / PAGE_FILL;
}

/** Throws when there is no room. `held`: bytes of the deployed database, which stands until the new catalog is complete. */
export function assertFits(bytes: number, held: number): void {
  if (bytes + held <= MAX_DATABASE) return;
  const beside = held > 0 ? `, beside ${gigabytes(held)} that stand until then` : "";
  throw new Error(
    `The catalog would take about ${gigabytes(bytes)}${beside}; D1 holds ${gigabytes(MAX_DATABASE)}. Load fewer titles with --limit or --min-votes; nothing was changed.`,
  );
}

export function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
