/**
 * The facets that words name: genres, countries, languages, kinds, decades and quality, in all languages of the site. Countries
 * and languages have the names that `Intl` knows, and adjectives made of the names of languages. Chinese is read in both
 * scripts.
 */
import { toFacetSlug } from "../contract/browse.ts";
import type { FacetName } from "../contract/understood.ts";
import { onFirstUse, PRODUCTIVE } from "../text/codes.ts";
import { fold } from "../text/fold.ts";
import { GENRE_NAMES } from "./genre-names.ts";

/** A facet that a word, or several, may name. */
export interface NamedFacet {
  readonly part: FacetName;
  /** A title needs one of them. */
  readonly values: readonly string[];
  /** In English. */
  readonly name: string;
}

const LANGUAGES = ["en", "es", "fr", "de", "pt", "ja", "zh", "zh-Hant", "ar"];

/** Characters of the words here that the two Chinese scripts, or Japanese, write otherwise, each before its simplified one. */
const TRADITIONAL =
  "劇剧電电國国韓韩動动畫画戰战爭争險险傳传記记錄录紀纪歷历懸悬驚惊愛爱兒儿體体聞闻遊游戲戏節节視视評评價价価价鐘钟時时間间內内兩两個个過过語语蘇苏聯联樂乐";
const SIMPLIFIED = new Map(
  (TRADITIONAL.match(/../gu) ?? []).map(([from = "", to = ""]) => [from, to] as const),
);

/** A folded text, its Chinese characters in one script. */
export function simplified(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}

/** A line each: English name of a genre, and the beginnings of words for it that are not its name. */
const GENRE_WORDS = `
Action|أكشن
Animation|animated animad zeichentrick dessin-anim dessins-anim dibujos-animad desenhos-animad cartoon アニメ 动漫 كرتون
Biography|biopic biographic biografic biografisch
Comedy|comic funny komisch lustig divertid drôle お笑い 搞笑 كوميدي
Crime|kriminalfilm policial policiac polar gangster クライム 警匪
Documentary|doku dokumentation
Drama|dramatic 劇 درامي
Family|家族 家族向け
Fantasy|fantastic 魔幻
Film-Noir|noir
History|historic historisch 時代劇
Horror|scary miedo épouvante 怖い
Kids|enfant pour-enfants für-kinder niños crianças 子供 子供向け
Mystery|推理
Romance|romantic romantisch liebe ロマンチック ロマンティック 恋愛 浪漫
Science Fiction|scifi sf サイエンスフィクション
Thriller|サスペンス تشويق
War|bélic حربي
Western|oeste`;

/** A line each: words for several things, and the names of these. */
const JOINED_WORDS = `
anime أنمي|japan animation
romcom rom-com ラブコメ|romance comedy
kdrama k-drama|korea series
sitcom|comedy series
film-court films-courts|film short
邦画|日本 映画
好电影 好片|good movie
国产剧|china series`;

/** Chinese names of countries in one character, as in 韩剧, each before the code. */
const SHORT_COUNTRIES = "美US英GB法FR德DE日JP韩KR泰TH港HK台TW印IN俄RU";
const SHORT_KINDS = [
  ["剧", "series"],
  ["片", "movie"],
  ["漫", "animation"],
] as const;

/** A line each: code, names in English, other names, and the beginnings of adjectives. */
const COUNTRY_WORDS = `
US|United States, United States of America, USA|america amerika amérique eeuu amerique etats-unis アメリカ 米国 أمريكا|american americain amerikanisch us-amerikanisch estadounidens estadunidens norteamerican أمريكي
GB|United Kingdom, UK|britain england angleterre inglaterra grossbritannien イングランド 英国 بريطانيا|british britannique britanic britisch بريطاني
IN|India|bollywood|indian indisch indien indi هندي
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
CN|China|国产|
NL|Netherlands|holland holanda hollande|holandes hollandisch hollandais
FI|Finland||finlandais
XG|East Germany|ddr|east-german ostdeutsch
SU|Soviet Union|ussr urss udssr sowjetunion ソ連 苏联|soviet sovietic sovietique sowjetisch سوفيتي
XC|Czechoslovakia|tschechoslowakei checoslovaquia tchecoslovaquie|
YU|Yugoslavia|jugoslawien yougoslavie|
UA|Ukraine||
IL|Israel||israeli israelisch israelien إسرائيلي
EG|Egypt||egyptian agyptisch egyptien egipci مصري
IR|Iran||iranian iranisch iranien irani إيراني
ZA|South Africa||
CL|Chile||chilean chilen chilenisch chilien
CO|Colombia||colombian kolumbianisch colombien
NZ|New Zealand||`;

