/** Formats numbers, lists, dates and durations with `Intl`, in the language of the page. */
import { createPerLanguage, type Language } from "./language.ts";

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
const months = createPerLanguage(
  (language) => new Intl.DateTimeFormat(language, { year: "numeric", month: "long", timeZone: "UTC" }),
);
const characters = new Intl.Segmenter();
const inHours = createPerLanguage((language) => unitFormat(language, "hour"));
const inMinutes = createPerLanguage((language) => unitFormat(language, "minute"));

function unitFormat(language: Language, unit: "hour" | "minute"): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
}

/**
 * Formats a number. Four-digit numbers have a separator in every language, although Spanish and Portuguese usually
 * omit it, because numbers of votes are listed below each other.
 */
export function formatNumber(language: Language, value: number): string {
  return numbers(language).format(value);
}

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Returns a function that formats a count in the correct plural form (CLDR). "#" stands for the number. */
export function counted(language: Language, forms: Forms): (count: number) => string {
  return (count) => {
    const form = forms[plurals(language).select(count)] ?? forms.other;
    return form.replace("#", formatNumber(language, count));
  };
}

/**
 * Shortens a text to `length` UTF-16 code units and appends an ellipsis. Cuts between words, or between characters in
 * a long word and in a script without spaces.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const lastSpace = text.slice(0, length).search(/\s\S*$/u);
  const end =
    lastSpace > length / 2 ? lastSpace : (characters.segment(text).containing(length - 1)?.index ?? 0);
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Formats a rating with one decimal. Returns `null` if the title is unrated or the number is not from 0 to 10. */
export function formatRating(language: Language, rating: number): string | null {
  if (rating <= 0 || rating > 10) return null;
  return decimals(language).format(rating);
}

/** Returns the name of a language or script for its tag. */
export function languageName(language: Language, tag: string): string {
  const name = languageNames(language).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Joins names into a list, such as "A, B and C". */
export function formatList(language: Language, items: readonly string[]): string {
  const parts = lists(language).formatToParts(items);
  // The Arabic word for "and" is written together with the next word. A next word in another script is separated by a
  // non-breaking space.
  return parts
    .map(({ value }, at) =>
      value.endsWith("و") && !/^\p{Script=Arabic}/u.test(parts[at + 1]?.value ?? "ا")
        ? `${value}\u00a0`
        : value,
    )
    .join("");
}

/**
 * Returns the text that follows each name in a list, such as ", ", " and " and "". Arabic has commas only, because its
 * word for "and" would be written together with the next name, as if it belonged to it.
 */
export function listSeparators(language: Language, names: readonly string[]): string[] {
  if (language === "ar")
    return names.map((_, at) => (at === names.length - 1 ? "" : joinNames(language, ["", ""])));
  const parts = lists(language).formatToParts(names);
  const separators = parts.filter(({ type }) => type === "literal").map(({ value }) => value);
  return names.map((_, at) => separators[at] ?? "");
}

const COMMAS: Partial<Record<Language, string>> = { ar: "، ", ja: "、", zh: "、" };

/** Joins names with commas only, without an "and", as in "director, writer". */
export function joinNames(language: Language, items: readonly string[]): string {
  return items.join(COMMAS[language] ?? ", ");
}

/**
 * Formats a runtime such as "2 h 19 min". Returns `null` if it is unknown. The contract does not state the unit, but
 * most services use minutes.
 */
export function formatRuntime(language: Language, runtime: string): string | null {
  const minutes = Math.round(Number(runtime));
  if (!Number.isSafeInteger(minutes) || minutes <= 0) return null;
  const parts = [
    amount(language, Math.floor(minutes / 60), "hour"),
    amount(language, minutes % 60, "minute"),
  ];
  return parts.filter((part) => part !== null).join(UNSPACED.includes(language) ? "" : " ");
}

/** Languages without a space between numbers and units, as in their dates. */
const UNSPACED: readonly Language[] = ["ja", "zh"];

/** Formats a number of minutes, such as "90 min". */
export function formatMinutes(language: Language, minutes: number): string {
  return amount(language, minutes, "minute") ?? "";
}

/** Formats a date such as "January 27, 2008". A year and an invalid date are returned unchanged. */
export function formatDate(language: Language, date: string): string {
  const day = new Date(date);
  if (date.length <= 4 || Number.isNaN(day.getTime())) return date;
  return (date.length === 7 ? months : dates)(language).format(day);
}

/** Returns a runtime as an ISO 8601 duration, for `time` elements and schema.org, or `null` if it is unknown. */
export function runtimeDuration(runtime: string): string | null {
  const minutes = Math.round(Number(runtime));
  return Number.isSafeInteger(minutes) && minutes > 0 ? `PT${minutes}M` : null;
}

function amount(language: Language, value: number, unit: "hour" | "minute"): string | null {
  if (value === 0) return null;
  // English units are written out, because `Intl` abbreviates hours as "hr" in the style "short", and omits the space
  // in "narrow".
  if (language === "en") return `${value} ${unit === "hour" ? "h" : "min"}`;
  const text = (unit === "hour" ? inHours : inMinutes)(language).format(value);
  return UNSPACED.includes(language) ? text.replaceAll(" ", "") : text;
}

/** Returns the capital initials of the first and last name, including combining marks, or "" if there are none. */
export function getInitials(name: string): string {
  const initials = [...name.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)].map(([letter]) => letter);
  return [initials[0], initials.length > 1 ? initials.at(-1) : ""].join("").toUpperCase();
}
