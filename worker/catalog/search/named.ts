/** Finds titles by complete names and parts of names. */
import type { NamedTitle, NamesQuery } from "../../contract/matching.ts";
import { type LoadedList, NO_RESULTS } from "../../source/loaded.ts";
import { FORM_SEPARATOR, PART_SEPARATOR, WORKING_TITLE_MARK } from "../store/names.ts";
import type { CatalogReads } from "../store/statements.ts";
import { measureFame } from "./ranking.ts";

export async function findNamed(
  query: NamesQuery,
  reads: CatalogReads,
): Promise<LoadedList<readonly NamedTitle[]>> {
  if (query.keys.length === 0) return NO_RESULTS;
  const { titles, catalog } = await reads.read({ titles: reads.named(query) });
  const value = titles.map(({ rank, forms, keys, record, countries, seasons }) => ({
    record: JSON.parse(record),
    keys: JSON.parse(keys),
    forms: splitForms(forms),
    popularity: measureFame({ rank }, catalog.gap),
    countries,
    seasons: JSON.parse(seasons ?? "[]"),
  }));
  return { value, isEmpty: value.length === 0 };
}

/** Returns the words of each part of each form. Leaves out working titles. */
function splitForms(forms: string): NamedTitle["forms"] {
  return forms
    .split(FORM_SEPARATOR)
    .filter((form) => !form.startsWith(WORKING_TITLE_MARK))
    .map((form) => form.split(` ${PART_SEPARATOR} `).map((part) => part.split(" ")));
}
