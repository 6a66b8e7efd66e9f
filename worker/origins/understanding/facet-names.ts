/**
 * What words name: genres, countries, languages, kinds, decades and worth, in all languages of the site. Countries and
 * languages have the names that `Intl` knows, and adjectives made of the names of languages.
 */
import { facetSlug } from "../../contract/browse.ts";
import type { FacetName } from "../../contract/understood.ts";
import { fold } from "../catalog/text/fold.ts";
import { onFirstUse, PRODUCTIVE } from "../tmdb/codes.ts";
import { GENRE_NAMES } from "./genre-names.ts";

/** What a word, or several, may be. */
export interface NamedFacet {
  readonly part: FacetName;
  /** Of which one applies. */
  readonly values: readonly string[];
  /** In English. */
  readonly name: string;
}

const LANGUAGES = ["en", "es", "fr", "de", "pt", "ja", "zh", "ar"];

/** A line each: English name of a genre, and the beginnings of words for it that are not its name. */
const GENRE_WORDS = `
Action|アクション أكشن
Animation|animated animad zeichentrick animationsfilm anime cartoon アニメ 动漫 كرتون
Biography|biopic
Comedy|comic funny komisch lustig divertid drôle お笑い 搞笑 كوميدي
Crime|krimi kriminalfilm policial policiac gangster クライム 警匪
Documentary|documental doku dokumentation وثائقي
Drama|dramatic dramen 劇情 درامي
Family|families familien kinderfilm عائلي
Fantasy|fantastic fantasia ファンタジー 魔幻
Film-Noir|noir
History|historical historic historique historisch 時代劇
Horror|scary épouvante 怖い
Music|musik
Mystery|推理
Romance|romantic romantique romantisch liebe liebesfilm 恋愛 浪漫
Science Fiction|scifi sf サイエンスフィクション
Sport|sportfilm
Thriller|サスペンス تشويق
War|战争片 حربي
Western|西部片`;

/** A line each: code, and English names that differ from that of `Intl`, other names, and the beginnings of adjectives. */
const COUNTRY_WORDS = `
US|United States, United States of America, USA|america amerika amérique eeuu amerique etats-unis アメリカ 米国 أمريكا|american americain amerikanisch us-amerikanisch estadounidens norteamerican أمريكي
GB|United Kingdom, UK|britain england angleterre inglaterra grossbritannien イングランド 英国 بريطانيا|british britannique britanic britisch بريطاني
IN|India||indian indisch indien indi هندي
CA|Canada||canadian canadien kanadisch canadiens كندي
KR|South Korea|korea corea coree coreia كوريا|
HK|Hong Kong|hong-kong hongkong 香港|
MX|Mexico||mexican mexikanisch mexicain مكسيكي
BR|Brazil||brazilian brasilen brasilianisch bresilien brasileir برازيلي
AU|Australia||australian australien australisch أسترالي
TW|Taiwan||taiwanese taiwanesisch taiwanais
AR|Argentina||argentinian argentin argentinisch أرجنتيني
BE|Belgium||belgian belg belgisch بلجيكي
IE|Ireland||irish irlandes irlandais irisch أيرلندي
AT|Austria||austrian austriac autrichien osterreichisch نمساوي
CH|Switzerland||swiss suiz suisse schweizer سويسري
TR|Turkey, Türkiye||
CZ|Czech Republic, Czechia||
NL|Netherlands|holland holanda hollande|holandes
SU|Soviet Union|ussr urss udssr sowjetunion ソ連 苏联|soviet sovietic sovietique sowjetisch سوفيتي
XC|Czechoslovakia|tschechoslowakei checoslovaquia tchecoslovaquie|
YU|Yugoslavia|jugoslawien yougoslavie|
UA|Ukraine||
IL|Israel||israeli israelisch israelien إسرائيلي
EG|Egypt||egyptian agyptisch egyptien egipci مصري
IR|Iran||iranian iranisch iranien irani إيراني
ZA|South Africa||
CL|Chile||chilean chilen chilenisch chilien
CO|Colombia||colombian colombian kolumbianisch colombien
NZ|New Zealand||`;

