/** The names of titles, kinds, genres and countries as pages show them. */
import type { SeriesExtent } from "../../../worker/contract/facts.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { PageNotes } from "../../../worker/source/loaded.ts";
import type { Dictionary } from "../../language/en.ts";
import { shorten } from "../../language/formats.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../language/language.ts";
import { isTranslated, textLanguage } from "../../language/scripts.ts";
import { getDictionary } from "../../language/words.ts";

type Named = Pick<TitleRecord, "type" | "title" | "original_title">;

/**
 * Returns the title, or else the original title, or else text such as "Untitled film". A dash before a subtitle
 * cannot start a line.
 */
export function titleName(language: Language, { type, title, original_title }: Named): string {
  const { untitled } = getDictionary(language).title;
  const nameless = type === "movie" || type === "series" ? untitled[type] : untitled.other;
  return (title || original_title || nameless).replaceAll(/\s(?=[-–—]\s)/g, "\u00a0");
}

/** Returns the original title, or `null` if it is unknown or equal to the title. */
export function originalName({ title, original_title }: Omit<Named, "type">): string | null {
  return title === "" || original_title === "" || original_title === title ? null : original_title;
}

/** Returns the name of a kind. An unknown kind is returned unchanged. */
export function kindName({ kinds }: Pick<Dictionary, "kinds">, type: string): string {
  return type === "movie" || type === "series" ? kinds[type] : type;
}

/** Returns the text that follows the first year of a series: "–2019", "–" if the series is still running, or "". */
export function yearsAfter(
  { year, type }: Pick<TitleRecord, "year" | "type">,
  { last_year, in_production = false }: SeriesExtent = {},
): string {
  if (type !== "series" || year === "") return "";
  if (in_production) return "–";
  return last_year === undefined || last_year <= Number(year) ? "" : `–${last_year}`;
}

/** Returns text such as "1954 · Film". Leaves out unknown parts. */
export function yearAndKind(
  words: Pick<Dictionary, "kinds">,
  { year, type }: Pick<TitleRecord, "year" | "type">,
): string {
  return [year, kindName(words, type)].filter((part) => part !== "").join(" · ");
}

/**
 * The maximum length of the reason why a title is listed, such as an alternative title, in UTF-16 code units. It fills
 * at most eight lines of a narrow tile.
 */
export const MAX_REASON = 72;

/** Splits a comma-separated string into names, without empty names and duplicates. */
export function splitNames(joined: string): string[] {
  return [...new Set(joined.split(", "))].filter((name) => name !== "");
}

/**
 * Returns the `lang` attribute of a plot, which may be in the page's language, in English or in the original
 * language. Returns `undefined` if it is the page's language, and "" if the language is unknown.
 */
export function plotLanguage(
  language: Language,
  { plot }: Pick<TitleRecord, "plot">,
  { plotLanguage: known }: PageNotes,
): string | undefined {
  // Some sources do not report the language of a plot, so it is guessed from the letters.
  if (known === undefined) return textLanguage(plot, language);
  return known === language ? undefined : known;
}

/** The beginning of a plot, and its language if that is not the language of the page. */
export interface ListedPlot {
  readonly text: string;
  readonly lang: string | undefined;
}

/** The length of a plot in a list in UTF-16 code units, so that a page of sixty titles has at most 32 KB. */
const MAX_LISTED_PLOT = 90;
/** The length of a plot in a list of a few titles. */
const MAX_FEW_PLOT = 240;

/** Returns the plot for a list. Returns `undefined` if there is none, or if its language is unknown. */
export function listPlot(
  language: Language,
  { id, plot = "" }: { readonly id: number; readonly plot?: string },
  { englishPlots }: PageNotes,
  isFew = false,
): ListedPlot | undefined {
  if (plot === "") return undefined;
  const text = shorten(plot, isFew ? MAX_FEW_PLOT : MAX_LISTED_PLOT);
  if (englishPlots?.includes(id)) return { text, lang: DEFAULT_LANGUAGE };
  const isKnown = englishPlots !== undefined || language === DEFAULT_LANGUAGE || isTranslated(plot, language);
  return isKnown ? { text, lang: textLanguage(plot, language) } : undefined;
}
