/**
 * The title that the name of a file means: `/v1/match`. An id in a name decides alone, otherwise each reading of the name is a
 * search. Our own database is asked for everything at once, without the cache. With any other origin, each lookup is a request,
 * cached like all others, and is only made if no earlier one decides.
 */
import { yearAround } from "../contract/filter.ts";
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import { MATCH, MATCHES, MatchAnswer, type MatchQuery, NAME, type ParsedName } from "../contract/matching.ts";
import { writeQuery } from "../contract/parameters.ts";
import { FindAnswer } from "../contract/people.ts";
import {
  type FindQuery,
  LONGEST_TEXT,
  parseText,
  type SearchQuery,
  type TitleQuery,
  UNPAGED,
} from "../contract/query.ts";
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import { type Choice, choose, MIN_CONFIDENCE, type Searched } from "../match/choose.ts";
import { readName } from "../match/name.ts";
import { type Loaded, type LoadedList, MISSING, type PageNotes, readLoaded } from "../source/loaded.ts";
import type { AskStored, Capabilities, Origin, StoredValue } from "../source/source.ts";
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

/** The source in which a name is looked up. */
interface NameSource {
  /** Whether it is our own database, so that all lookups of a name begin at once. */
  readonly isOwn: boolean;
  find(query: FindQuery): Promise<FindAnswer | null>;
  title(query: TitleQuery): Promise<TitleRecord | null>;
  search(query: SearchQuery): Promise<SearchResults>;
}

interface SearchResults extends Pick<PageNotes, "standing"> {
  readonly records: readonly TitleRecord[];
}

type LookupResult =
  | { readonly kind: "title"; readonly record: TitleRecord | null }
  | (Searched & { readonly kind: "search" });

/** `askStored`: of the same origin. */
export function matchOrigin(origin: Origin, askStored: AskStored): Origin {
  const match = origin.traits.isOwn
    ? (query: MatchQuery) => matchDirectly(query, origin.can)
    : (query: MatchQuery) => matchByRequests(query, origin.can, askStored);
  return { ...origin, can: { ...origin.can, match } };
}

/** Reads our own database without the cache. Throws a Problem. */
function matchDirectly(
  query: MatchQuery,
  { find, title, search }: Partial<Capabilities>,
): Promise<LoadedList<MatchAnswer>> {
  return ofOneVersion({
    async make() {
      const versions = new Set<string>();
      async function read<Result extends Loaded>(loading: Promise<Result> | undefined) {
        const loaded = await loading;
        if (loaded?.version != null) versions.add(loaded.version);
        return loaded ?? MISSING;
      }
      const choice = await chooseTitle(query, {
        isOwn: true,
        find: async (id) => readLoaded(FindAnswer, await read(find?.(id))),
        title: async (id) => readLoaded(TitleRecord, await read(title?.(id))),
        async search(wanted) {
          const loaded = await read(search?.({ ...wanted, isWhole: true }));
          return { records: readLoaded(SearchAnswer, loaded) ?? [], standing: loaded.notes?.page?.standing };
        },
      });
      return { ...matched(query, choice, { version: [...versions].at(0) }), isMixed: versions.size > 1 };
    },
    isMixed: ({ isMixed }) => isMixed,
    // The origin learns which data is live when it meets another version.
    learn: () => undefined,
  });
}

/** Throws a Problem. The request that needs it has counted already. */
async function matchByRequests(
  query: MatchQuery,
  { find, title, search }: Partial<Capabilities>,
  askStored: AskStored,
): Promise<LoadedList<MatchAnswer>> {
  const parts: StoredValue<unknown>[] = [];
  async function read<Value>(asking: Promise<StoredValue<Value> | null>) {
    const stored = await asking;
    if (stored !== null) parts.push(stored);
    return stored;
  }
  const choice = await chooseTitle(query, {
    isOwn: false,
    find: async (id) => (find && title ? ((await read(askStored("find", id, find)))?.value ?? null) : null),
    title: async (id) => (await read(askStored("title", id, title)))?.value ?? null,
    async search(wanted) {
      const { value, notes } = (await read(askStored("search", wanted, search))) ?? {};
      return { records: value ?? [], standing: notes?.page?.standing };
    },
  });
  return matched(query, choice, { parts, isPartial: parts.some(({ isPartial }) => isPartial) });
}

/** Throws a Problem. */
async function chooseTitle(query: MatchQuery, source: NameSource): Promise<Choice> {
  const name = wantedFor(query);
  const lookups = lookupsFor(name, source);
  if (source.isOwn) return decide(name, await Promise.all(lookups.map((lookUp) => lookUp())));
  const results: LookupResult[] = [];
  let choice = decide(name, results);
  for (const lookUp of lookups) {
    results.push(await lookUp());
    choice = decide(name, results);
    if (choice.match !== null && choice.match.confidence >= MIN_CONFIDENCE) break;
  }
  return choice;
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

/** Returns the lookups in the order in which they decide. */
function lookupsFor(
  { query, ids, searches }: WantedName,
  { find, title, search }: NameSource,
): (() => Promise<LookupResult>)[] {
  const identifying = ids.map((id) => async (): Promise<LookupResult> => {
    const answer = await find(id);
    const record = answer?.kind === "title" ? await title({ id: answer.id, lang: query.lang }) : null;
    return { kind: "title", record: record !== null && isAdmitted(query, record) ? record : null };
  });
  const searching = searches.map(({ reading, query: wanted }) => async (): Promise<LookupResult> => {
    return { kind: "search", reading, candidates: candidatesOf(await search(wanted), query) };
  });
  return [...identifying, ...searching];
}

/** The first title that an id identifies, otherwise the best match of the searches. */
function decide({ readings: [reading] }: WantedName, results: readonly LookupResult[]): Choice {
  const [title] = results.flatMap((result) => (result.kind === "title" ? (result.record ?? []) : []));
  if (title !== undefined) return { read: reading, match: { title, confidence: 1 }, others: [] };
  return choose(
    reading,
    results.filter((result) => result.kind === "search"),
  );
}

function isAdmitted({ includeAdult }: MatchQuery, { is_adult }: TitleRecord): boolean {
  return includeAdult || is_adult === 0;
}

function candidatesOf({ records, standing = [] }: SearchResults, query: MatchQuery): Searched["candidates"] {
  return records
    .map((record, at) => ({ record, known: standing[at]?.[0] ?? null, isNamed: standing[at]?.[1] ?? false }))
    .filter(({ record }) => isAdmitted(query, record));
}

function matched({ name }: MatchQuery, choice: Choice, rest: Partial<Loaded>): LoadedList<MatchAnswer> {
  const { read, match, others } = choice;
  const answer: MatchAnswer = { name, read, match, others: [...others] };
  const titles = [match, ...others].flatMap((found) => found?.title.id ?? []);
  return { ...rest, value: answer, isEmpty: match === null, ids: { titles } };
}
