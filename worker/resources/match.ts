/**
 * The title that the name of a file means: `/v1/match`. An id in a name decides alone, otherwise each reading of the name is a
 * search. An origin with sets is asked for all that a hundred names need at once. With
 * any other origin, each search is a request, cached like all others, and a reading is only searched for if no earlier one
 * matches.
 */
import { yearAround } from "../contract/filter.ts";
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import { MATCH, MATCHES, MatchAnswer, type MatchQuery, NAME, type ParsedName } from "../contract/matching.ts";
import { writeQuery } from "../contract/parameters.ts";
import { FindAnswer } from "../contract/people.ts";
import { type FindQuery, LONGEST_TEXT, parseText, type SearchQuery, UNPAGED } from "../contract/query.ts";
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import { type Choice, choose, MIN_CONFIDENCE, type Searched } from "../match/choose.ts";
import { readName } from "../match/name.ts";
import { type Loaded, type LoadedList, type PageNotes, readLoaded } from "../source/loaded.ts";
import type { AskStored, Capabilities, Origin, Sets, StoredValue } from "../source/source.ts";
import { type Documented, listOperation, ofOneVersion, operation } from "./operation.ts";
import { likeSearch, type Resource } from "./resource.ts";

export const match = {
  name: "match",
  schema: MatchAnswer,
  key: (query) => writeQuery(MATCH, query),
  tags: () => ["search"],
  policy: likeSearch,
  hasLastResort: true,
} satisfies Resource<"match">;

export const matchOperation = operation({ name: "match", capability: "match", parameters: MATCH });
export const matchesOperation = listOperation({
  name: "matches",
  capability: "match",
  body: MATCHES,
  queryFor: (name, values) => ({ name, ...values }),
});

export const documentation: Documented = {
  match: {
    summary: "Match a file name",
    description:
      "Reads the name of a file, or a path, and says which title it means. match is null if no title is certain enough; at least 99 % of matches are right. An id in the name, as in [tmdbid-603] or {imdb-tt0133093}, decides alone.",
    answer: "MatchAnswer",
    isAlwaysOffered: true,
    examples: { match: ["A release name", `GET /v1/match?name=${NAME.example}`] },
  },
  matches: {
    summary: "Match many file names",
    description: `Up to 100 names. Returns an array in the order of the names; each item is what GET returns for that name. Only names that are not cached count towards the rate limit, at most ${MAX_BATCH_COUNT}.`,
    answer: "MatchesAnswer",
    isAlwaysOffered: true,
    examples: {
      matches: [
        "A file in a folder, and noise",
        `POST /v1/match {"names":["Seven Samurai (1954)/VIDEO_TS/VTS_01_1.VOB","movie.mkv"]}`,
      ],
    },
  },
};

/** The lookups for a name. */
interface WantedName {
  readonly query: MatchQuery;
  /** At least one. */
  readonly readings: readonly [ParsedName, ...ParsedName[]];
  readonly ids: readonly FindQuery[];
  readonly searches: readonly { readonly reading: ParsedName; readonly query: SearchQuery }[];
}

/** `askStored`: of the same origin. */
export function matchOrigin(origin: Origin, askStored: AskStored): Origin {
  const { search, find, title } = origin.sets ?? {};
  if (search === undefined || find === undefined || title === undefined) {
    return {
      ...origin,
      can: { ...origin.can, match: (query) => matchByRequests(query, origin.can, askStored) },
    };
  }
  const sets = { search, find, title };
  const match: Required<Sets>["match"] = (queries) =>
    ofOneVersion({
      make: () => matchInSets(queries, sets),
      isMixed: (made) => new Set(made.flatMap(({ version }) => version ?? [])).size > 1,
      // The origin learns which data is live when it meets another version.
      learn: () => undefined,
    });
  return {
    ...origin,
    can: { ...origin.can, match: async (query) => (await match([query]))[0] as LoadedList<MatchAnswer> },
    sets: { ...origin.sets, match },
  };
}

function wantedFor(query: MatchQuery): WantedName {
  const { readings, ids } = readName(query.name);
  const { lang, includeAdult } = query;
  const searches = readings.flatMap((reading) => {
    const text = parseText([...reading.title].slice(0, LONGEST_TEXT).join(""));
    if (text === null) return [];
    const years = reading.year === null ? null : yearAround(Number(reading.year));
    const filter = { kind: reading.type, years };
    return [{ reading, query: { ...UNPAGED, text, filter, lang, includeAdult } }];
  });
  return { query, readings, ids: ids.map((id) => ({ ...id, lang })), searches };
}

