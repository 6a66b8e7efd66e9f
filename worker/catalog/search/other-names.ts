/** The other titles by which a text found titles, as they are spelled: their records do not show them. */
import type { TitleRecord } from "../../contract/record.ts";
import { formOf } from "../store/names.ts";
import type { CatalogReads, RecordRow } from "../store/statements.ts";
import type { Ranked } from "./ranking.ts";

type Hit = Pick<Ranked, "candidate" | "match">;

/** By id. Takes one more round trip, only if there are any. `records`: of the shown titles, by rank. */
export async function otherNames(
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
      const name = spellings.find((one) => formOf(one) === hidden.get(rank));
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

/** Whether the form is the record's title. */
export function isShown(form: string, record: string): boolean {
  const { title }: TitleRecord = JSON.parse(record);
  return formOf(title) === form;
}
