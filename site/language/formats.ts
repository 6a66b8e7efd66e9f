/** Formats numbers, lists, dates and durations for a language with `Intl`. */
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

/**
 * Formats a number. Four digits are grouped as well, unlike the default in Spanish and Portuguese, because vote
 * counts stand below each other.
 */
export function formatNumber(language: Language, value: number): string {
  return numbers(language).format(value);
}

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Returns a function that counts in the language's plural forms (CLDR). "#" stands for the number. */
export function counted(language: Language, forms: Forms): (count: number) => string {
  return (count) => {
    const form = forms[plurals(language).select(count)] ?? forms.other;
    return form.replace("#", formatNumber(language, count));
  };
}

/** Shortens a text to `length` UTF-16 code units and an ellipsis, without splitting a character. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning.trimEnd()}…`;
}

/** Formats a rating with one decimal. Returns `null` for an unrated title or a number outside 0 to 10. */
export function formatRating(language: Language, rating: number): string | null {
  if (rating <= 0 || rating > 10) return null;
  return decimals(language).format(rating);
}

/** Returns the name of a language or script by its tag. */
export function languageName(language: Language, tag: string): string {
  const name = languageNames(language).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Joins names as one text. */
export function formatList(language: Language, items: readonly string[]): string {
  return formatListParts(language, items)
    .map(({ value }) => value)
    .join("");
}

/** Joins names like `formatList`, in parts that can become elements. */
export function formatListParts(
  language: Language,
  items: readonly string[],
): { type: "element" | "literal"; value: string }[] {
  const parts = lists(language).formatToParts(items);
  // The Arabic "and" is joined to the next word. Before another script it stands apart on the same line.
  return parts.map((part, at) =>
    part.value.endsWith("و") && !/^\p{Script=Arabic}/u.test(parts[at + 1]?.value ?? "ا")
      ? { ...part, value: `${part.value}\u00a0` }
      : part,
  );
}

const COMMAS: Partial<Record<Language, string>> = { ar: "، ", ja: "、", zh: "、" };

/** Joins names without "and", such as "director, writer". */
export function joinNames(language: Language, items: readonly string[]): string {
  return items.join(COMMAS[language] ?? ", ");
}

/**
 * Formats a runtime such as "2 h 19 min". The contract states no unit; the catalog uses minutes like most services.
 * Returns `null` if unknown.
 */
export function formatRuntime(language: Language, runtime: string): string | null {
  const minutes = Math.round(Number(runtime));
  if (!Number.isSafeInteger(minutes) || minutes <= 0) return null;
  const parts = [
    amount(language, Math.floor(minutes / 60), "hour"),
    amount(language, minutes % 60, "minute"),
  ];
  return parts.filter((part) => part !== null).join(" ");
}

/** Formats minutes such as "90 min". */
export function formatMinutes(language: Language, minutes: number): string {
  return amount(language, minutes, "minute") ?? "";
}

/** Formats a date such as "January 27, 2008". A year alone or an invalid day stays unchanged. */
export function formatDate(language: Language, date: string): string {
  const day = new Date(date);
  if (date.length <= 4 || Number.isNaN(day.getTime())) return date;
  return dates(language).format(day);
}

/** Returns a runtime in ISO 8601 for `time` elements and schema.org. */
export function runtimeDuration(runtime: string): string | null {
  const minutes = Math.round(Number(runtime));
  return Number.isSafeInteger(minutes) && minutes > 0 ? `PT${minutes}M` : null;
}

function amount(language: Language, value: number, unit: "hour" | "minute"): string | null {
  if (value === 0) return null;
  // In English, the style "short" gives "hr" and "narrow" gives "2h".
  if (language === "en") return `${value} ${unit === "hour" ? "h" : "min"}`;
  return (unit === "hour" ? inHours : inMinutes)(language).format(value);
}

/** Returns the initials of the first and last name, with their combining marks, or an empty string. */
export function initialsOf(name: string): string {
  const initials = [...name.matchAll(/(?<![\p{L}\p{M}])\p{L}/gu)].map(([letter]) => letter);
  return [initials[0], initials.length > 1 ? initials.at(-1) : ""].join("");
}
