/** The facts that narrow a list of titles, named in a visitor's language and counted. */
import {
  type BrowseCounts,
  type BrowseFilters,
  type BrowseQuery,
  type Facets,
  LONGEST_RUNTIME,
  MAX_RATING,
  NO_FACTS,
  parseRuntime,
  runtimeText,
} from "../../../worker/contract/browse.ts";
import { countryName } from "../../language/countries.ts";
import { formatList, formatMinutes, formatNumber } from "../../language/formats.ts";
import { genreName } from "../../language/genres.ts";
import type { Language } from "../../language/language.ts";
import { namesIn } from "../../language/tables.ts";
import { wordsOf } from "../../language/words.ts";

export type FactName = "genre" | "country" | "language";
export const FACTS: readonly FactName[] = ["genre", "country", "language"];

const LISTS = { genre: "genres", country: "countries", language: "languages" } as const;

/** Longer menus would take longer to read than typing a search. */
const MAX_CHOICES = 80;

interface Choice {
  readonly value: string;
  /** With the number of its titles, if they are counted. */
  readonly text: string;
}

/**
 * Sorted by name: those that lead to titles, as far as they are counted, and the chosen one, or several joined by commas.
 * `null`: the source has no such values.
 */
export function choicesOf(
  fact: FactName,
  { language, facets, chosen, numbers }: ChoicesOptions,
): Choice[] | null {
  const all = facets?.[LISTS[fact]] ?? [];
  if (all.length === 0 && chosen === null) return null;
  const leading = all.filter(({ value }) => numbers === null || numbers.has(value));
  const nameOf = (value: string) => factName(language, fact, sourceName(fact, value, facets));
  const kept = leading.slice(0, MAX_CHOICES).map(({ value }) => ({ value, name: nameOf(value) }));
  if (chosen !== null && !kept.some(({ value }) => value === chosen))
    kept.push({ value: chosen, name: formatList(language, chosen.split(",").map(nameOf)) });
  const { compare } = new Intl.Collator(language);
  return kept
    .sort((one, other) => compare(one.name, other.name))
    .map(({ value, name }) => ({
      value,
      text: withNumber(language, name, numbers && (numbers.get(value) ?? 0)),
    }));
}

interface ChoicesOptions {
  readonly language: Language;
  readonly facets: Facets | null;
  readonly chosen: string | null;
  readonly numbers: Numbers;
}

/** How many titles each value has, all other filters applied, without values that have none; `null`: not counted. */
export type Numbers = ReadonlyMap<string, number> | null;

export function withNumber(language: Language, name: string, number: number | null): string {
  return number === null ? name : `${name} (${formatNumber(language, number)})`;
}

/** As counted for the list, or by the load, if no other filter than the kind narrows it. */
export function numbersOf(fact: FactName, { query, facets, counts }: Counted): Numbers {
  const counted = counts[fact];
  if (counted !== undefined) return new Map(counted);
  const { kind, years } = query.filter;
  const others = Object.entries({ ...query, years }).filter(
    ([name, value]) => name in OTHER_FILTERS && name !== fact && value !== null,
  );
  const of = kind === null ? "titles" : kind === "movie" ? "movies" : "series";
  const stored = (facets?.[LISTS[fact]] ?? []).filter((facet) => facet[of] > 0);
  if (others.length > 0 || stored.length === 0) return null;
  return new Map(stored.map((facet) => [facet.value, facet[of]]));
}

interface Counted {
  readonly query: BrowseFilters;
  readonly facets: Facets | null;
  readonly counts: BrowseCounts["values"];
}

/** All but the kind. */
const OTHER_FILTERS = { ...NO_FACTS, years: null };

/** The name of a value as sources have it; a value that no title has is shown as it is in the address. */
export function sourceName(fact: FactName, value: string, facets: Facets | null): string {
  return facets?.[LISTS[fact]].find((facet) => facet.value === value)?.name ?? value;
}

