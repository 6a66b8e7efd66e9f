/** The filters of a list, with the names of their values and the numbers of titles, in the visitor's language. */

import {
  type BrowseCounts,
  type Facets,
  MAX_RATING,
  MAX_RUNTIME_MINUTES,
  type NumberRange,
} from "../../../worker/contract/browse.ts";
import type { BrowseQuery, FILTERS } from "../../../worker/filters/browse-query.ts";
import type { Condition, FilterName } from "../../../worker/filters/facet.ts";
import { parseRuntime } from "../../../worker/filters/facets.ts";
import { countryName, findCountry } from "../../language/countries.ts";
import { formatList, formatMinutes, formatNumber } from "../../language/formats.ts";
import { findGenre, genreName } from "../../language/genres.ts";
import { createPerLanguage, type Language } from "../../language/language.ts";
import { namesIn } from "../../language/tables.ts";
import { getDictionary } from "../../language/words.ts";

/** The filters whose values have names, each with the property of `Facets` that lists the values. */
const LISTS = { genre: "genres", country: "countries", language: "languages" } as const;
type NamedField = keyof typeof LISTS;

/** A numeric filter, which has ranges of values. */
interface RangeField {
  /** The choices in its menu as they appear in URLs. */
  readonly choices: readonly string[];
  /** Whether a title has a value. */
  isKnown(facets: Facets): boolean;
  parse(value: string): NumberRange;
  /** Returns the name of a range. Its spaces are non-breaking. */
  format(language: Language, value: string): string;
}

const RANGES = {
  min_rating: {
    choices: ["9", "8.5", "8", "7.5", "7", "6.5", "6", "5.5", "5"],
    isKnown: ({ hasRatings }) => hasRatings,
    parse: (value) => ({ first: Number(value), last: MAX_RATING }),
    // The text is isolated, because the direction of numbers and signs otherwise depends on the text around them.
    format: (language, value) => `\u2066★\u00a0${formatNumber(language, Number(value))}+\u2069`,
  },
  runtime: {
    choices: ["-90", "-100", "-120", "121-"],
    isKnown: ({ hasRuntimes }) => hasRuntimes,
    parse: parseMinutes,
    format: formatRuntimes,
  },
} satisfies Record<Exclude<keyof typeof FILTERS, "filter" | NamedField>, RangeField>;
type RangeFieldName = keyof typeof RANGES;

/** The filters that have a menu, in the order of the form. */
export const FIELDS = Object.keys({ ...LISTS, ...RANGES }) as Field[];
export type Field = NamedField | RangeFieldName;

/** Returns the selected value of a filter as it appears in URLs, or `null` if none is selected. */
export function findValue(conditions: readonly Condition[], name: FilterName): string | null {
  return conditions.find(({ facet }) => facet === name)?.values.join(",") ?? null;
}

export const isNamed = (name: string): name is NamedField => name in LISTS;
export const isRange = (name: string): name is RangeFieldName => name in RANGES;

/** The maximum number of choices in a menu. In a longer menu, finding a choice takes longer than typing a query. */
const MAX_CHOICES = 80;

interface Choice {
  readonly value: string;
  /** The label, with the number of titles if it is known. */
  readonly text: string;
}

/**
 * Returns the choices in the menu of a filter, or `null` if the source does not support the filter. Several
 * selected values form a single choice.
 */
export function listChoices(field: Field, options: ChoicesOptions): Choice[] | null {
  return isNamed(field) ? listNames(field, options) : listRanges(field, options);
}

const collators = createPerLanguage((language) => new Intl.Collator(language));
const languageNames = createPerLanguage(
  (language) => new Intl.DisplayNames(language, { type: "language", fallback: "none" }),
);

/** Returns a choice for the selected value and for each value that has titles, in alphabetical order. */
function listNames(
  field: NamedField,
  { language, facets, chosen, numbers }: ChoicesOptions,
): Choice[] | null {
  const all = facets?.[LISTS[field]] ?? [];
  if (all.length === 0 && chosen === null) return null;
  const leading = all.filter(({ value }) => numbers === null || numbers.has(value));
  const nameValue = (value: string) => valueName(language, field, value, facets);
  const kept = leading.slice(0, MAX_CHOICES).map(({ value }) => ({ value, name: nameValue(value) }));
  if (chosen !== null && !kept.some(({ value }) => value === chosen))
    kept.push({ value: chosen, name: formatList(language, chosen.split(",").map(nameValue)) });
  const { compare } = collators(language);
  return kept
    .sort((one, other) => compare(one.name, other.name))
    .map(({ value, name }) => ({
      value,
      text: withNumber(language, name, numbers && (numbers.get(value) ?? 0)),
    }));
}

/** Returns a choice for the selected range and for each range that has titles. */
function listRanges(
  field: RangeFieldName,
  { language, facets, chosen, numbers }: ChoicesOptions,
): Choice[] | null {
  const range: RangeField = RANGES[field];
  const isKnown = facets !== null && range.isKnown(facets);
  if (!isKnown && chosen === null) return null;
  const values = [...(isKnown ? range.choices : []), ...(chosen === null ? [] : [chosen])];
  return [...new Set<string>(values)].flatMap((value) => {
    const number = numbers && sumNumbers(numbers, range.parse(value));
    if (number === 0 && value !== chosen) return [];
    return [{ value, text: withNumber(language, valueName(language, field, value, facets), number) }];
  });
}

