/**
 * Parses runtimes, ratings and words for quality, such as `under 100 minutes` or `rated above 7.5`, in all languages.
 */
import { MAX_RATING, MAX_RUNTIME_MINUTES } from "../contract/browse.ts";
import type { Language } from "../text/languages.ts";
import { BEST, GOOD, type NamedFacet } from "./filter-words.ts";
import type { Token } from "./tokens.ts";

/** The facets that tokens stand for, and the number of these tokens. `null` if they stand for none. */
export type ParsedFacets = { readonly facets: readonly NamedFacet[]; readonly length: number } | null;

interface TokenMatch {
  readonly match: RegExpExecArray | null;
  readonly length: number;
}

/** Matches a pattern against the first tokens. The match must not end within a token. */
function matchTokens(tokens: readonly Token[], pattern: RegExp): TokenMatch {
  let text = "";
  const ends: number[] = [];
  for (const [at, token] of tokens.slice(0, MAX_MATCHED).entries()) {
    const isJoined = at === 0 || token.isUnspaced || tokens[at - 1]?.isUnspaced;
    text += isJoined ? token.text : ` ${token.text}`;
    ends.push(text.length);
  }
  const match = pattern.exec(text);
  const length = match === null ? 0 : ends.indexOf(match[0].length) + 1;
  return length === 0 ? NO_MATCH : { match, length };
}

const NO_MATCH: TokenMatch = { match: null, length: 0 };

const MAX_MATCHED = 12;

/** The words for limits of runtimes, as regular expressions. */
interface RuntimeWords {
  readonly less?: string;
  readonly more?: string;
  readonly than?: string;
  /** The words for a limit that stand after the number. */
  readonly lessAfter?: string;
  readonly moreAfter?: string;
  readonly one?: string;
  readonly two?: string;
  readonly three?: string;
  readonly half?: string;
  readonly minutes?: string;
  readonly hours?: string;
  /** The word between hours and minutes. */
  readonly and?: string;
}

const RUNTIME_WORDS: Readonly<Record<Language, RuntimeWords>> = {
  en: {
    less: "(?:no|not) (?:over|more|longer)|under|below|less|shorter|within|at most|up to|max",
    more: "over|more|longer|above|at least",
    than: "than",
    lessAfter: " max(?:imum)?(?![a-z])| or less",
    moreAfter: " or more",
    ...{ one: "an?|one", two: "two", three: "three", half: " and a half" },
    ...{ minutes: "min(?:s|utes?)?(?![a-z])", hours: "h(?:ours?|rs?)?(?![a-z])", and: "and" },
  },
  de: {
    less: "nicht (?:langer|mehr)|unter|weniger|kurzer|hochstens|maximal|bis(?: zu)?",
    more: "uber|mehr|langer|mindestens",
    than: "als",
    ...{ one: "ein(?:er?)?", two: "zwei", three: "drei", half: " ?einhalb|anderthalb" },
    ...{ minutes: "min(?:ute[ns]?)?(?![a-z])", hours: "stunden?(?![a-z])", and: "und" },
  },
  fr: {
    less: "pas plus|moins|jusqua",
    more: "plus|au moins",
    than: "que|de",
    ...{ one: "une?", two: "deux", three: "trois", half: " et demie" },
    ...{ minutes: "minutes?(?![a-z])", hours: "h(?:eures?)?(?![a-z])", and: "et" },
  },
  es: {
    less: "no mas|menos|hasta|maximo",
    more: "mas|al menos",
    than: "que|de",
    lessAfter: " maximo",
    ...{ one: "una", two: "dos", three: "tres", half: " y media" },
    ...{ minutes: "minutos?(?![a-z])", hours: "h(?:oras?)?(?![a-z])", and: "y" },
  },
  pt: {
    less: "nao mais|ate",
    more: "mais|pelo menos",
    than: "do",
    ...{ one: "uma", two: "duas", half: " e meia", and: "e" },
  },
  ja: {
    lessAfter: "以内|以下|未満|より短い?|まで",
    moreAfter: "以上|より長い?",
    // Characters are simplified before they are read, so these are the Chinese words too.
    ...{ half: "半", minutes: "分(?:钟|间)?", hours: "小时|时间?" },
  },
  zh: {
    less: "不到|少于|不超过",
    more: "超过|至少",
    lessAfter: "之内",
    ...{ one: "一", two: "两|二", three: "三" },
  },
  ar: {
    less: "اقل",
    more: "اكثر|اطول",
    than: "من",
    ...{ half: " ?ونصف", minutes: "دقيقه|دقائق", hours: "ساعه|ساعات", and: "و" },
  },
};

