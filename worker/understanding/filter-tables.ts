/**
 * The words for filters in all languages, which `filter-words.ts` reads. A stem stands for all its endings. A hyphen
 * joins the words of a phrase.
 */
import type { Sort } from "../contract/browse.ts";

/** Pairs of a traditional or Japanese character and its simplified form. */
export const TRADITIONAL =
  "劇剧電电國国韓韩動动畫画戰战爭争險险傳传記记錄录紀纪歷历懸悬驚惊愛爱兒儿體体聞闻遊游戲戏節节視视評评價价価价鐘钟時时間间內内兩两個个過过語语蘇苏聯联樂乐";
/**
 * Words for genres that `GENRE_NAMES` does not have. Each line has the English name of a genre and the stems of its
 * words.
 */
export const GENRE_WORDS = `
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
export const JOINED_WORDS = `
anime أنمي|japan animation
romcom rom-com ラブコメ|romance comedy
kdrama k-drama|korea series
sitcom|comedy series
film-court films-courts|film short
邦画|日本 映画
好电影 好片|good movie
国产剧|china series`;

/** The one-character Chinese names of countries, as in 韩剧, each followed by its country code. */
export const SHORT_COUNTRIES = "美US英GB法FR德DE日JP韩KR泰TH港HK台TW印IN俄RU";
export const SHORT_KINDS = [
  ["剧", "series"],
  ["片", "movie"],
  ["漫", "animation"],
] as const;

/** Names of countries. Each line has a country code, its English names, other names, and the stems of adjectives. */
export const COUNTRY_WORDS = `
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
export const LANGUAGE_COUNTRIES =
  "en-GB fr-FR de-DE ja-JP ko-KR it-IT es-ES zh-CN ru-RU sv-SE da-DK no-NO fi-FI pl-PL cs-CZ hu-HU tr-TR el-GR nl-NL pt-PT th-TH ro-RO is-IS uk-UA vi-VN id-ID sr-RS et-EE".split(
    " ",
  );

/** Stems of words for the kinds of titles. */
export const KINDS = {
  movie: "film movie cinema película peli filme cine kino 映画 电影 片 فيلم أفلام سينما",
  series: "series show serie série fernsehserie miniserie minissérie シリーズ 连续剧 电视剧 剧集 مسلسل",
};
export const GOOD_WORDS = "good great gut buen bon bom boa 良い いい 面白い おすすめ 好看 推荐 جيد";
export const ORDERS = {
  rating: "best top greatest finest mejor meilleur melhor 最高 傑作 名作 最好 最佳 أفضل أحسن",
  year: `newest latest recent most-recent newest-first latest-first most-recent-first neuest neust neueste-zuerst neuste-zuerst récent
    plus-récent plus-nouveaux plus-nouvelles plus-récents-d’abord recient más-recient más-nuev más-recientes-primero
    mais-recent mais-nov mais-recentes-primeiro 最新 最新作 新しい順 أحدث أحدث-أولا`,
  popularity: `popular most-popular beliebt beliebtest populair plus-populair más-popular mais-popular 人気 人気順 人气 热门 熱門
    最受欢迎 أشهر أكثر-شهرة أكثر-شعبية`,
} as const satisfies Record<Sort, string>;
/** The names of decades in each language, starting with the 1920s. */
export const DECADES = [
  "années-vingt années-trente années-quarante années-cinquante années-soixante années-soixante-dix années-quatre-vingt années-quatre-vingt-dix",
  "二十年代 三十年代 四十年代 五十年代 六十年代 七十年代 八十年代 九十年代",
  "twenties thirties forties fifties sixties seventies eighties nineties",
  "zwanziger dreißiger vierziger fünfziger sechziger siebziger achtziger neunziger",
  "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
  "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
  "عشرينات ثلاثينات أربعينات خمسينات ستينات سبعينات ثمانينات تسعينات",
];
export const SHORT =
  "short kurz kurzfilm corto corta cortometraje court-métrage courts-métrages curto curta curta-metragem curtas-metragens 短編 短い 短 قصير";
export const SHORT_MINUTES = "-40";

/** The endings of plural nouns and adjectives. */
export const NOUN_ENDINGS = ["", "s", "es", "n", "ه"];
export const ADJECTIVE_ENDINGS = [...NOUN_ENDINGS, ..."e a o as os ne nes er en em ات".split(" ")];
/**
 * Changed endings, each with the ending that it replaces, as in `comedies`, `grecque`, `policière`, `historical`,
 * `musicais` and `infantis`.
 */
export const CHANGED_ENDINGS = [
  [/ies$/, "y"],
  [/ical$/, "ic"],
  [/c?ques?$/, "c"],
  [/ieres?$/, "ier"],
  [/ais$/, "al"],
  [/is$/, "il"],
] as const;
