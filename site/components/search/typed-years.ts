/**
 * Years in a visitor's own words: "1990s", "before 1980", "années 1990", "1990年代". The words of all
 * languages of the site are read on every page.
 */
import type { YearRange } from "../../../worker/contract/filter.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";

const BEFORE = /before|vor|antes de|antes|avant|より前|以前|之前|قبل/;
const UNTIL = /until|up to|bis|hasta|até|jusqu['’]?(?:en|à)?|まで|حتى/;
const SINCE = /since|from|ab|seit|desde|depuis|à partir de|以降|以后|以後|から|منذ/;
const AFTER = /after|nach|después de|depois de|après|بعد/;
const DECADE = /decade|(?<=\d)s|er(?:[ -]?jahre)?|années|años|anos|década de|年代|عقد/;
const YEAR = /年/;

/** As the filter of an address has it; `null`: no years can be read in it. */
export function readYears(typed: string): string | null {
  const text = typed.normalize("NFKC").replaceAll(/[٠-٩]/g, latinDigit).toLowerCase().trim();
  const compact = text.replaceAll(/\s/gu, "").replaceAll(/[–—‐]/gu, "-");
  if (/^(?:\d{4}~?|\d{4}-(?:\d{4})?|-\d{4})?$/.test(compact)) return compact;
  const years = [...text.matchAll(/\d{4}/g)].map(([year]) => Number(year));
  const [first] = years;
  if (first === undefined || years.length > 1) return null;
  for (const [pattern, range] of [
    [BEFORE, `-${pad(first - 1)}`],
    [UNTIL, `-${pad(first)}`],
    [SINCE, `${pad(first)}-`],
    [AFTER, `${pad(first + 1)}-`],
    [DECADE, first % 10 === 0 ? `${pad(first)}-${pad(first + 9)}` : null],
  ] as const) {
    const rest = text
      .replace(pattern, "")
      .replace(YEAR, "")
      .replaceAll(/[\s'’]/gu, "");
    if (rest === pad(first) && pattern.test(text)) return range;
  }
  return null;
}

/** In words that `readYears` reads back. */
export function describeYears(language: Language, { first, last, around }: YearRange): string {
  const { home, search } = wordsOf(language);
  if (around !== null) return `${pad(around)}~`;
  if (first === last) return pad(first);
  if (first === 0) return last === 9999 ? "" : search.before(pad(last + 1));
  if (last === 9999) return search.since(pad(first));
  if (first % 10 === 0 && last === first + 9) return home.decade(first);
  return `${pad(first)}-${pad(last)}`;
}

function latinDigit(digit: string): string {
  return String(digit.charCodeAt(0) - 0x660);
}

function pad(year: number): string {
  return String(year).padStart(4, "0");
}