const wordsFor = (column: keyof RuntimeWords) =>
  Object.values(RUNTIME_WORDS)
    .flatMap((words) => words[column] ?? [])
    .join("|");

const MINUTES = wordsFor("minutes");
const HALF = wordsFor("half");
const MEASURE = new RegExp(
  [
    `^(?:(?<less>${wordsFor("less")})|(?<more>${wordsFor("more")}))?(?: (?:${wordsFor("than")})(?= ))* ?`,
    `(?:(?<digits>\\d{1,3}(?:\\.\\d)?)|${wordsFor("one")}|(?<two>${wordsFor("two")})|(?<three>${wordsFor("three")}))?`,
    `个?(?<half>${HALF})? ?(?:(?<minutes>${MINUTES})|ساعتين|(?:${wordsFor("hours")})(?<also>${HALF})?`,
    `(?:(?: (?:${wordsFor("and")})(?= ))? ?و?(?<rest>\\d{1,2})(?: ?(?:${MINUTES}))?(?![a-z\\d]))?)`,
    `(?:(?<lessAfter>${wordsFor("lessAfter")})|(?<moreAfter>${wordsFor("moreAfter")}))?`,
  ].join(""),
);

/** Parses a runtime, such as `under 100 minutes`, `less than an hour and a half` or `90分以内`. */
export function parseMeasure(tokens: readonly Token[]): ParsedFacets {
  const { match, length } = matchTokens(tokens, MEASURE);
  const { less, more, digits, two, three, half, minutes, also, rest, lessAfter, moreAfter } =
    match?.groups ?? {};
  const isMost = (less ?? lessAfter) !== undefined;
  const hasNumber = digits !== undefined || minutes === undefined;
  if (match === null || !hasNumber || (!isMost && (more ?? moreAfter) === undefined)) return null;
  const isTwo = two !== undefined || match[0].includes("ساعتين");
  const count =
    Number(digits ?? (isTwo ? 2 : three === undefined ? 1 : 3)) + ((half ?? also) === undefined ? 0 : 0.5);
  const time = minutes === undefined ? count * 60 + Number(rest ?? 0) : count;
  const limit = Math.min(Math.max(Math.floor(time), 1), MAX_RUNTIME_MINUTES);
  const value = isMost ? `-${limit}` : `${limit}-`;
  return { facets: [{ part: "runtime", values: [value], name: value }], length };
}

const GOOD_AT =
  "high(?:ly)?|well|good|great|hoch|hohe[nr]?|gute?[nrs]?|bien|bonn?e?s?|buen[ao]s?|altas?|elevee?s?|bem|boas?|عال[يه]?|جيد[ه]?|高|好";
const BEST_AT = "best|highest|hochste[nr]?|top|beste[nr]?|mejor(?:es)?|mieux|meilleure?s?|melhor(?:es)?|最高";
const RATING =
  "rat(?:ed|ings?)|scores?|review(?:s|ed)|bewertung(?:en)?|bewertete?[nrs]?|kritiken|puntua(?:cion|d[ao]s?)|calificacion|valora(?:cion|d[ao]s?)|notas?|notee?s?|avalia(?:cao|d[ao]s?)|评[价分]?|分|口碑|[بوال]*تقييم(?:ات)?";
const WORTH = new RegExp(
  `^(?:(?:${GOOD_AT}|(?<best>${BEST_AT})) ?(?:${RATING})|(?:${RATING})[のが很]? ?(?:${GOOD_AT})い?)`,
);