/** Languages whose adjectives are those of a country. */
const OF_COUNTRIES =
  "en-GB fr-FR de-DE ja-JP ko-KR it-IT es-ES zh-CN ru-RU sv-SE da-DK no-NO fi-FI pl-PL cs-CZ hu-HU tr-TR el-GR nl-NL pt-PT th-TH ro-RO is-IS uk-UA vi-VN id-ID sr-RS et-EE".split(
    " ",
  );

/** The beginnings of words. */
const KINDS = {
  movie: "film movie cinema película peli filme cine kino 映画 电影 電影 片 فيلم أفلام سينما",
  series: "series show serie série fernsehserie シリーズ 连续剧 电视剧 剧集 مسلسل",
};
const WORTH = {
  min_rating: "good great gut buen bon bom boa 良い いい 好看 جيد",
  sort: "best top greatest finest mejor meilleur melhor 最高 傑作 最好 最佳 أفضل أحسن",
};
const GOOD = "7";
/** From the twenties on. */
const DECADES = [
  "twenties thirties forties fifties sixties seventies eighties nineties",
  "zwanziger dreißiger vierziger fünfziger sechziger siebziger achtziger neunziger",
  "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
  "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
  "عشرينات ثلاثينات أربعينات خمسينات ستينات سبعينات ثمانينات تسعينات",
  "عشرينيات ثلاثينيات أربعينيات خمسينيات ستينيات سبعينيات ثمانينيات تسعينيات",
];
const SHORT =
  "short kurz kurze kurzfilm kurzfilme corto cortos cortometraje cortometrajes court courts curto curtos 短編 短い 短 قصير قصيرة";
const SHORT_MINUTES = "-40";

/** Endings of nouns in the plural, and of adjectives. */
const NOUN_ENDINGS = ["", "s", "es", "n"];
const ADJECTIVE_ENDINGS = [
  "",
  "a",
  "o",
  "as",
  "os",
  "e",
  "es",
  "s",
  "n",
  "ne",
  "nes",
  "er",
  "en",
  "em",
  "ه",
  "ات",
];

interface Named {
  readonly nouns: ReadonlyMap<string, NamedFacet>;
  readonly adjectives: ReadonlyMap<string, NamedFacet>;
  /** Names of languages, whose adjectives may be those of a country. */
  readonly languages: ReadonlyMap<string, NamedFacet>;
  /** Pieces of the longest name. */
  readonly longest: number;
}

