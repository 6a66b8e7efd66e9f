/**
 * Makes the examples below the search box from popular titles of the catalog, so that they find something: a misspelt
 * title, two people of a title, and words of a plot. They rotate daily.
 */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { toSlug } from "../../../worker/contract/slug.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import { formatList } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";

/** The number of titles to try for each example. */
const MAX_ATTEMPTS = 3;
/** Words that are long enough to be recognised with two letters exchanged. */
const MIN_LETTERS = 7;

type Maker = (title: TitleRecord) => string | null | Promise<string | null>;

interface Example {
  readonly text: string;
  /** Whether the text has a typing mistake, which a visitor should not take for one of the site. */
  readonly isMistyped: boolean;
}

/** Returns up to three queries. `day` is the number of a day. Never rejects. */
export async function makeExamples(
  services: SiteServices,
  language: Language,
  { titles, day }: { readonly titles: readonly TitleRecord[]; readonly day: number },
): Promise<readonly Example[]> {
  // Other sources find only what is spelt right, and no plots.
  if (!services.canFindMistypedTitles || titles.length === 0) return [];
  const makers: readonly Maker[] = [
    ({ title }) => misspell(title),
    (title) => findTwoPeople(services, language, title),
    (title) => readPlotWords(services, language, title),
  ];
  const made = await Promise.all(
    makers.map(async (make, at) => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const title = titles[(day * makers.length + at + attempt * makers.length) % titles.length];
        const text = title === undefined ? null : await make(title);
        if (text !== null) return { text, isMistyped: make === makers[0] };
      }
      return null;
    }),
  );
  return made.filter((example) => example !== null);
}

/** Exchanges two letters in the longest word of a title. Returns `null` if no word is long enough. */
export function misspell(title: string): string | null {
  const words = title.match(/[a-z]+/gi) ?? [];
  const [longest = ""] = words.toSorted((one, other) => other.length - one.length);
  const middle = Math.floor(longest.length / 2);
  const [first, second] = [longest.charAt(middle - 1), longest.charAt(middle)];
  if (longest.length < MIN_LETTERS || first === second) return null;
  const misspelt = longest.slice(0, middle - 1) + second + first + longest.slice(middle + 1);
  return title.replace(longest, misspelt).toLowerCase();
}

async function findTwoPeople(
  services: SiteServices,
  language: Language,
  { id }: TitleRecord,
): Promise<string | null> {
  const credits = await services.value("credits", { id, lang: language });
  const [director, lead] = [credits?.director[0]?.name, credits?.cast[0]?.name];
  if (director === undefined || lead === undefined || director === lead) return null;
  return formatList(language, [director, lead]);
}

/**
 * Returns words of the title's plot, or `null` if it has no telling phrase. They are not searched for, because the
 * search would take more statements than the rest of the page.
 */
async function readPlotWords(
  services: SiteServices,
  language: Language,
  title: TitleRecord,
): Promise<string | null> {
  const found = await services.title({ id: title.id, lang: language, slug: toSlug(title) });
  return choosePlotWords(found?.record.plot ?? "")?.toLocaleLowerCase(language) ?? null;
}

const CLAUSE_END = /[.,;:!?–—()"“”。、]|\s-+\s/u;
const MAX_PLOT_WORDS = 10;
const MIN_TELLING = 4;
const TELLING = /^[\p{L}\p{M}'’-]{4,}$/u;
/** English words before which a phrase can end, and with which none should begin. */
const CONNECTING = new Set(
  `after against although and as at because before but by called during following for from if in into is known named of on
  once set shown since that though through to until when where which while who whom whose with without`.split(
    /\s+/,
  ),
);

/** Returns the first phrase of a plot with several telling words, as a person might type it. */
export function choosePlotWords(plot: string): string | null {
  const clauses = plot.split(CLAUSE_END).map((clause) => clause.trim().split(/\s+/));
  return clauses.map(shortenClause).find((phrase) => phrase !== null) ?? null;
}

/** Cuts a long clause before a connecting word. Returns `null` if too few telling words remain. */
function shortenClause(words: readonly string[]): string | null {
  const isConnecting = (word: string) => CONNECTING.has(word.toLowerCase());
  const isTelling = (word: string) => TELLING.test(word) && !isConnecting(word);
  const isEnd = (at: number) =>
    isTelling(words[at - 1] ?? "") && (at === words.length || isConnecting(words[at] ?? ""));
  const ends = Array.from({ length: MAX_PLOT_WORDS }, (_, at) => MAX_PLOT_WORDS - at);
  const kept = words.slice(0, ends.find((at) => at <= words.length && isEnd(at)) ?? 0);
  const isPhrase = !isConnecting(words[0] ?? "") && kept.filter(isTelling).length >= MIN_TELLING;
  return isPhrase ? kept.join(" ") : null;
}
