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
import { GENRE_NAMES } from "./genre-names.ts";

export interface NamedFacet {
  readonly part: FacetName;
  /** The alternative values of the filter. A title needs only one of them. */
  readonly values: readonly string[];
  /** The English name of the value. */
  readonly name: string;
}

const LOCALES = [...LANGUAGES, "zh-Hant"];

/** Pairs of a traditional or Japanese character and its simplified form. */
const TRADITIONAL =
  "劇剧電电國国韓韩動动畫画戰战爭争險险傳传記记錄录紀纪歷历懸悬驚惊愛爱兒儿體体聞闻遊游戲戏節节視视評评價价価价鐘钟時时間间內内兩两個个過过語语蘇苏聯联樂乐";
const SIMPLIFIED = new Map(
  (TRADITIONAL.match(/../gu) ?? []).map(([from = "", to = ""]) => [from, to] as const),
);

/** Converts the Chinese characters of folded text to their simplified forms. */
export function simplifyChinese(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}

/**
 * Words for genres that `GENRE_NAMES` does not have. Each line has the English name of a genre and the stems of its
 * words.
 */
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

/** Words that stand for several facets at once. Each line has such words and the names of the facets. */
const JOINED_WORDS = `
anime أنمي|japan animation
romcom rom-com ラブコメ|romance comedy
kdrama k-drama|korea series
sitcom|comedy series
film-court films-courts|film short
邦画|日本 映画
好电影 好片|good movie
国产剧|china series`;

/** The one-character Chinese names of countries, as in 韩剧, each followed by its country code. */
const SHORT_COUNTRIES = "美US英GB法FR德DE日JP韩KR泰TH港HK台TW印IN俄RU";
const SHORT_KINDS = [
  ["剧", "series"],
  ["片", "movie"],
  ["漫", "animation"],
] as const;

/** Names of countries. Each line has a country code, its English names, other names, and the stems of adjectives. */
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

/** Pairs of a language and the country that shares its adjective. */
const LANGUAGE_COUNTRIES =
  "en-GB fr-FR de-DE ja-JP ko-KR it-IT es-ES zh-CN ru-RU sv-SE da-DK no-NO fi-FI pl-PL cs-CZ hu-HU tr-TR el-GR nl-NL pt-PT th-TH ro-RO is-IS uk-UA vi-VN id-ID sr-RS et-EE".split(
    " ",
  );

/** Stems of words for the kinds of titles. */
const KINDS = {
  movie: "film movie cinema película peli filme cine kino 映画 电影 片 فيلم أفلام سينما",
  series: "series show serie série fernsehserie miniserie minissérie シリーズ 连续剧 电视剧 剧集 مسلسل",
};
const GOOD_WORDS = "good great gut buen bon bom boa 良い いい 面白い おすすめ 好看 推荐 جيد";
/** Words for orders. A hyphen joins the words of a phrase. */
const ORDERS = {
  rating: "best top greatest finest mejor meilleur melhor 最高 傑作 名作 最好 最佳 أفضل أحسن",
  year: `newest latest recent most-recent newest-first latest-first most-recent-first neuest neust neueste-zuerst neuste-zuerst récent
    plus-récent plus-nouveaux plus-nouvelles plus-récents-d’abord recient más-recient más-nuev más-recientes-primero
    mais-recent mais-nov mais-recentes-primeiro 最新 最新作 新しい順 أحدث أحدث-أولا`,
  popularity: `popular most-popular beliebt beliebtest populair plus-populair más-popular mais-popular 人気 人気順 人气 热门 熱門
    最受欢迎 أشهر أكثر-شهرة أكثر-شعبية`,
} as const satisfies Record<Sort, string>;
export const GOOD: NamedFacet = { part: "min_rating", values: ["7"], name: "7" };
const toOrder = (name: Sort): NamedFacet => ({ part: "sort", values: [name], name });
export const BEST: NamedFacet = toOrder("rating");
/** The names of decades in each language, starting with the 1920s. */
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

/** The endings of plural nouns and adjectives. */
const NOUN_ENDINGS = ["", "s", "es", "n", "ه"];
const ADJECTIVE_ENDINGS = [...NOUN_ENDINGS, ..."e a o as os ne nes er en em ات".split(" ")];
/**
 * Changed endings, each with the ending that it replaces, as in `comedies`, `grecque`, `policière`, `historical`,
 * `musicais` and `infantis`.
 */
const CHANGED_ENDINGS = [
  [/ies$/, "y"],
  [/ical$/, "ic"],
  [/c?ques?$/, "c"],
  [/ieres?$/, "ier"],
  [/ais$/, "al"],
  [/is$/, "il"],
] as const;

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
    const stems = names.filter(isAdjective).map((name) => toKey(name).replace(/[oه]$/, ""));
    add(adjectives, country ?? facets, stems);
    add(
      nouns,
      facets,
      names.filter((name, at) => !isAdjective(name, at)),
    );
  }
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
