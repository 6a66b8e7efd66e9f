/** The language of a plot, where it is not that of the page: origins fall back to English and then to the original. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Notes } from "../../../worker/origins/loaded.ts";
import type { Language } from "../../language/language.ts";

const SCRIPTS: Partial<Record<Language, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  zh: /\p{Script=Han}/gu,
  ar: /\p{Script=Arabic}/gu,
};
const LATIN = /\p{Script=Latin}/gu;

/** As an attribute `lang`: `undefined` is the page's own, "" one that is not known. */
export function plotLanguage(
  language: Language,
  { plot }: Pick<TitleRecord, "plot">,
  { plotLanguage: known }: Notes,
): string | undefined {
  if (known !== undefined) return known === language ? undefined : known;
  // Not every origin knows the language.
  return plot === "" || isWrittenIn(language, plot) ? undefined : "";
}

/** Whether at least half of the letters are of the language's script. */
function isWrittenIn(language: Language, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(SCRIPTS[language] ?? LATIN)?.length ?? 0;
  return own * 2 >= letters;
}
