/** One filter that is set, as a link that takes it off. */
import type { Filter } from "../../../worker/contract/filter.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";
import { describeYears } from "./typed-years.ts";

export interface Chip {
  readonly name: string;
  /** The address without it. */
  readonly without: string;
}

/** Kind and years. */
export function filterChips(
  language: Language,
  { kind, years }: Filter,
  link: (filter: Filter) => string,
): Chip[] {
  const { movies, seriesPlural } = wordsOf(language).kinds;
  const chips: Chip[] = [];
  if (kind !== null)
    chips.push({ name: kind === "movie" ? movies : seriesPlural, without: link({ kind: null, years }) });
  if (years !== null)
    chips.push({ name: describeYears(language, years), without: link({ kind, years: null }) });
  return chips;
}
