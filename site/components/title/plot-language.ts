/** The language of a plot, where it is not that of the page: origins fall back to English and then to the original. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Notes } from "../../../worker/origins/loaded.ts";
import type { Language } from "../../language/language.ts";
import { textLanguage } from "../../language/scripts.ts";

/** As an attribute `lang`: `undefined` is the page's own, "" one that is not known. */
export function plotLanguage(
  language: Language,
  { plot }: Pick<TitleRecord, "plot">,
  { plotLanguage: known }: Notes,
): string | undefined {
  // Not every origin knows the language.
  if (known === undefined) return textLanguage(plot, language);
  return known === language ? undefined : known;
}