/** The first of these values that titles have, or the first. */
export function knownValue(part: string, values: readonly string[], facets: Facets | null): string {
  const known = FACTS.filter((fact) => fact === part).flatMap((fact) => facets?.[LISTS[fact]] ?? []);
  return values.find((value) => known.some((facet) => facet.value === value)) ?? values[0] ?? "";
}

/** TMDB's own code for Cantonese, which is no language tag. */
const OTHER_CODES: Readonly<Record<string, string>> = { cn: "yue" };

/** `Intl` lacks Northern Sami, and TMDB's code for films without speech. */
const unlistedLanguage = namesIn(`
se|Northern Sami|Sami septentrional|Same du Nord|Nordsamisch|Sami setentrional|北サーミ語|北萨米语|السامية الشمالية
xx|No language|Sin diálogos|Sans paroles|Ohne Sprache|Sem diálogos|言語なし|无语言|بلا لغة
`);

export function factName(language: Language, fact: FactName, name: string): string {
  if (fact === "genre") return genreName(language, name);
  if (fact === "country") return countryName(language, name);
  const unlisted = unlistedLanguage(language, name);
  if (unlisted !== undefined) return unlisted;
  const code = OTHER_CODES[name] ?? name;
  const found = new Intl.DisplayNames(language, { type: "language", fallback: "none" }).of(code) ?? name;
  return found.charAt(0).toLocaleUpperCase(language) + found.slice(1);
}

/** What titles are measured by, and the choices of each, as in addresses. */
export const MEASURES = { min_rating: "minRating", runtime: "runtime" } as const;
export type Measure = keyof typeof MEASURES;
const CHOICES = {
  min_rating: ["9", "8", "7", "6", "5"],
  runtime: ["-90", "-100", "-120", "121-"],
} as const;

/** All fields of the form except `f` and the order. */
export const FIELDS = [...FACTS, ...(Object.keys(MEASURES) as Measure[])] as const;

/** The chosen value as in addresses. */
export function measured(query: Pick<BrowseQuery, "minRating" | "runtime">, measure: Measure): string | null {
  if (measure === "min_rating") return query.minRating?.toString() ?? null;
  return query.runtime && runtimeText(query.runtime);
}

/** The same, in the order of the values. */
export function choicesOfMeasure(
  measure: Measure,
  { language, facets, chosen, numbers }: ChoicesOptions,
): Choice[] | null {
  const isKnown = measure === "min_rating" ? facets?.hasRatings : facets?.hasRuntimes;
  if (!isKnown && chosen === null) return null;
  const values = [...(isKnown ? CHOICES[measure] : []), ...(chosen === null ? [] : [chosen])];
  return [...new Set<string>(values)].flatMap((value) => {
    const number = numbers && sumOf(numbers, measure, value);
    if (number === 0 && value !== chosen) return [];
    return [{ value, text: withNumber(language, measureName(language, measure, value), number) }];
  });
}

/** `numbers`: of each point, or of each minute. */
function sumOf(numbers: NonNullable<Numbers>, measure: Measure, value: string): number {
  const { first, last } =
    measure === "min_rating" ? { first: Number(value), last: MAX_RATING } : minutesOf(value);
  return [...numbers].reduce(
    (sum, [at, titles]) => (Number(at) < first || Number(at) > last ? sum : sum + titles),
    0,
  );
}

/** Such as "★ 7+", "up to 90 min", "over 2 h" and "1 h – 1 h 30 min". */
export function measureName(language: Language, measure: Measure, value: string): string {
  // Isolated, since neither a number nor a sign has a direction, and on one line.
  if (measure === "min_rating") return `\u2066★\u00a0${formatNumber(language, Number(value))}+\u2069`;
  const { browse } = wordsOf(language);
  const { first, last } = minutesOf(value);
  if (first === 1) return browse.upTo(formatMinutes(language, last));
  if (last === LONGEST_RUNTIME) return browse.over(formatMinutes(language, first - 1));
  const [from = "", to = ""] = [first, last].map((minutes) => formatMinutes(language, minutes));
  return first === last ? from : `${from}–${to}`;
}

const minutesOf = (value: string) => parseRuntime(value) ?? { first: 1, last: LONGEST_RUNTIME };
