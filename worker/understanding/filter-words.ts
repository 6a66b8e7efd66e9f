/**
 * Recognises the words for filters in all languages: genres, countries, languages, kinds, decades and quality. The
 * names of countries and languages come from `Intl`, and adjectives are derived from the names of languages. Supports
 * both simplified and traditional Chinese.
 */
import { SORTS, type Sort, toFacetSlug } from "../contract/browse.ts";
import type { FacetName } from "../contract/understood.ts";
import { onFirstUse, PRODUCTIVE } from "../text/codes.ts";
import { fold } from "../text/fold.ts";
import { LANGUAGES } from "../text/languages.ts";
import {
  ADJECTIVE_ENDINGS,
  CHANGED_ENDINGS,
  COUNTRY_WORDS,
  DECADES,
  GENRE_WORDS,
  GOOD_WORDS,
  JOINED_WORDS,
  KINDS,
  LANGUAGE_COUNTRIES,
  NOUN_ENDINGS,
  ORDERS,
  SHORT,
  SHORT_COUNTRIES,
  SHORT_KINDS,
  SHORT_MINUTES,
  TRADITIONAL,
} from "./filter-tables.ts";
import { GENRE_NAMES } from "./genre-names.ts";

export interface NamedFacet {
  readonly part: FacetName;
  /** The alternative values of the filter. A title needs only one of them. */
  readonly values: readonly string[];
  /** The English name of the value. */
  readonly name: string;
}

const LOCALES = [...LANGUAGES, "zh-Hant"];

const SIMPLIFIED = new Map(
  (TRADITIONAL.match(/../gu) ?? []).map(([from = "", to = ""]) => [from, to] as const),
);

/** Converts the Chinese characters of folded text to their simplified forms. */
export function simplifyChinese(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}

export const GOOD: NamedFacet = { part: "min_rating", values: ["7"], name: "7" };
const toOrder = (name: Sort): NamedFacet => ({ part: "sort", values: [name], name });
export const BEST: NamedFacet = toOrder("rating");

type Names = ReadonlyMap<string, readonly NamedFacet[]>;

interface FacetNames {
  readonly nouns: Names;
  readonly adjectives: Names;
  /** The names of languages. An adjective from such a name may also stand for a country. */
  readonly languages: Names;
}

type MutableFacetNames = Readonly<Record<keyof FacetNames, Map<string, readonly NamedFacet[]>>>;

/** The names of all facets. They are built on first use, because that takes a few milliseconds. */
const getNames = onFirstUse((): FacetNames & { readonly beginnings: ReadonlySet<string> } => {
  const names: MutableFacetNames = { nouns: new Map(), adjectives: new Map(), languages: new Map() };
  addGenres(names);
  const countries = addCountries(names);
  addLanguages(names, countries);
  addOthers(names);
  addJoined(names, countries);
  const keys = Object.values(names).flatMap((some) => [...some.keys()]);
  return { ...names, beginnings: new Set(keys.map(firstLetters)) };
});

/** Adds names for facets, except names that already stand for a facet. */
function add(
  into: MutableFacetNames["nouns"],
  facets: readonly NamedFacet[],
  names: readonly (string | undefined)[],
): void {
  for (const name of names) {
    const key = toKey(name ?? "");
    if (key !== "" && !into.has(key)) into.set(key, facets);
  }
}

function addGenres({ nouns, adjectives }: MutableFacetNames): void {
  const genres = new Map<string, readonly NamedFacet[]>();
  for (const [words = "", ...names] of lines(GENRE_NAMES)) {
    const catalogNames = words.split(", ");
    const [name = ""] = catalogNames;
    // "Short" is left to the runtime facet, because few sources have this genre, whereas all have runtimes.
    if (name === "Short") continue;
    const facet = { part: "genre", values: genreSlugs(name), name } as const;
    genres.set(name, [facet]);
    add(nouns, [facet], [...catalogNames, ...names.flatMap((name) => name.split("/"))]);
  }
  for (const [name = "", words = ""] of lines(GENRE_WORDS))
    add(adjectives, genres.get(name) ?? [], words.split(" "));
}

