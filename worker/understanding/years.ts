/** Parses years in words, such as "1990s", "before 1980", "années 1990" and "1990年代", in all languages. */
import { fourDigits, LAST_YEAR } from "../contract/filter.ts";
import { withoutAccents } from "../contract/slug.ts";

/** Words for "before", in the form that `simplify` returns. */
const BEFORE = /before|vor|antesde|antes|anterior(?:es)?a|avant|より前|以前|之前|قبل/;
const UNTIL = /until|upto|bis|hasta|ate|jusqu(?:en|a)?|まで|حتى/;
/** Matches a word that means "until" in Japanese, which includes the year itself, but "before" in Chinese. */
const UNTIL_IN_JAPANESE = /以前/;
const SINCE = /since|from|ab|seit|desde|depuis|a?partirde|以降|以后|以後|から|منذ/;
const AFTER = /after|nach|despuesde|posterior(?:es)?a|depoisde|apres|بعد/;
const DECADE = /decade|(?<=\d)s|ern?(?:-?jahren?)?|annees|anos|decadade|年代|عقد/;
const RANGE =
  /^(?:from|between|von|zwischen|desde|de|entre|从|من)?(\d{4})(?:[-~]|to|until|and|bis|und|hasta|ate|a|y|e|et|から|到|至|إلى|حتى)(\d{4})(?:まで)?$/;

/** Returns the years in the syntax of the parameter `f`, or `null`. */
export function parseYearPhrase(typed: string, lang: string): string | null {
  const text = simplify(typed);
  if (/^(?:\d{4}[~-]?|-\d{4})$/.test(text)) return text;
  const range = RANGE.exec(text);
  if (range !== null) {
    const [, first = "", last = ""] = range;
    return first <= last ? `${first}-${last}` : null;
  }
  const [digits] = /\d{4}/.exec(text) ?? [];
  if (digits === undefined) return null;
  const year = Number(digits);
  const until = `-${digits}`;
  const readings = [
    [UNTIL_IN_JAPANESE, lang === "ja" ? until : null],
    [BEFORE, year > 0 ? `-${fourDigits(year - 1)}` : null],
    [UNTIL, until],
    [SINCE, `${digits}-`],
    [AFTER, year < LAST_YEAR ? `${fourDigits(year + 1)}-` : null],
    [DECADE, year % 10 === 0 ? `${digits}-${fourDigits(year + 9)}` : null],
  ] as const;
  return readings.find(([words, years]) => years !== null && text.replace(words, "") === digits)?.[1] ?? null;
}

/** Removes accents, spaces, articles and words for "year". Changes dashes to hyphens, and letters to lower case. */
function simplify(typed: string): string {
  return withoutAccents(typed.replaceAll(/[\p{Pd}−～ー]/gu, "-").normalize("NFKC"))
    .replaceAll(/[٠-٩]/g, latinDigit)
    .toLowerCase()
    .replace(/^\s*(?:(?:in|the|die|den|les|la|los|las|os|a)\s+)+/, "")
    .replaceAll(/[\s'’]|年(?!代)/gu, "");
}

function latinDigit(digit: string): string {
  return String(digit.charCodeAt(0) - 0x660);
}
