/**
 * An origin that also matches the names of files, by what it finds itself: each reading of a name is a search, cached
 * like any other. Where the origin loads several at once, all that a request needs is asked for together; otherwise a
 * reading is only asked for if no earlier one matches.
 */
import { areOfOneVersion } from "../../cache/compose.ts";
import type { Answer, Served } from "../../cache/resource.ts";
import { yearAround } from "../../contract/filter.ts";
import type { MatchAnswer, MatchQuery, Reading } from "../../contract/matching.ts";
import { LONGEST_TEXT, parseText } from "../../contract/query.ts";
import { type Choice, choose, type Searched } from "../../match/choose.ts";
import { readName } from "../../match/name.ts";
import type { LoadedList } from "../../origins/loaded.ts";
import { load, type Origin, type Wanted } from "../../origins/origin.ts";
import { type CachedOrigin, foundValue, readAnswer } from "../cached-origin.ts";
import { unmixed } from "../operation.ts";

interface WantedName {
  readonly query: MatchQuery;
  /** At least one. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly ids: readonly Wanted<"identified">[];
  readonly searches: readonly WantedSearch[];
}

interface WantedSearch {
  readonly reading: Reading;
  readonly wanted: Wanted<"search">;
}

type Get = (wanted: Wanted) => Promise<Answer>;

interface Asking {
  readonly get: Get;
  /** Whether each answer costs a request of its own. */
  readonly isLazy: boolean;
}

interface Matched extends LoadedList<MatchAnswer> {
  readonly parts: readonly Served[];
}

/** `resources`: of the same origin. */
export function matchOrigin(origin: Origin, resources: CachedOrigin): Origin {
  const uncounted = () => null;

  async function matchAll(
    queries: readonly MatchQuery[],
  ): Promise<PromiseSettledResult<LoadedList<MatchAnswer>>[]> {
    const names = queries.map((query) => wantedFor(query, resources.offers("identified")));
    const isLazy = origin.loadAll === undefined;
    const get = isLazy ? ask : await askTogether(names);
    return await Promise.allSettled(names.map((name) => matchName(name, { get, isLazy })));
  }

  /** An id decides alone; otherwise the readings do. While the catalog is replaced, all parts are asked for again. */
  async function matchName(name: WantedName, asking: Asking): Promise<LoadedList<MatchAnswer>> {
    let { get } = asking;
    return await unmixed({
      make: () => matchByParts(name, { ...asking, get }),
      isMixed: ({ parts }) => !areOfOneVersion(parts),
      learn: () => (get = ask),
    });
  }

  async function ask(wanted: Wanted): Promise<Answer> {
    const [answer] = await resources.askAll([wanted], uncounted);
    return answer as Answer;
  }

  async function askTogether(names: readonly WantedName[]): Promise<Get> {
    const all = names.flatMap(({ ids, searches }) => [...ids, ...searches.map(({ wanted }) => wanted)]);
    const answers = await resources.askAll(all, uncounted);
    const byWanted = new Map<Wanted, Answer>(all.map((wanted, at) => [wanted, answers[at] as Answer]));
    return async (wanted) => byWanted.get(wanted) ?? (await ask(wanted));
  }

  async function match(query: MatchQuery): Promise<LoadedList<MatchAnswer>> {
    const [result] = await matchAll([query]);
    if (result?.status === "fulfilled") return result.value;
    throw result?.reason;
  }

  return {
    ...origin,
    can: { ...origin.can, match },
    async loadAll(wanted) {
      const queries = wanted.flatMap(({ capability, query }) => (capability === "match" ? query : []));
      if (queries.length === wanted.length) return await matchAll(queries);
      return (
        (await origin.loadAll?.(wanted)) ??
        (await Promise.allSettled(wanted.map((one) => load(origin.can, one))))
      );
    },
  };
}

/** What to ask for a name: `isIdentifying`: whether the origin knows ids of other sources. */
function wantedFor(query: MatchQuery, isIdentifying: boolean): WantedName {
  const { readings, ids } = readName(query.name);
  const { lang, includeAdult } = query;
  const identified = ids.map((id) => ({ capability: "identified" as const, query: { ...id, lang } }));
  const searches = readings.flatMap((reading) => {
    const text = parseText([...reading.title].slice(0, LONGEST_TEXT).join(""));
    if (text === null) return [];
    const years = reading.year === null ? null : yearAround(Number(reading.year));
    const filter = { kind: reading.type, years };
    const search = { category: "search" as const, text, filter, lang, paging: null, includeAdult };
    return [{ reading, wanted: { capability: "search" as const, query: search } }];
  });
  return { query, readings, ids: isIdentifying ? identified : [], searches };
}

/** Throws a Problem. */
async function matchByParts(
  { query, readings, ids, searches }: WantedName,
  { get, isLazy }: Asking,
): Promise<Matched> {
  const parts: Served[] = [];
  for (const wanted of ids) {
    const answer = await served(get(wanted));
    parts.push(answer);
    const record = foundValue(readAnswer("identified", answer));
    if (record === null || (record.is_adult === 1 && !query.includeAdult)) continue;
    return matched(query, { read: readings[0], match: { title: record, confidence: 1 }, others: [] }, parts);
  }
  let choice = choose(readings[0], []);
  const searched: Searched[] = [];
  for (const { reading, wanted } of searches) {
    const answer = await served(get(wanted));
    parts.push(answer);
    searched.push({ reading, candidates: candidatesOf(answer, query) });
    choice = choose(readings[0], searched);
    if (isLazy && choice.match !== null) break;
  }
  return matched(query, choice, parts);
}

/** Throws the Problem of a failed answer. */
async function served(asked: Promise<Answer>): Promise<Served> {
  const answer = await asked;
  if (answer.kind === "failed") throw answer.problem;
  return answer;
}

function candidatesOf(answer: Served, { includeAdult }: MatchQuery): Searched["candidates"] {
  const read = readAnswer("search", answer);
  if (read.kind !== "found") return [];
  const { standing = [] } = read.notes;
  return read.value
    .map((record, at) => ({ record, known: standing[at]?.[0] ?? null, isNamed: standing[at]?.[1] ?? false }))
    .filter(({ record }) => includeAdult || record.is_adult === 0);
}

function matched({ name }: MatchQuery, choice: Choice, parts: readonly Served[]): Matched {
  const { read, match, others } = choice;
  const answer: MatchAnswer = { name, read, match, others: [...others] };
  const titles = [match, ...others].flatMap((found) => found?.title.id ?? []);
  return {
    value: answer,
    isEmpty: match === null,
    isPartial: parts.some(({ outcome }) => outcome === "partial"),
    about: { titles },
    version: parts.find(({ sourceVersion }) => sourceVersion !== null)?.sourceVersion,
    parts,
  };
}