/** Adds the names of countries and returns them by country code. */
function addCountries({ nouns, adjectives }: MutableFacetNames): Names {
  const regions = LOCALES.map((lang) => new Intl.DisplayNames(lang, { type: "region", fallback: "none" }));
  const further = new Map(lines(COUNTRY_WORDS).map(([code = "", ...words]) => [code, words]));
  const countries = new Map<string, readonly NamedFacet[]>();
  for (const code of PRODUCTIVE.countries.split(" ")) {
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    const localNames = isCurrent ? regions.map((names) => names.of(code)) : [];
    const [english = localNames[0] ?? "", names = "", adjective = ""] = further.get(code) ?? [];
    const englishNames = english.split(", ");
    const values = englishNames.flatMap((name) => toFacetSlug(name) ?? []);
    const facet = { part: "country", values, name: englishNames[0] ?? "" } as const;
    if (values.length === 0) continue;
    countries.set(code, [facet]);
    add(nouns, [facet], [...englishNames, ...localNames, ...names.split(" ")]);
    add(adjectives, [facet], adjective.split(" "));
  }
  return countries;
}

function addLanguages({ nouns, adjectives, languages }: MutableFacetNames, countries: Names): void {
  const languageDisplayNames = LOCALES.map(
    (lang) => new Intl.DisplayNames(lang, { type: "language", fallback: "none" }),
  );
  // In Japanese and Chinese, the name of a language is not also an adjective.
  const isAdjective = (_: unknown, at: number) => !/^(?:ja|zh)/.test(LOCALES[at] ?? "");
  for (const code of PRODUCTIVE.languages.split(" ")) {
    const names = languageDisplayNames.map((names) => names.of(code) ?? "");
    const facets = [{ part: "language", values: [code], name: code }] as const;
    add(languages, facets, names);
    const country = countries.get(
      LANGUAGE_COUNTRIES.find((pair) => pair.startsWith(`${code}-`))?.slice(-2) ?? "",
    );
    add(adjectives, country ?? facets, names.filter(isAdjective).map(toAdjectiveStem));
    add(
      nouns,
      facets,
      names.filter((name, at) => !isAdjective(name, at)),
    );
  }
}

/** Returns the stem of an adjective that equals the name of its language, as in `italiano` and `اليابانيه`. */
function toAdjectiveStem(name: string): string {
  return toKey(name).replace(/[oه]$/, "");
}

function addOthers({ nouns, adjectives }: MutableFacetNames): void {
  for (const [kind, words] of Object.entries(KINDS))
    add(adjectives, [{ part: "kind", values: [kind], name: kind }], words.split(" "));
  add(adjectives, [GOOD], GOOD_WORDS.split(" "));
  for (const order of SORTS) add(adjectives, [toOrder(order)], ORDERS[order].split(/\s+/));
  add(adjectives, [{ part: "runtime", values: [SHORT_MINUTES], name: SHORT_MINUTES }], SHORT.split(" "));
  for (const decades of DECADES) {
    for (const [at, word] of decades.split(" ").entries()) {
      const first = 1920 + 10 * at;
      const years = `${first}-${first + 9}`;
      const forms = [word, `${word}n`, `${word}jahre`, word.replace("ات", "يات")];
      add(nouns, [{ part: "years", values: [years], name: years }], forms);
    }
  }
}

function addJoined(names: MutableFacetNames, countries: Names): void {
  const one = (name: string) => lookUp(names, toKey(name)) ?? [];
  for (const [words = "", parts = ""] of lines(JOINED_WORDS))
    add(names.adjectives, parts.split(" ").flatMap(one), words.split(" "));
  for (const [sign = "", ...code] of SHORT_COUNTRIES.match(/.../gu) ?? []) {
    for (const [kind, name] of SHORT_KINDS)
      add(names.nouns, [...(countries.get(code.join("")) ?? []), ...one(name)], [sign + kind]);
  }
}