/** Made once: it takes a millisecond or two. */
const named = onFirstUse((): Named => {
  const nouns = new Map<string, NamedFacet>();
  const adjectives = new Map<string, NamedFacet>();
  const languages = new Map<string, NamedFacet>();
  /** The first that has a name keeps it. */
  function add(into: Map<string, NamedFacet>, facet: NamedFacet, names: Iterable<string | undefined>) {
    for (const name of names) {
      const key = keyOf(name ?? "");
      if (key !== "" && !into.has(key)) into.set(key, facet);
    }
  }

  add(nouns, { part: "runtime", values: [SHORT_MINUTES], name: SHORT_MINUTES }, SHORT.split(" "));
  const genres = new Map<string, NamedFacet>();
  for (const [words = "", ...names] of lines(GENRE_NAMES)) {
    const known = words.split(", ");
    const [name = ""] = known;
    // Few sources have this genre; all have runtimes.
    if (name === "Short") continue;
    const facet = { part: "genre", values: known.flatMap(genreSlugs), name } as const;
    genres.set(name, facet);
    add(nouns, facet, [...known, ...names]);
  }
  for (const [name = "", words = ""] of lines(GENRE_WORDS)) {
    const facet = genres.get(name);
    if (facet !== undefined) add(adjectives, facet, words.split(" "));
  }

  const regions = LANGUAGES.map((lang) => new Intl.DisplayNames(lang, { type: "region", fallback: "none" }));
  const tongues = LANGUAGES.map(
    (lang) => new Intl.DisplayNames(lang, { type: "language", fallback: "none" }),
  );
  const further = new Map(lines(COUNTRY_WORDS).map(([code = "", ...words]) => [code, words]));
  const countries = new Map<string, NamedFacet>();
  for (const code of PRODUCTIVE.countries.split(" ")) {
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    const known = isCurrent ? regions.map((names) => names.of(code)) : [];
    const [english = known[0] ?? "", names = "", adjective = ""] = further.get(code) ?? [];
    const own = english.split(", ");
    const values = own.flatMap((name) => facetSlug(name) ?? []);
    const facet = { part: "country", values, name: own[0] ?? "" } as const;
    if (values.length === 0) continue;
    countries.set(code, facet);
    add(nouns, facet, [...own, ...known, ...names.split(" ")]);
    add(adjectives, facet, adjective.split(" "));
  }
  for (const code of PRODUCTIVE.languages.split(" ")) {
    const names = tongues.map((tongue) => tongue.of(code) ?? "");
    const facet = { part: "language", values: [code], name: code } as const;
    add(languages, facet, names);
    const country = countries.get(OF_COUNTRIES.find((pair) => pair.startsWith(`${code}-`))?.slice(-2) ?? "");
    // In Japanese and Chinese the names of languages are no adjectives.
    const stems = names.flatMap((name, at) =>
      /^(?:ja|zh)$/.test(LANGUAGES[at] ?? "") ? [] : keyOf(name).replace(/[oه]$/, ""),
    );
    add(adjectives, country ?? facet, stems);
    add(nouns, facet, names.slice(5, 7));
  }

  for (const [kind, words] of Object.entries(KINDS))
    add(adjectives, { part: "kind", values: [kind], name: kind }, words.split(" "));
  add(adjectives, { part: "min_rating", values: [GOOD], name: GOOD }, WORTH.min_rating.split(" "));
  add(adjectives, { part: "sort", values: ["rating"], name: "rating" }, WORTH.sort.split(" "));
  for (const decades of DECADES) {
    for (const [at, word] of decades.split(" ").entries()) {
      const first = 1920 + 10 * at;
      const years = `${first}-${first + 9}`;
      add(nouns, { part: "years", values: [years], name: years }, [word, `${word}n`, `${word}jahre`]);
    }
  }
  const longest = Math.max(...[...nouns.keys(), ...adjectives.keys()].map((key) => key.length));
  return { nouns, adjectives, languages, longest };
});

function lines(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
}

/** Of a genre, and of genres of series that join it with another. */
function genreSlugs(name: string): string[] {
  const slug = facetSlug(name);
  if (slug === null) return [];
  return [slug, ...(JOINED[slug] ?? [])];
}

/** Genres of series in TMDB. */
const JOINED: Readonly<Record<string, readonly string[]>> = {
  action: ["action-adventure"],
  adventure: ["action-adventure"],
  "sci-fi": ["sci-fi-fantasy"],
  fantasy: ["sci-fi-fantasy"],
  musical: ["music"],
  war: ["war-politics"],
  politics: ["war-politics"],
};

/** A text without spaces, Arabic words without their article. */
function keyOf(text: string): string {
  return fold(text).map(withoutArticle).join("");
}

function withoutArticle(word: string): string {
  return word.replace(/^(?:[وبك]?ال|لل)(?=\p{L}{3})/u, "");
}

/** What neighbouring folded words name together; `null`: nothing. `after`: the word before them. */
export function facetNamed(words: readonly string[], after: string): NamedFacet | null {
  const { nouns, adjectives, languages, longest } = named();
  const key = words.map(withoutArticle).join("");
  if (key.length > longest + 3) return null;
  const tongue = IN.includes(after) ? languages.get(key) : undefined;
  if (tongue !== undefined) return tongue;
  const known = withEnding(nouns, key, NOUN_ENDINGS) ?? nouns.get(key.replace(/ies$/, "y"));
  return known ?? withEnding(adjectives, key, ADJECTIVE_ENDINGS) ?? null;
}

/** Before the name of a language. */
const IN = ["in", "en", "auf", "em"];

function withEnding(names: ReadonlyMap<string, NamedFacet>, key: string, endings: readonly string[]) {
  for (const ending of endings) {
    if (!key.endsWith(ending)) continue;
    const facet = names.get(key.slice(0, key.length - ending.length));
    if (facet !== undefined) return facet;
  }
  return undefined;
}
