/**
 * Generates queries with people, filters and plot words. The expected result of each is the best-known title that
 * matches it completely. Half of the queries were used for tuning (`half`).
 */
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import { CREW_GROUPS, type Credits } from "../../../worker/contract/credits.ts";
import { oneOf, random } from "./titles.ts";

export interface MeantText {
  readonly kind: string;
  readonly q: string;
  /** The id of the best-known title that matches the query completely. */
  readonly expectId: number;
  readonly half: "shown" | "aside";
}

interface CreditedTitle {
  readonly entry: CatalogEntry;
  /** The director and the first actors. */
  readonly leading: readonly string[];
  readonly people: ReadonlySet<string>;
}

function withPeople(entry: CatalogEntry, credits: Credits | undefined): CreditedTitle {
  const { cast = [], director = [], ...crew } = credits ?? {};
  const listNames = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
  const others = CREW_GROUPS.flatMap((group) => listNames((crew as Partial<Credits>)[group] ?? []));
  const leading = listNames([...cast.slice(0, 3), ...director.slice(0, 1)]);
  return { entry, leading, people: new Set([...listNames(cast), ...listNames(director), ...others]) };
}

const QUERIES_PER_KIND = 60;
const GENRES: Readonly<Record<string, readonly [string, string, string, string]>> = {
  Comedy: ["comedies", "Komödien", "コメディ", "كوميديا"],
  Drama: ["dramas", "Dramen", "ドラマ", "دراما"],
  Horror: ["horror films", "Horrorfilme", "ホラー映画", "أفلام رعب"],
  Romance: ["romance", "Liebesfilme", "ロマンス", "أفلام رومانسية"],
  Animation: ["animation", "Zeichentrick", "アニメーション", "رسوم متحركة"],
  Western: ["westerns", "Western", "西部劇", "غرب أمريكي"],
  Crime: ["crime", "Krimis", "犯罪映画", "أفلام جريمة"],
  Thriller: ["thrillers", "Thriller", "スリラー", "إثارة"],
};
const COUNTRIES: Readonly<Record<string, readonly [string, string, string, string]>> = {
  "United States": ["american", "amerikanische", "アメリカ", "أمريكية"],
  "United Kingdom": ["british", "britische", "イギリス", "بريطانية"],
  France: ["french", "französische", "フランス", "فرنسية"],
  Japan: ["japanese", "japanische", "日本", "يابانية"],
  Germany: ["german", "deutsche", "ドイツ", "ألمانية"],
  Italy: ["italian", "italienische", "イタリア", "إيطالية"],
  Canada: ["canadian", "kanadische", "カナダ", "كندية"],
  Spain: ["spanish", "spanische", "スペイン", "إسبانية"],
};
const LANGUAGES = ["en", "de", "ja", "ar"] as const;
const PATTERNS: Readonly<
  Record<(typeof LANGUAGES)[number], (genre: string, country: string, decade: number) => string>
> = {
  en: (genre, country, decade) => `${country} ${genre} of the ${decade}s`,
  de: (genre, country, decade) => `${country} ${genre} der ${decade}er Jahre`,
  ja: (genre, country, decade) => `${decade}年代の${country}の${genre}`,
  ar: (genre, country, decade) => `${genre} ${country} من ${decade} إلى ${decade + 9}`,
};

/** The number of plot words from which a query is made, and how many of them it omits. */
const WORDS_OF_PLOT = 5;
const LEFT_OUT = 2;

/** Returns the words of a plot in lower case. Words with a capital are omitted, because they may be names. */
const wordsOfPlot = ({ record }: CatalogEntry) => [
  ...new Set(record.plot.match(/(?<![\p{L}'’])\p{Ll}{4,}(?![\p{L}'’])/gu)),
];

const namesIn = (joined: string) => joined.split(", ");
const has = (joined: string, name: string) =>
  namesIn(joined).some((one) => one === name || one.split(" & ").includes(name));