function lines(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
}

/** Returns the slugs of a genre. A musical also gets the genre "Music", because TMDB has no other genre for it. */
function genreSlugs(name: string): string[] {
  const slug = toFacetSlug(name);
  if (slug === null) return [];
  return slug === "musical" ? [slug, "music"] : [slug];
}

/** Returns a name without spaces and Arabic articles, for use as a key. */
function toKey(text: string): string {
  return simplifyChinese(fold(text).map(withoutArticle).join(""));
}

function withoutArticle(word: string): string {
  return word.replace(/^(?:[وبك]?ال|لل)(?=\p{L}{3})/u, "");
}

/** Returns the facets that consecutive words stand for, or `null`. The words must be folded and simplified. */
export function lookUpFacets(
  words: readonly string[],
  around: readonly [before: string, after: string] = ["", ""],
): readonly NamedFacet[] | null {
  const { beginnings, ...names } = getNames();
  const key = words.map(withoutArticle).join("");
  // Most words are not names, so their first letters are checked before all endings are tried.
  if (key.length > MAX_NAME_LENGTH || !beginnings.has(firstLetters(key))) return null;
  const isLanguageContext =
    LANGUAGE_PREFIX.test(around[0]) || LANGUAGE_SUFFIX.test(around[1]) || words[0]?.startsWith("بال");
  const languageFacets = isLanguageContext
    ? (names.languages.get(key) ?? names.languages.get(key.replace(/e?[nrs]?$/, "")))
    : undefined;
  return languageFacets ?? lookUp(names, key) ?? (words.length === 1 ? parseCompound(names, key) : null);
}

/** The maximum length of a name including its ending, in characters. */
const MAX_NAME_LENGTH = 30;
const firstLetters = (key: string) => key.slice(0, 3);

/** Matches a word before the name of a language, as in `in French`. */
const LANGUAGE_PREFIX = /^(?:in|en|non|auf|em|langue|lengua|idioma|lingua|باللغه)$/;
/** Matches a word after the name of a language, as in `French language`. */
const LANGUAGE_SUFFIX = /^(?:language|speaking|spoken)$/;

function lookUp({ nouns, adjectives }: Omit<FacetNames, "languages">, key: string) {
  return withEnding(nouns, key, NOUN_ENDINGS) ?? withEnding(adjectives, key, ADJECTIVE_ENDINGS) ?? null;
}

function withEnding(names: Names, key: string, endings: readonly string[]) {
  const ended = endings.flatMap((ending) =>
    key.endsWith(ending) ? key.slice(0, key.length - ending.length) : [],
  );
  const changed = CHANGED_ENDINGS.flatMap(([ending, other]) =>
    ending.test(key) ? key.replace(ending, other) : [],
  );
  return [...ended, ...changed].map((stem) => names.get(stem)).find((facets) => facets !== undefined);
}

/**
 * Returns the facets of a German compound whose parts are a genre and another genre or a kind, as in `Kriegsfilme`
 * and `Liebeskomödie`.
 */
function parseCompound(names: Omit<FacetNames, "languages">, word: string): readonly NamedFacet[] | null {
  for (let end = word.length - MIN_PART_LENGTH; end >= MIN_PART_LENGTH; end -= 1) {
    const [first, ...others] = lookUp(names, word.slice(0, end)) ?? [];
    const last = first?.part === "genre" && others.length === 0 ? lookUp(names, word.slice(end)) : null;
    if (first && last?.every(({ part }) => part === "genre" || part === "kind")) return [first, ...last];
  }
  return null;
}

/** The minimum number of letters in both parts of a compound. */
const MIN_PART_LENGTH = 4;
