/** One title as rows. Pure: the same for local loads, remote loads and tests. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { namesOf } from "../../../worker/origins/catalog/stored/names.ts";
import type { Row, Table } from "./tables.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One title to load. */
export interface CatalogEntry {
  readonly record: TitleRecord;
  /** Subtag of the original language; `null` if unknown. */
  readonly language: string | null;
  /** Other titles. */
  readonly aliases: readonly string[];
  /** Titles during production. */
  readonly workingTitles: readonly string[];
  /** Whole records by language. */
  readonly translations: ReadonlyMap<string, TitleRecord>;
}

export function* titleRows(
  entry: CatalogEntry,
  rank: number,
  vocabulary: Vocabulary,
): Generator<[Table, Row]> {
  const { record, aliases, workingTitles, translations } = entry;
  const year = record.year === "" ? null : Number(record.year);
  const translated = [...translations.values()].map(({ title }) => title);
  const titles = [record.title, record.original_title, ...aliases, ...translated];
  const names = namesOf({ titles, workingTitles, year, kind: record.type, adult: record.is_adult === 1 });
  vocabulary.add(names.words, rank);
  const json = JSON.stringify(record);
  const candidate = [year ?? 0, record.type, record.is_adult, names.forms];
  yield ["title", [rank, record.id, ...candidate, json]];
  yield ["candidate", [rank, ...candidate]];
  yield ["index", [rank, names.tokens]];
  for (const [key, claim] of names.keys) yield ["key", [key, claim, rank]];
  for (const [lang, translation] of translations) {
    const other = JSON.stringify(translation);
    if (other !== json) yield ["translation", [rank, lang, other]];
  }
}
