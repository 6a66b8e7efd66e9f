/** Finds titles by a name and a country or a year, as in "shameless uk" and "friends 2004". */
import type { SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { COUNTRIES } from "../../text/countries.ts";
import { fold } from "../../text/fold.ts";
import { buildKeys } from "../../text/title-keys.ts";
import { pieces } from "../../text/words.ts";
import { OTHER } from "../store/names.ts";
import type { NamedRow } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";

/** The minimum `whole` of a match that makes a country or a year in the text part of the name. */
export const MIN_WHOLE = 0.9;

/**
 * Returns the titles with the name before the last word, best known first, if that word is their country, or a year
 * in which the series ran.
 */
export async function findQualified(
  { text, filter, lang, includeAdult }: SearchQuery,
  reads: CatalogReads,
): Promise<readonly NamedRow[]> {
  const words = fold(text);
  const last = words.at(-1) ?? "";
  const country = COUNTRIES[last];
  const year = /^(?:19|20)\d\d$/.test(last) ? Number(last) : null;
  const keys = buildKeys(words.slice(0, -1).flatMap(pieces));
  if (keys.length === 0 || filter.years !== null || (country === undefined && year === null)) return [];
  const { titles } = await reads.read({
    titles: reads.named({
      keys: keys.map((key) => [key, null, null]),
      lang,
      includeAdult,
      withSeasons: false,
    }),
  });
  return titles.filter((row) => {
    const { type }: Pick<TitleRecord, "type"> = JSON.parse(row.record);
    const isNamed = Object.values<number>(JSON.parse(row.keys)).some((strength) => strength <= OTHER);
    const isMeant =
      year === null ? row.countries.includes(country ?? "") : type === "series" && hasRunIn(row, year);
    return isNamed && isMeant && (filter.kind === null || type === filter.kind);
  });
}

function hasRunIn({ record, series }: NamedRow, year: number): boolean {
  const { year: first }: Pick<TitleRecord, "year"> = JSON.parse(record);
  const { last_year: last, in_production: isRunning = false } = JSON.parse(series ?? "{}");
  return first !== "" && Number(first) <= year && (last === undefined ? isRunning : year <= last);
}