/** Parses words for quality, such as `highly rated`, `with good reviews` or `評価の高い`. */
export function parseQuality(tokens: readonly Token[]): ParsedFacets {
  const { match, length } = matchTokens(tokens, WORTH);
  if (match === null) return null;
  return { facets: [match.groups?.best === undefined ? GOOD : BEST], length };
}

const POINTS = "(?<points>10|[1-9](?:\\.\\d)?)(?<sign>\\/10)?(?<plus>\\+)?(?![\\d.])";
const ABOVE = `above|over|at least|(?:more|higher|better|greater) than|min(?:imum)?(?: of)?|
  uber|ab|(?:besser|mehr|hoher) als|mindestens|plus de|superieure?s? a|au dessus de|au moins|
  mas de|superior(?:es)? a|por encima de|mayor(?:es)? (?:que|de|a)|al menos|minimo|mais de|acima de|pelo menos|
  高于|超过|大于|至少|اعلي من|فوق|اكثر من|لا يقل عن`.replaceAll(/\s*\n\s*/g, "");
const OR_MORE =
  ` or (?:more|higher|above|better|up)| and (?:above|up|higher|over)| (?:oder|und) (?:mehr|besser|hoher)|
 ou (?:plus|mais)| et plus| o (?:mas|superior)| y mas| e acima|(?<isCounted>[分点]以上)|以上| فاكثر| او اكثر| فما فوق`.replaceAll(
    /\n/g,
    "",
  );
/** Matches words that make the following number a rating. */
const RATED =
  "rat(?:ed|ings?)|imdb|bewert(?:et(?:e[nrs]?)?|ung(?:en)?)|puntua(?:cion|d[ao]s?)|valora(?:cion|d[ao]s?)|calificacion|avalia(?:cao|d[ao]s?)|评[价分]|[بوال]*تقييم(?:ها|ه|ات)?";
const SCORED = "scores?|notee?s?|notas?";
/** Matches words that may stand between a word for rating and the number. */
const BETWEEN =
  "(?: (?:of|with|an?|is|are|imdb|rating|score|von|mit|einer?|de|con|com|una|uma|une)|[がはの的]| من)*";
const UNIT = " (?:stars?|points?|sternen?|punkten?|etoiles|estrellas|estrelas|puntos|pontos|نجوم|نقاط)";
const RATED_AT = new RegExp(
  `^(?:(?<rated>${RATED})|${SCORED})${BETWEEN} ?(?:(?<above>${ABOVE}) ?)?${POINTS}(?<more>${OR_MORE})?(?:${UNIT})?`,
);
const POINTS_ALONE = new RegExp(
  `^(?:(?<above>${ABOVE}) ?)?${POINTS}(?<more>${OR_MORE})?(?<unit>${UNIT}| (?:${RATED}|${SCORED}))?`,
);
/**
 * The lowest number that is taken as a rating even without a word for rating. A lower number, as in `over 3`,
 * probably counts something else.
 */
const FEWEST_ALONE = 5;

/** Parses a minimum rating, such as `rated above 7.5`, `8+` or `評価8以上`. */
export function parseRating(tokens: readonly Token[]): ParsedFacets {
  const rated = matchTokens(tokens, RATED_AT);
  const isRating = ["rated", "above", "more", "plus", "sign"].some((name) => rated.match?.groups?.[name]);
  if (isRating) return readPoints(rated);
  const alone = matchTokens(tokens, POINTS_ALONE);
  const { points, sign, plus, above, more, isCounted, unit } = alone.match?.groups ?? {};
  const isAbove = (above ?? more) !== undefined && above !== "ab";
  const isWhole = unit !== undefined || (alone.length === tokens.length && Number(points) >= FEWEST_ALONE);
  return sign || plus || isCounted || (isAbove && isWhole) ? readPoints(alone) : null;
}

/**
 * Returns a facet for a minimum rating. The rating is rounded up to half a point, so that no title is rated lower
 * than the query asks for.
 */
function readPoints({ match, length }: TokenMatch): ParsedFacets {
  const points = Math.min(Math.ceil(Number(match?.groups?.points) * 2) / 2, MAX_RATING);
  return { facets: [{ part: "min_rating", values: [String(points)], name: String(points) }], length };
}
