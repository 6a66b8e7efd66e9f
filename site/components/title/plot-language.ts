/**
 * The language of a plot, where it is not that of the page: origins fall back to English and then to the original, and
 * no record says which it was.
 */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../language/language.ts";
import { pageRecord } from "./page-texts.ts";

const SCRIPTS: Partial<Record<Language, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  zh: /\p{Script=Han}/gu,
  ar: /\p{Script=Arabic}/gu,
};
const LATIN = /\p{Script=Latin}/gu;

/** As an attribute `lang`: `undefined` is the page's own, "" one that is not known. Never rejects. */
export async function plotLanguage(
  services: Pick<SiteServices, "offers" | "title">,
  language: Language,
  record: TitleRecord,
): Promise<string | undefined> {
  if (record.plot === "") return undefined;
  if (language !== DEFAULT_LANGUAGE && services.offers("title")) {
    const english = await services.title({ id: record.id, slug: "", lang: DEFAULT_LANGUAGE });
    if (english !== null && pageRecord(english).plot === record.plot) return DEFAULT_LANGUAGE;
  }
  return isWrittenIn(language, record.plot) ? undefined : "";
}

/** Whether at least half of the letters are of the language's script. */
function isWrittenIn(language: Language, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(SCRIPTS[language] ?? LATIN)?.length ?? 0;
  return own * 2 >= letters;
}