/** Generates queries. `titles` must be sorted by popularity. The expected result is never an adult title. */
export function meantTexts(
  titles: readonly CatalogEntry[],
  creditsOf: (entry: CatalogEntry) => Credits | undefined,
): MeantText[] {
  const listed = titles
    .filter(({ record }) => record.is_adult === 0)
    .map((entry) => withPeople(entry, creditsOf(entry)));
  const next = random(67);
  const some = <T>(all: readonly T[]) => oneOf(all, next);
  const bestKnown = listed.slice(0, Math.ceil(listed.length / 2)).filter(({ leading }) => leading.length > 1);
  const findFirst = (meets: (title: CreditedTitle) => boolean) => listed.find(meets)?.entry.record.id ?? 0;

  function personAndFacet(): Omit<MeantText, "half" | "kind"> {
    const { entry, leading } = some(bestKnown);
    const person = some(leading.slice(0, 2));
    const genre = some(Object.keys(GENRES).filter((name) => has(entry.record.genres, name)));
    const [word = ""] = GENRES[genre] ?? [];
    if (word === "" || !/^[\p{L}.'-]+ [\p{L}.' -]+$/u.test(person)) return personAndFacet();
    const q = some([`${person} ${word}`, `${word} with ${person}`]).toLowerCase();
    return {
      q,
      expectId: findFirst(({ entry, people }) => people.has(person) && has(entry.record.genres, genre)),
    };
  }

  function people(): Omit<MeantText, "half" | "kind"> {
    const [one = "", other = ""] = some(bestKnown).leading;
    if (one === other || ![one, other].every((name) => /^[\p{L}.'-]+ [\p{L}.' -]+$/u.test(name)))
      return people();
    const q = `${one} ${other}`.toLowerCase();
    return { q, expectId: findFirst((title) => title.people.has(one) && title.people.has(other)) };
  }
  function facets(at: number): Omit<MeantText, "half" | "kind"> {
    const { record } = some(listed).entry;
    const genre = some(Object.keys(GENRES).filter((name) => has(record.genres, name)));
    const country = some(Object.keys(COUNTRIES).filter((name) => has(record.countries, name)));
    const decade = Math.floor(Number(record.year) / 10) * 10;
    const language = at % LANGUAGES.length;
    const [ofGenre, ofCountry] = [GENRES[genre]?.[language], COUNTRIES[country]?.[language]];
    if (ofGenre === undefined || ofCountry === undefined || decade < 1900) return facets(at);
    const q = PATTERNS[LANGUAGES[language] ?? "en"](ofGenre, ofCountry, decade);
    const meets = ({ entry: { record } }: CreditedTitle) =>
      has(record.genres, genre) &&
      has(record.countries, country) &&
      record.year.slice(0, 3) === String(decade).slice(0, 3);
    return { q, expectId: findFirst(meets) };
  }

  const plots = Map.groupBy(
    listed.flatMap(({ entry }) => wordsOfPlot(entry).map((word) => ({ entry, word }))),
    ({ word }) => word,
  );
  function plotWords(): Omit<MeantText, "half" | "kind"> {
    const words = wordsOfPlot(some(bestKnown).entry);
    const telling = words
      .toSorted((one, other) => (plots.get(one)?.length ?? 0) - (plots.get(other)?.length ?? 0))
      .slice(0, WORDS_OF_PLOT);
    if (telling.length < WORDS_OF_PLOT) return plotWords();
    for (let left = 0; left < LEFT_OUT; left += 1) telling.splice(Math.floor(next() * telling.length), 1);
    const q = words.filter((word) => telling.includes(word)).join(" ");
    const hasAll = ({ entry }: CreditedTitle) => {
      const own = wordsOfPlot(entry);
      return telling.every((word) => own.includes(word));
    };
    return { q, expectId: findFirst(hasAll) };
  }

  const kinds = {
    "person and facet": personAndFacet,
    "two people": people,
    "facet, decade and country": facets,
    "words of a plot": plotWords,
  };
  return Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: QUERIES_PER_KIND }, (_, at) => ({
      kind,
      half: at % 8 < 4 ? ("shown" as const) : ("aside" as const),
      ...make(at),
    })),
  );
}
