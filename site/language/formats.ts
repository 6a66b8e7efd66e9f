/** Numbers, lists and spans of time as a language writes them, by `Intl`. */
import type { Language } from "./language.ts";

/** Creates the formatter of a language on first use, because creating one takes thirty times as long as formatting. */
function createPerLanguage<Formatter>(create: (language: Language) => Formatter) {
  const formatters = new Map<Language, Formatter>();
  return (language: Language): Formatter => {
    const formatter = formatters.get(language) ?? create(language);
    formatters.set(language, formatter);
    return formatter;
  };
}

const numbers = createPerLanguage((language) => new Intl.NumberFormat(language, { useGrouping: "always" }));
const decimals = createPerLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const plurals = createPerLanguage((language) => new Intl.PluralRules(language));
const languageNames = createPerLanguage((language) => new Intl.DisplayNames(language, { type: "language" }));
const lists = createPerLanguage((language) => new Intl.ListFormat(language, { type: "conjunction" }));
const dates = createPerLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
);
const inHours = createPerLanguage((language) => unitFormat(language, "hour"));
const inMinutes = createPerLanguage((language) => unitFormat(language, "minute"));

function unitFormat(language: Language, unit: "hour" | "minute"): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
}

/** Groups four digits, too, which Spanish and Portuguese do not by default: numbers of votes stand below each other. */
export function formatNumber(language: Language, value: number): string {
  return numbers(language).format(value);
}

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Counts things in the plural forms of the language (CLDR). "#" stands for the number. */
export function counted(language: Language, forms: Forms): (count: number) => string {
  return (count) => {
    const form = forms[plurals(language).select(count)] ?? forms.other;
    return form.replace("#", formatNumber(language, count));
  };
}

/** The beginning of a text longer than `length` UTF-16 code units, with an ellipsis. No character is cut in half. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning.trimEnd()}…`;
}

/** From 0 to 10, with one decimal. `null`: the title is not rated, or the number is not from 0 to 10. */
export function formatRating(language: Language, rating: number): string | null {
  if (rating <= 0 || rating > 10) return null;
  return decimals(language).format(rating);
}

/** `tag`: of a language, or of a script. */
export function languageName(language: Language, tag: string): string {
  const name = languageNames(language).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Several names as one text. */
export function formatList(language: Language, items: readonly string[]): string {
  return formatListParts(language, items)
    .map(({ value }) => value)
    .join("");
}

/** The same in parts, so that each item can be an element of its own. */
export function formatListParts(
  language: Language,
  items: readonly string[],
): { type: "element" | "literal"; value: string }[] {
  const parts = lists(language).formatToParts(items);
  // The Arabic "and" is written with the word after it; one of another script stands apart, on the same line.
  return parts.map((part, at) =>
    part.value.endsWith("و") && !/^\p{Script=Arabic}/u.test(parts[at + 1]?.value ?? "ا")
      ? { ...part, value: `${part.value}\u00a0` }
      : part,
  );
}

const COMMAS: Partial<Record<Language, string>> = { ar: "، ", ja: "、", zh: "、" };

/** The same without "and", such as "director, writer". */
export function joinNames(language: Language, items: readonly string[]): string {
  return items.join(COMMAS[language] ?? ", ");
}

/** Such as "2 h 19 min". The contract states no unit; the catalog has minutes, like most services. `null`: unknown. */
export function formatRuntime(language: Language, runtime: string): string | null {
  const minutes = Math.round(Number(runtime));
  if (!Number.isSafeInteger(minutes) || minutes <= 0) return null;
  const parts = [
    amount(language, Math.floor(minutes / 60), "hour"),
    amount(language, minutes % 60, "minute"),
  ];
  return parts.filter((part) => part !== null).join(" ");
}

/** Such as "90 min". */
export function formatMinutes(language: Language, minutes: number): string {
  return amount(language, minutes, "minute") ?? "";
}

/** Such as "January 27, 2008". A year alone, or a day that no calendar has, stays as it is. */
export function formatDate(language: Language, date: string): string {
  const day = new Date(date);
  if (date.length <= 4 || Number.isNaN(day.getTime())) return date;
  return dates(language).format(day);
}

/** In ISO 8601, for `time` and schema.org. */
export function runtimeDuration(runtime: string): string | null {
  const minutes = Math.round(Number(runtime));
  return Number.isSafeInteger(minutes) && minutes > 0 ? `PT${minutes}M` : null;
}

function amount(language: Language, value: number, unit: "hour" | "minute"): string | null {
  if (value === 0) return null;
  // In English, "short" gives "hr" and "narrow" gives "2h".
  if (language === "en") return `${value} ${unit === "hour" ? "h" : "min"}`;
  return (unit === "hour" ? inHours : inMinutes)(language).format(value);
}

/** The first letters of the first and the last name; "" if there are none. A mark belongs to its letter. */
export function initialsOf(name: string): string {
  const initials = [...name.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)].map(([letter]) => letter);
  return [initials[0], initials.length > 1 ? initials.at(-1) : ""].join("");
}
