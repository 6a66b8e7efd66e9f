/**
 * Looks up people and keywords at TMDB, within part of the time limit. A lookup that fails or takes too long returns
 * nothing, and `haveFailed` then returns true.
 */
import type { PersonResult } from "../contract/people.ts";
import { withinTime } from "../source/deadline.ts";
import { Failure } from "../source/failure.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import { folded, searchPeople } from "./people.ts";
import { readKeywords } from "./responses.ts";
import type { TmdbContext } from "./tmdb-request.ts";

export interface Lookups {
  /** Returns people whose names contain all these words, best known first. */
  people(words: string, lang: string): Promise<readonly PersonResult[]>;
  /**
   * Returns the TMDB ids of keywords, of which a title needs only one: the keyword with this name or, if there is
   * none, all keywords whose names contain these words.
   */
  keywords(words: string): Promise<readonly number[]>;
  /** Returns the number of requests that have been sent to TMDB. */
  asked(): number;
  haveFailed(): boolean;
}

/** The paging with which people are looked up. */
const SHOWN = { page: 1, limit: 3 };
/** The share of the time limit that may be spent on lookups. */
const LOOKUPS_SHARE = 0.4;

export function createLookups(services: TmdbContext): Lookups {
  const endsAt = services.now() + services.timeoutMs * LOOKUPS_SHARE;
  let requestCount = 0;
  let failed = false;
  const ask: TmdbContext["ask"] = Object.assign(
    (...request: Parameters<TmdbContext["ask"]>) => {
      requestCount += 1;
      return services.ask(...request);
    },
    { verbatim: services.ask.verbatim },
  );

  async function inTime<Found>(load: () => Promise<readonly Found[]>): Promise<readonly Found[]> {
    let results: readonly Found[] | undefined;
    async function add(): Promise<void> {
      results = await load().catch((thrown) => {
        if (thrown instanceof Failure) return undefined;
        throw thrown;
      });
    }
    await withinTime(endsAt - services.now(), () => [add()]);
    failed ||= results === undefined;
    return results ?? [];
  }

  return {
    asked: () => requestCount,
    haveFailed: () => failed,
    people: (words, lang) =>
      inTime(async () => {
        const { value } = await searchPeople({ text: words, lang, ...SHOWN }, { ...services, ask });
        const people = Array.isArray(value) ? (value as readonly PersonResult[]) : [];
        return people.filter(({ name }) => hasWords(name, words));
      }),
    keywords: (words) =>
      inTime(async () => {
        const response = await ask("search/keyword", { query: words, page: "1" });
        const keywords = response === ABSENT ? [] : readKeywords(response);
        const exact = keywords.filter(({ name }) => folded(name) === folded(words));
        const all = exact.length > 0 ? exact : keywords.filter(({ name }) => hasWords(name, words));
        return all.map(({ id }) => id);
      }),
  };
}

function hasWords(name: string, words: string): boolean {
  const nameWords = folded(name).split(" ");
  return folded(words)
    .split(" ")
    .every((word) => nameWords.includes(word));
}
