/** The facts that narrow a list of titles, named in a visitor's language and counted. */
import type { BrowseQuery, Facet, Facets } from "../../../worker/contract/browse.ts";
import { countryName } from "../../language/countries.ts";
import { genreName } from "../../language/genres.ts";
import type { Language } from "../../language/language.ts";
import { UNLISTED_LANGUAGES } from "../../language/unlisted.ts";

export type FactName = "genre" | "country" | "language";
export const FACTS: readonly FactName[] = ["genre", "country", "language"];

const LISTS = { genre: "genres", country: "countries", language: "languages" } as const;

/** More choices than these would take longer to read than a search. */
const MAX_CHOICES = 80;

export interface Choice {
  readonly value: string;
  readonly name: string;
  /** 0: not counted. */
  readonly titles: number;
}

/** Sorted by name. The chosen value is always among them. */
export function choicesOf(fact: FactName, { language, facets, chosen }: ChoicesOptions): Choice[] {
  const all = facets?.[LISTS[fact]] ?? [];
  const kept = all.filter(({ value }, at) => at < MAX_CHOICES || value === chosen);
  const choices = kept.map(({ value, name, titles }) => ({
    value,
    name: factName(language, fact, name),
    titles,
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
}

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

/** How many titles match; `null`: not known, since only single facts are counted. */
export function countOf(query: BrowseQuery, facets: Facets): number | null {
  const { kind, years } = query.filter;
  const facts = FACTS.filter((fact) => query[fact] !== null);
  const [fact] = facts;
  if (facts.length + (years === null ? 0 : 1) > 1) return null;
  const among = fact === undefined ? facets.years : facets[LISTS[fact]];
  const isMeant = ({ value }: Facet) => {
    if (fact !== undefined) return value === query[fact];
    return years === null || (value !== "" && Number(value) >= years.first && Number(value) <= years.last);
  };
  const counted = kind === null ? "titles" : kind === "movie" ? "movies" : "series";
  const found = among.filter(isMeant);
  const isCounted = facets.years.length > 0 && (fact === undefined || found.length > 0);
  return isCounted ? found.reduce((sum, facet) => sum + facet[counted], 0) : null;
}