/** Languages whose adjectives are those of a country. */
const OF_COUNTRIES =
  "en-GB fr-FR de-DE ja-JP ko-KR it-IT es-ES zh-CN ru-RU sv-SE da-DK no-NO fi-FI pl-PL cs-CZ hu-HU tr-TR el-GR nl-NL pt-PT th-TH ro-RO is-IS uk-UA vi-VN id-ID sr-RS et-EE".split(
    " ",
  );

/** The beginnings of words. */
const KINDS = {
  movie: "film movie cinema película peli filme cine kino 映画 电影 片 فيلم أفلام سينما",
  series: "series show serie série fernsehserie miniserie minissérie シリーズ 连续剧 电视剧 剧集 مسلسل",
};
const WORTH = {
  min_rating: "good great gut buen bon bom boa 良い いい 面白い おすすめ 好看 推荐 جيد",
  sort: "best top greatest finest mejor meilleur melhor 最高 傑作 名作 最好 最佳 أفضل أحسن",
};
export const GOOD: NamedFacet = { part: "min_rating", values: ["7"], name: "7" };
export const BEST: NamedFacet = { part: "sort", values: ["rating"], name: "rating" };
/** From the twenties on. */
const DECADES = [
  "années-vingt années-trente années-quarante années-cinquante années-soixante années-soixante-dix années-quatre-vingt années-quatre-vingt-dix",
  "二十年代 三十年代 四十年代 五十年代 六十年代 七十年代 八十年代 九十年代",
  "twenties thirties forties fifties sixties seventies eighties nineties",
  "zwanziger dreißiger vierziger fünfziger sechziger siebziger achtziger neunziger",
  "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
  "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
  "عشرينات ثلاثينات أربعينات خمسينات ستينات سبعينات ثمانينات تسعينات",
];
const SHORT =
  "short kurz kurzfilm corto corta cortometraje court-métrage courts-métrages curto curta curta-metragem curtas-metragens 短編 短い 短 قصير";
const SHORT_MINUTES = "-40";

/** Endings of nouns in the plural, and of adjectives. */
const NOUN_ENDINGS = ["", "s", "es", "n", "ه"];
const ADJECTIVE_ENDINGS = [...NOUN_ENDINGS, ..."e a o as os ne nes er en em ات".split(" ")];
/** Endings that stand for another one: `comedies`, `grecque`, `policière`, `historical`, `musicais`, `infantis`. */
const CHANGED_ENDINGS = [
  [/ies$/, "y"],
  [/ical$/, "ic"],
  [/c?ques?$/, "c"],
  [/ieres?$/, "ier"],
  [/ais$/, "al"],
  [/is$/, "il"],
] as const;

type Names = ReadonlyMap<string, readonly NamedFacet[]>;

interface Named {
  readonly nouns: Names;
  readonly adjectives: Names;
  /** Names of languages, whose adjectives may be those of a country. */
  readonly languages: Names;
}

/** Names that are being read from the tables. */
type Growing = Readonly<Record<keyof Named, Map<string, readonly NamedFacet[]>>>;

/** Made once: it takes a few milliseconds. */
const named = onFirstUse((): Named & { readonly beginnings: ReadonlySet<string> } => {
  const names: Growing = { nouns: new Map(), adjectives: new Map(), languages: new Map() };
  addGenres(names);
  const countries = addCountries(names);
  addLanguages(names, countries);
  addOthers(names);
  addJoined(names, countries);
  const keys = Object.values(names).flatMap((some) => [...some.keys()]);
  return { ...names, beginnings: new Set(keys.map(beginningOf)) };
});

/** A name keeps its first facet. */
function add(
  into: Growing["nouns"],
  facets: readonly NamedFacet[],
  names: readonly (string | undefined)[],
): void {
  for (const name of names) {
    const key = keyOf(name ?? "");
    if (key !== "" && !into.has(key)) into.set(key, facets);
  }
}

function addGenres({ nouns, adjectives }: Growing): void {
  const genres = new Map<string, readonly NamedFacet[]>();
  for (const [words = "", ...names] of lines(GENRE_NAMES)) {
    const known = words.split(", ");
    const [name = ""] = known;
    // Few sources have this genre; all have runtimes.
    if (name === "Short") continue;
    const facet = { part: "genre", values: known.flatMap(genreSlugs), name } as const;
    genres.set(name, [facet]);
    add(nouns, [facet], [...known, ...names.flatMap((name) => name.split("/"))]);
  }
  for (const [name = "", words = ""] of lines(GENRE_WORDS))
    add(adjectives, genres.get(name) ?? [], words.split(" "));
}

