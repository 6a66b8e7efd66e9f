/** Finds the names that matched a search but are not in the records of its results, in their original spelling. */

import type { TitleRecord } from "../../contract/record.ts";
import { toForm } from "../store/names.ts";
import type { RecordRow } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";
import type { Ranked } from "./ranking.ts";

type Hit = Pick<Ranked, "candidate" | "match">;

/** Returns the names that are not in `records` (by rank), keyed by title id. Takes a round trip if there are any. */
export async function findOtherNames(
  hits: readonly Hit[],
  records: ReadonlyMap<number, RecordRow>,
  reads: CatalogReads,
): Promise<Readonly<Record<string, string>>> {
  const hidden = new Map(
    hits.flatMap(({ candidate: { rank }, match: { form } }) => {
      const record = records.get(rank)?.record;
      return record === undefined || isShown(form, record) ? [] : [[rank, form] as const];
    }),
  );
  if (hidden.size === 0) return {};
  const { titles } = await reads.read({ titles: reads.names([...hidden.keys()]) });
  return Object.fromEntries(
    titles.flatMap(({ rank, id, names }) => {
      const spellings: string[] = JSON.parse(names);
      const name = spellings.find((one) => toForm(one) === hidden.get(rank));
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

/** Returns true if the form is the title in the record. */
export function isShown(form: string, record: string): boolean {
  const { title }: TitleRecord = JSON.parse(record);
  return toForm(title) === form;
}
