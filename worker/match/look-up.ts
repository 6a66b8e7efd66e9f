/**
 * Looks up the title that a file name stands for. If the name contains an id, the title with that id is chosen,
 * unless the id belongs to a film and the name to an episode. Otherwise, the catalog chooses among the readings of the
 * name. Our own database looks up all readings at once. With any other source, they are searched for one by one until
 * the result is clear.
 */
import { yearAround } from "../contract/filter.ts";
import { type MatchQuery, MIN_CONFIDENCE, type NamedTitle, type NamesQuery } from "../contract/matching.ts";
import type { FindResponse } from "../contract/people.ts";
import {
  type FindQuery,
  MAX_TEXT_LENGTH,
  parseText,
  type SearchQuery,
  type TitleQuery,
  UNPAGED,
} from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { PageNotes } from "../source/loaded.ts";
import { fold } from "../text/fold.ts";
import { type Choice, choose, type MatchCandidate, type SearchedReading } from "./choose.ts";
import { listKeys } from "./keys.ts";
import { type Reading, readName } from "./name.ts";

interface NameLookups {
  readonly query: MatchQuery;
  readonly readings: readonly [Reading, ...Reading[]];
  readonly ids: readonly FindQuery[];
}

export interface NameSource {
  /** Finds titles by their names, if the source is our own database. */
  readonly named: ((query: NamesQuery) => Promise<readonly NamedTitle[]>) | null;
  find(query: FindQuery): Promise<FindResponse | null>;
  title(query: TitleQuery): Promise<TitleRecord | null>;
  search(query: SearchQuery): Promise<SearchResults>;
}

interface SearchResults extends Pick<PageNotes, "standing"> {
  readonly records: readonly TitleRecord[];
}

interface LookupResults {
  readonly titles: readonly TitleRecord[];
  readonly searched: readonly SearchedReading[];
}

/** The maximum number of searches for a name in a source that is not our own. */
const MAX_SEARCHES = 3;

/** Returns the title that a file name stands for, and other candidates. Throws a Problem. */
export async function chooseTitle(query: MatchQuery, source: NameSource): Promise<Choice> {
  const { readings, ids } = readName(query.name);
  const name = { query, readings, ids: ids.map((id) => ({ ...id, lang: query.lang })) };
  return source.named === null
    ? await chooseByRequests(name, source)
    : await chooseAtOnce(name, source, source.named);
}

/** Looks up all readings concurrently. The search is only for mistyped names and for other candidates. */
async function chooseAtOnce(
  name: NameLookups,
  source: NameSource,
  findNamed: NonNullable<NameSource["named"]>,
): Promise<Choice> {
  const { query, readings, ids } = name;
  const [main] = readings;
  const { lang, includeAdult } = query;
  const withSeasons = readings.some(({ read }) => read.type !== null);
  const [titles, named, found] = await Promise.all([
    Promise.all(ids.map((id) => identify(id, query, source))),
    findNamed({ keys: listKeys(readings), lang, includeAdult, withSeasons }),
    searchFor(main, query, source),
  ]);
  const known = named.map((title) => ({ ...title, isNamed: false }));
  const namedIds = new Set(known.map(({ record }) => record.id));
  const searched = readings.map((reading) => ({
    reading,
    candidates: [
      ...known.filter(({ record, keys }) => isAdmissible(reading, record) && Object.keys(keys).length > 0),
      ...(reading === main ? found.filter(({ record }) => !namedIds.has(record.id)) : []),
    ],
  }));
  return decide(name, { titles: titles.flat(), searched });
}

/** Makes the lookups one by one until the result is clear. */
async function chooseByRequests(name: NameLookups, source: NameSource): Promise<Choice> {
  const { query, readings, ids } = name;
  const titles: TitleRecord[] = [];
  const searched: SearchedReading[] = [];
  for (const id of ids) {
    titles.push(...(await identify(id, query, source)));
    // If the name contains another id, the title with that id may fit the name better.
    if (titles.some((title) => fits(name, title))) break;
  }
  let choice = decide(name, { titles, searched });
  const searchable = readings.filter(({ read, needsEpisode }) => read.title !== "" && !needsEpisode);
  for (const reading of searchable.slice(0, MAX_SEARCHES)) {
    if (choice.match !== null && choice.match.confidence >= MIN_CONFIDENCE) break;
    searched.push({ reading, candidates: await searchFor(reading, query, source) });
    choice = decide(name, { titles, searched });
  }
  return choice;
}

async function identify(
  id: FindQuery,
  query: MatchQuery,
  { find, title }: NameSource,
): Promise<TitleRecord[]> {
  const identity = await find(id);
  const record = identity?.kind === "title" ? await title({ id: identity.id, lang: query.lang }) : null;
  return record !== null && isAdmitted(query, record) ? [record] : [];
}

async function searchFor(
  { read }: Reading,
  query: MatchQuery,
  { search }: NameSource,
): Promise<MatchCandidate[]> {
  const text = parseText([...read.title].slice(0, MAX_TEXT_LENGTH).join(""));
  if (text === null) return [];
  const { lang, includeAdult } = query;
  const filter = { kind: read.type, years: read.year === null ? null : yearAround(Number(read.year)) };
  return toCandidates(await search({ ...UNPAGED, text, filter, lang, includeAdult }), query);
}

const isAdmissible = ({ read }: Reading, { type }: TitleRecord) => read.type === null || read.type === type;

/**
 * Chooses the title with the id, or else the best candidate. If the id belongs to a film and the name to an episode,
 * there is no match, because the name contradicts itself.
 */
function decide(name: NameLookups, { titles, searched }: LookupResults): Choice {
  const [{ read }] = name.readings;
  const ofKind = titles.filter(({ type }) => read.type === null || type === read.type);
  const title = ofKind.find((title) => fits(name, title)) ?? ofKind[0];
  if (title !== undefined) return { read, match: { title, confidence: 1 }, others: [], seasons: [] };
  const [first = { reading: name.readings[0], candidates: [] }, ...further] = searched;
  const choice = choose([first, ...further]);
  const contradicting = titles.filter(({ id }) => id !== choice.match?.title.id);
  return contradicting.length === 0 ? choice : withdrawMatch(choice, contradicting);
}

/** Returns true if the title has the same name or year as one of the readings. */
function fits({ readings }: NameLookups, { title, original_title, year }: TitleRecord): boolean {
  const names = [title, original_title].map(foldText);
  return readings.some(({ read }) => names.includes(foldText(read.title)) || read.year === year);
}

const foldText = (text: string) => fold(text).join(" ");

/** The maximum confidence of a search result if the id in the name belongs to another title. */
const MAX_IN_DOUBT = 0.5;

function withdrawMatch({ read, match, others }: Choice, titles: readonly TitleRecord[]): Choice {
  const likeliest = match === null ? [] : [match];
  const all = [...likeliest, ...titles.map((title) => ({ title, confidence: MAX_IN_DOUBT })), ...others];
  return {
    read,
    match: null,
    seasons: [],
    others: all.map(({ title, confidence }) => ({ title, confidence: Math.min(confidence, MAX_IN_DOUBT) })),
  };
}

function isAdmitted({ includeAdult }: MatchQuery, { is_adult }: TitleRecord): boolean {
  return includeAdult || is_adult === 0;
}

function toCandidates({ records, standing = [] }: SearchResults, query: MatchQuery): MatchCandidate[] {
  return records
    .map((record, at) => ({
      record,
      popularity: standing[at]?.[0] ?? null,
      isNamed: standing[at]?.[1] ?? false,
    }))
    .filter(({ record }) => isAdmitted(query, record));
}