/** Returns the countries by their codes. */
function addCountries({ nouns, adjectives }: Growing): Names {
  const regions = LANGUAGES.map((lang) => new Intl.DisplayNames(lang, { type: "region", fallback: "none" }));
  const further = new Map(lines(COUNTRY_WORDS).map(([code = "", ...words]) => [code, words]));
  const countries = new Map<string, readonly NamedFacet[]>();
  for (const code of PRODUCTIVE.countries.split(" ")) {
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
    const known = isCurrent ? regions.map((names) => names.of(code)) : [];
    const [english = known[0] ?? "", names = "", adjective = ""] = further.get(code) ?? [];
    const own = english.split(", ");
    const values = own.flatMap((name) => toFacetSlug(name) ?? []);
    const facet = { part: "country", values, name: own[0] ?? "" } as const;
    if (values.length === 0) continue;
    countries.set(code, [facet]);
    add(nouns, [facet], [...own, ...known, ...names.split(" ")]);
    add(adjectives, [facet], adjective.split(" "));
  }
  return countries;
}

function addLanguages({ nouns, adjectives, languages }: Growing, countries: Names): void {
  const tongues = LANGUAGES.map(
    (lang) => new Intl.DisplayNames(lang, { type: "language", fallback: "none" }),
  );
  // In Japanese and Chinese the names of languages are no adjectives.
  const isAdjective = (_: unknown, at: number) => !/^(?:ja|zh)/.test(LANGUAGES[at] ?? "");
  for (const code of PRODUCTIVE.languages.split(" ")) {
    const names = tongues.map((tongue) => tongue.of(code) ?? "");
    const facets = [{ part: "language", values: [code], name: code }] as const;
    add(languages, facets, names);
    const country = countries.get(OF_COUNTRIES.find((pair) => pair.startsWith(`${code}-`))?.slice(-2) ?? "");
    const stems = names.filter(isAdjective).map((name) => keyOf(name).replace(/[oه]$/, ""));
    add(adjectives, country ?? facets, stems);
    add(
      nouns,
      facets,
      names.filter((name, at) => !isAdjective(name, at)),
    );
  }
}

function addOthers({ nouns, adjectives }: Growing): void {
  for (const [kind, words] of Object.entries(KINDS))
    add(adjectives, [{ part: "kind", values: [kind], name: kind }], words.split(" "));
  add(adjectives, [GOOD], WORTH.min_rating.split(" "));
  add(adjectives, [BEST], WORTH.sort.split(" "));
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

function addJoined(names: Growing, countries: Names): void {
  const one = (name: string) => lookUp(names, keyOf(name)) ?? [];
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

/** The slugs of a genre, and of genres of series that join it with another. */
function genreSlugs(name: string): string[] {
  const slug = toFacetSlug(name);
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
  return simplified(fold(text).map(withoutArticle).join(""));
}

function withoutArticle(word: string): string {
  return word.replace(/^(?:[وبك]?ال|لل)(?=\p{L}{3})/u, "");
}

/** The facet that neighbouring folded words, as `simplified` writes them, name together. */
export function facetNamed(
  words: readonly string[],
  around: readonly [before: string, after: string] = ["", ""],
): readonly NamedFacet[] | null {
  const { beginnings, ...names } = named();
  const key = words.map(withoutArticle).join("");
  // Most words are no names, and have many endings to look for.
  if (key.length > LONGEST || !beginnings.has(beginningOf(key))) return null;
  const isTongue = IN.test(around[0]) || SPOKEN.test(around[1]) || words[0]?.startsWith("بال");
  const tongue = isTongue
    ? (names.languages.get(key) ?? names.languages.get(key.replace(/e?[nrs]?$/, "")))
    : undefined;
  return tongue ?? lookUp(names, key) ?? (words.length === 1 ? compound(names, key) : null);
}

/** Characters of the longest name, with an ending. */
const LONGEST = 30;
const beginningOf = (key: string) => key.slice(0, 3);

/** Before and after the name of a language. */
const IN = /^(?:in|en|non|auf|em|langue|lengua|idioma|lingua|باللغه)$/;
const SPOKEN = /^(?:language|speaking|spoken)$/;

function lookUp({ nouns, adjectives }: Omit<Named, "languages">, key: string) {
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

/** German words of a genre and a kind or another genre: `Kriegsfilme`, `Liebeskomödie`. */
function compound(names: Omit<Named, "languages">, word: string): readonly NamedFacet[] | null {
  for (let end = word.length - SHORTEST; end >= SHORTEST; end -= 1) {
    const [first, ...others] = lookUp(names, word.slice(0, end)) ?? [];
    const last = first?.part === "genre" && others.length === 0 ? lookUp(names, word.slice(end)) : null;
    if (first && last?.every(({ part }) => part === "genre" || part === "kind")) return [first, ...last];
  }
  return null;
}

/** Letters of a word that others are made of. */
const SHORTEST = 4;