/** Throws a Problem. */
async function matchInSets(
  queries: readonly MatchQuery[],
  { search, find, title }: Required<Pick<Sets, "search" | "find" | "title">>,
): Promise<LoadedList<MatchAnswer>[]> {
  const names = queries.map(wantedFor);
  const [records, found] = await Promise.all([identify(names.flatMap(({ ids }) => ids)), searchAll()]);
  return names.map((name) => {
    const results = found.splice(0, name.searches.length);
    for (const id of name.ids) {
      const { record, version } = records.get(id) ?? {};
      if (record && isAdmittedBy(name.query)(record))
        return matched(name.query, chosenById(name, record), { version });
    }
    const searched = results.map((result, at) => ({
      reading: name.searches[at]?.reading ?? name.readings[0],
      candidates: candidatesOf(readLoaded(SearchAnswer, result) ?? [], result.notes?.page, name.query),
    }));
    return matched(name.query, choose(name.readings[0], searched), { version: results[0]?.version });
  });

  async function searchAll(): Promise<LoadedList<readonly TitleRecord[]>[]> {
    const searches = names.flatMap((name) => name.searches.map((wanted) => wanted.query));
    return searches.length === 0 ? [] : [...(await search(searches))];
  }

  /** By the requested id. */
  async function identify(ids: readonly FindQuery[]): Promise<ReadonlyMap<FindQuery, Identified>> {
    const titles = (ids.length === 0 ? [] : await find(ids)).flatMap((found, at) => {
      const answer = readLoaded(FindAnswer, found);
      const asked = ids[at];
      return answer?.kind !== "title" || asked === undefined
        ? []
        : { asked, id: answer.id, lang: asked.lang };
    });
    const loaded = titles.length === 0 ? [] : await title(titles);
    return new Map(
      loaded.flatMap((one, at) => {
        const { asked } = titles[at] ?? {};
        const { version } = one;
        const record = readLoaded(TitleRecord, one);
        return asked === undefined || record === null ? [] : [[asked, { record, version }] as const];
      }),
    );
  }
}

interface Identified extends Pick<Loaded, "version"> {
  readonly record: TitleRecord;
}

/** Throws a Problem. The request that needs it has counted already. */
async function matchByRequests(
  query: MatchQuery,
  { find, title, search }: Partial<Capabilities>,
  askStored: AskStored,
): Promise<LoadedList<MatchAnswer>> {
  const name = wantedFor(query);
  const parts: StoredValue<unknown>[] = [];
  async function part<Value>(asked: Promise<StoredValue<Value> | null>) {
    const stored = await asked;
    if (stored !== null) parts.push(stored);
    return stored;
  }
  for (const id of find && title ? name.ids : []) {
    const found = (await part(askStored("find", id, find)))?.value;
    if (found?.kind !== "title") continue;
    const record = (await part(askStored("title", { id: found.id, lang: query.lang }, title)))?.value;
    if (record && isAdmittedBy(query)(record)) return matched(query, chosenById(name, record), rest());
  }
  const searched: Searched[] = [];
  let choice = choose(name.readings[0], searched);
  for (const { reading, query: wanted } of name.searches) {
    const found = await part(askStored("search", wanted, search));
    const candidates = found?.value ? candidatesOf(found.value, found.notes.page, query) : [];
    searched.push({ reading, candidates });
    choice = choose(name.readings[0], searched);
    if (choice.match !== null && choice.match.confidence >= MIN_CONFIDENCE) break;
  }
  return matched(query, choice, rest());

  function rest(): Partial<Loaded> {
    return { parts, isPartial: parts.some(({ isPartial }) => isPartial) };
  }
}

const isAdmittedBy =
  ({ includeAdult }: MatchQuery) =>
  ({ is_adult }: TitleRecord): boolean =>
    includeAdult || is_adult === 0;

function chosenById({ readings }: WantedName, title: TitleRecord): Choice {
  return { read: readings[0], match: { title, confidence: 1 }, others: [] };
}

function candidatesOf(
  records: readonly TitleRecord[],
  { standing = [] }: PageNotes = {},
  query: MatchQuery,
): Searched["candidates"] {
  return records
    .map((record, at) => ({ record, known: standing[at]?.[0] ?? null, isNamed: standing[at]?.[1] ?? false }))
    .filter(({ record }) => isAdmittedBy(query)(record));
}

function matched({ name }: MatchQuery, choice: Choice, rest: Partial<Loaded>): LoadedList<MatchAnswer> {
  const { read, match, others } = choice;
  const answer: MatchAnswer = { name, read, match, others: [...others] };
  const titles = [match, ...others].flatMap((found) => found?.title.id ?? []);
  return { ...rest, value: answer, isEmpty: match === null, ids: { titles } };
}
