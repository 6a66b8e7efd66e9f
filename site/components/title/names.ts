/** What titles, their kinds, genres and countries are called on a page. */
import type { SeriesExtent } from "../../../worker/contract/facts.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { PageNotes } from "../../../worker/source/loaded.ts";
import type { Dictionary } from "../../language/en.ts";
import type { Language } from "../../language/language.ts";
import { textLanguage } from "../../language/scripts.ts";
import { wordsOf } from "../../language/words.ts";

type Named = Pick<TitleRecord, "type" | "title" | "original_title">;

/** Its title, else its original one, else "Untitled film". No line begins with the dash before a subtitle. */
export function titleName(language: Language, { type, title, original_title }: Named): string {
  const { untitled } = wordsOf(language).title;
  const nameless = type === "movie" || type === "series" ? untitled[type] : untitled.other;
  return (title || original_title || nameless).replaceAll(/\s(?=[-–—]\s)/g, "\u00a0");
}

/** `null`: it is not known, or what the title is called anyway. */
export function originalName({ title, original_title }: Omit<Named, "type">): string | null {
  return title === "" || original_title === "" || original_title === title ? null : original_title;
}

/** The kind of a title. An origin may know further kinds: those are shown as they are. */
export function kindName({ kinds }: Pick<Dictionary, "kinds">, type: string): string {
  return type === "movie" || type === "series" ? kinds[type] : type;
}

/** What follows the first year of a series: "–2019", "–" if it goes on, "" otherwise. */
export function yearsAfter(
  { year, type }: Pick<TitleRecord, "year" | "type">,
  { last_year, in_production = false }: SeriesExtent = {},
): string {
  if (type !== "series" || year === "") return "";
  if (in_production) return "–";
  return last_year === undefined || last_year <= Number(year) ? "" : `–${last_year}`;
}

/** "1954 · Film", as far as it is known. */
export function yearAndKind(
  words: Pick<Dictionary, "kinds">,
  { year, type }: Pick<TitleRecord, "year" | "type">,
): string {
  return [year, kindName(words, type)].filter((part) => part !== "").join(" · ");
}

/** The contract joins several names by a comma and a space. No name comes twice, none is empty. */
export function namesOf(joined: string): string[] {
  return [...new Set(joined.split(", "))].filter((name) => name !== "");
}

/**
 * The language of a plot, if it is not the page's: origins fall back to English and then to the original.
 * As an attribute `lang`: `undefined` is the page's own, "" one that is not known.
 */
export function plotLanguage(
  language: Language,
  { plot }: Pick<TitleRecord, "plot">,
  { plotLanguage: known }: PageNotes,
): string | undefined {
  // Not every origin knows the language.
  if (known === undefined) return textLanguage(plot, language);
  return known === language ? undefined : known;
}