interface ChoicesOptions {
  readonly language: Language;
  readonly facets: Facets | null;
  readonly chosen: string | null;
  readonly numbers: Numbers;
}

/**
 * The number of results for each value, given the other filters. Values without results are omitted. `null` if titles
 * are not counted.
 */
export type Numbers = ReadonlyMap<string, number> | null;

export function withNumber(language: Language, name: string, number: number | null): string {
  return number === null ? name : `${name} (${formatNumber(language, number)})`;
}

/**
 * Returns the number of titles for each value. A list that is only filtered by kind needs no counting, because the
 * numbers are stored when the catalog is loaded.
 */
export function selectNumbers(name: Field | "kind", { query, facets, counts }: Counted): Numbers {
  const counted = counts[name];
  if (counted !== undefined) return new Map(counted);
  const isNarrowed = query.conditions.some(({ facet }) => facet !== "kind" && facet !== name);
  if (isNarrowed || !isNamed(name)) return null;
  const kind = findValue(query.conditions, "kind");
  const of = kind === null ? "titles" : kind === "movie" ? "movies" : "series";
  const stored = (facets?.[LISTS[name]] ?? []).filter((facet) => facet[of] > 0);
  return stored.length === 0 ? null : new Map(stored.map((facet) => [facet.value, facet[of]]));
}

interface Counted {
  readonly query: Pick<BrowseQuery, "conditions">;
  readonly facets: Facets | null;
  readonly counts: BrowseCounts["values"];
}

/** Returns the name of a filter's value in the visitor's language. */
function valueName(language: Language, field: Field, value: string, facets: Facets | null): string {
  return isNamed(field)
    ? factName(language, field, sourceName(field, value, facets))
    : rangeName(language, field, value);
}

/**
 * Returns the English name of a genre or country, and any other value unchanged. An unknown name is derived from the
 * slug.
 */
export function sourceName(field: string, value: string, facets: Facets | null): string {
  const named = isNamed(field) ? facets?.[LISTS[field]] : undefined;
  const name = named?.find((facet) => facet.value === value)?.name;
  if (name !== undefined || (field !== "genre" && field !== "country")) return name ?? value;
  const words = value.charAt(0).toUpperCase() + value.slice(1).replaceAll("-", " ");
  return (field === "genre" ? findGenre(value) : findCountry(value)) ?? words;
}

/** Returns the first of several values that has titles, or else the first value. */
export function knownValue(part: string, values: readonly string[], facets: Facets | null): string {
  const known = isNamed(part) ? (facets?.[LISTS[part]] ?? []) : [];
  return values.find((value) => known.some((facet) => facet.value === value)) ?? values[0] ?? "";
}

/** Language codes that are not valid language tags, with the tag to use. TMDB has its own code for Cantonese. */
const OTHER_CODES: Readonly<Record<string, string>> = { cn: "yue" };

/** Names that `Intl` lacks: Northern Sami, and TMDB's code for films without speech. */
const unlistedLanguage = namesIn(`
se|Northern Sami|Sami septentrional|Same du Nord|Nordsamisch|Sami setentrional|北サーミ語|北萨米语|السامية الشمالية
xx|No language|Sin diálogos|Sans paroles|Ohne Sprache|Sem diálogos|言語なし|无语言|بلا لغة
`);

export function factName(language: Language, fact: NamedField, name: string): string {
  if (fact === "genre") return genreName(language, name);
  if (fact === "country") return countryName(language, name);
  const unlisted = unlistedLanguage(language, name);
  if (unlisted !== undefined) return unlisted;
  const code = OTHER_CODES[name] ?? name;
  const found = languageNames(language).of(code) ?? name;
  return found.charAt(0).toLocaleUpperCase(language) + found.slice(1);
}

/** Returns the number of titles in a range, by adding up the numbers for its half points or minutes. */
function sumNumbers(numbers: NonNullable<Numbers>, { first, last }: NumberRange): number {
  return [...numbers].reduce(
    (sum, [at, titles]) => (Number(at) < first || Number(at) > last ? sum : sum + titles),
    0,
  );
}

/** Returns the name of a range, such as "★ 7+", "up to 90 min", "over 2 h" or "1 h – 1 h 30 min". */
export function rangeName(language: Language, field: RangeFieldName, value: string): string {
  return RANGES[field].format(language, value);
}

function formatRuntimes(language: Language, value: string): string {
  const { browse } = getDictionary(language);
  const { first, last } = parseMinutes(value);
  if (first === 1) return browse.upTo(formatMinutes(language, last));
  if (last === MAX_RUNTIME_MINUTES) return browse.over(formatMinutes(language, first - 1));
  const [from = "", to = ""] = [first, last].map((minutes) => formatMinutes(language, minutes));
  return first === last ? from : `${from}–${to}`;
}

function parseMinutes(value: string): NumberRange {
  return parseRuntime(value) ?? { first: 1, last: MAX_RUNTIME_MINUTES };
}
