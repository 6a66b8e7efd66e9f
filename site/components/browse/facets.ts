/** The facts that narrow a list of titles, named in a visitor's language and counted. */
import {
  type BrowseQuery,
  DIGITS,
  type Facets,
  formatRuntime,
  LONGEST_RUNTIME,
  OTHER_SCRIPTS,
  parseRuntime,
} from "../../../worker/contract/browse.ts";
import { countryName } from "../../language/countries.ts";
import type { Dictionary } from "../../language/en.ts";
import { formatRuntime as formatDuration, formatNumber } from "../../language/formats.ts";
import { genreName } from "../../language/genres.ts";
import type { Language } from "../../language/language.ts";
import { UNLISTED_LANGUAGES } from "../../language/unlisted.ts";

export type FactName = "genre" | "country" | "language";
export const FACTS: readonly FactName[] = ["genre", "country", "language"];

const LISTS = { genre: "genres", country: "countries", language: "languages" } as const;

/** More choices than these would take longer to read than a search. */
const MAX_CHOICES = 80;

interface Choice {
  readonly value: string;
  readonly name: string;
  /** 0: not counted. */
  readonly titles: number;
}

/** Sorted by name. The chosen value is always among them. */
export function choicesOf(fact: FactName, { language, facets, chosen, counted }: ChoicesOptions): Choice[] {
  const all = facets?.[LISTS[fact]] ?? [];
  const kept = all.filter(({ value }, at) => at < MAX_CHOICES || value === chosen);
  const choices = kept.map((facet) => ({
    value: facet.value,
    name: factName(language, fact, facet.name),
    titles: counted === null ? 0 : facet[counted],
  }));
  if (chosen !== null && !kept.some(({ value }) => value === chosen))
    choices.push({ value: chosen, name: factName(language, fact, chosen), titles: 0 });
  const { compare } = new Intl.Collator(language);
  return choices.sort((one, other) => compare(one.name, other.name));
}

interface ChoicesOptions {
  readonly language: Language;
  readonly facets: Facets | null;
  readonly chosen: string | null;
  /** `null`: something else narrows the titles as well, and nobody has counted what both leave. */
  readonly counted: Counted | null;
}

/** Which number of a facet. */
export type Counted = "titles" | "movies" | "series";

/** The name of a chosen value; a value that no title has is shown as it is in the address. */
export function chosenName(language: Language, fact: FactName, value: string, facets: Facets | null): string {
  const facet = facets?.[LISTS[fact]].find((facet) => facet.value === value);
  return factName(language, fact, facet?.name ?? value);
}

/** TMDB's own code for Cantonese, which is no language tag. */
const OTHER_CODES: Readonly<Record<string, string>> = { cn: "yue" };

function factName(language: Language, fact: FactName, name: string): string {
  if (fact === "genre") return genreName(language, name);
  if (fact === "country") return countryName(language, name);
  const unlisted = UNLISTED_LANGUAGES.get(name);
  if (unlisted !== undefined) return unlisted[language];
  const code = OTHER_CODES[name] ?? name;
  const found = new Intl.DisplayNames(language, { type: "language", fallback: "none" }).of(code) ?? name;
  return found.charAt(0).toLocaleUpperCase(language) + found.slice(1);
}

/** What titles are measured by, and the choices of each, as in addresses. */
export const MEASURES = { min_rating: "minRating", runtime: "runtime" } as const;
export type Measure = keyof typeof MEASURES;
const CHOICES = {
  min_rating: ["9", "8", "7", "6", "5"],
  runtime: ["-60", "60-90", "90-120", "120-150", "150-"],
} as const;

/** Of the index of letters. */
export function letterName({ browse }: Dictionary, letter: string): string {
  if (letter === OTHER_SCRIPTS) return browse.otherScripts;
  return letter === DIGITS ? "0–9" : letter.toUpperCase();
}

/** All fields of the form but those of `f` and the order. */
export const FIELDS = [...FACTS, ...(Object.keys(MEASURES) as Measure[])] as const;

/** The chosen value as in addresses. */
export function measured(query: Pick<BrowseQuery, "minRating" | "runtime">, measure: Measure): string | null {
  if (measure === "min_rating") return query.minRating?.toString() ?? null;
  return query.runtime && formatRuntime(query.runtime);
}

/** In the order of their values. The chosen one is always among them; none where the source has no such values. */
export function choicesOfMeasure(
  measure: Measure,
  { language, facets, chosen }: Omit<ChoicesOptions, "counted">,
): Omit<Choice, "titles">[] {
  const isKnown = measure === "min_rating" ? facets?.hasRatings : facets?.hasRuntimes;
  const values = [...(isKnown ? CHOICES[measure] : []), ...(chosen === null ? [] : [chosen])];
  return [...new Set<string>(values)].map((value) => ({
    value,
    name: measureName(language, measure, value),
  }));
}

/** Such as "7+", "1 h – 1 h 30 min" and "≥ 2 h": the same in every language. */
export function measureName(language: Language, measure: Measure, value: string): string {
  if (measure === "min_rating") return `${formatNumber(language, Number(value))}+`;
  const { first, last } = parseRuntime(value) ?? { first: 1, last: LONGEST_RUNTIME };
  const [from = "", to = ""] = [first, last].map(
    (minutes) => formatDuration(language, String(minutes)) ?? "",
  );
  if (first === last) return from;
  if (first === 1) return `≤ ${to}`;
  return last === LONGEST_RUNTIME ? `≥ ${from}` : `${from} – ${to}`;
}
