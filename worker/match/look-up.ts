/**
 * Looks up the title that a file name stands for. If the name contains an id, the title with that id is chosen,
 * unless the id belongs to a film and the name to an episode. Otherwise, all readings of the name are searched for.
 * If the source is our own database, all lookups run concurrently. With any other source, they run one by one until
 * the result is clear.
 */
import { yearAround } from "../contract/filter.ts";
import type { MatchQuery, ParsedName } from "../contract/matching.ts";
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
import { type Choice, choose, MIN_CONFIDENCE, type SearchedReading } from "./choose.ts";
import { readName } from "./name.ts";

interface NameLookups {
  readonly query: MatchQuery;
  readonly readings: readonly [ParsedName, ...ParsedName[]];
  readonly ids: readonly FindQuery[];
  readonly searches: readonly { readonly reading: ParsedName; readonly query: SearchQuery }[];
}

export interface NameSource {
  /** Whether the source is our own database, so that all lookups may run concurrently. */
  readonly isOwn: boolean;
  find(query: FindQuery): Promise<FindResponse | null>;
  title(query: TitleQuery): Promise<TitleRecord | null>;
  search(query: SearchQuery): Promise<SearchResults>;
}

interface SearchResults extends Pick<PageNotes, "standing"> {
  readonly records: readonly TitleRecord[];
}

type LookupResult =
  | { readonly kind: "title"; readonly record: TitleRecord | null }
  | (SearchedReading & { readonly kind: "search" });

/** Returns the title that a file name stands for, and other candidates. Throws a Problem. */
export async function chooseTitle(query: MatchQuery, source: NameSource): Promise<Choice> {
  const name = planLookups(query);
  const lookups = createLookups(name, source);
  if (source.isOwn) return decide(name, await Promise.all(lookups.map((lookUp) => lookUp())));
  const results: LookupResult[] = [];
  let choice = decide(name, results);
  for (const [at, lookUp] of lookups.entries()) {
    results.push(await lookUp());
    // If the name contains another id, the title with that id may fit the name better.
    if (at + 1 < name.ids.length && !listIdentified(results).some((title) => fits(name, title))) continue;
    choice = decide(name, results);
    if (choice.match !== null && choice.match.confidence >= MIN_CONFIDENCE) break;
  }
  return choice;
}

function planLookups(query: MatchQuery): NameLookups {
  const { readings, ids } = readName(query.name);
  const { lang, includeAdult } = query;
  const searches = readings.flatMap((reading) => {
    const text = parseText([...reading.title].slice(0, MAX_TEXT_LENGTH).join(""));
    if (text === null) return [];
    const years = reading.year === null ? null : yearAround(Number(reading.year));
    const filter = { kind: reading.type, years };
    return [{ reading, query: { ...UNPAGED, text, filter, lang, includeAdult } }];
  });
  return { query, readings, ids: ids.map((id) => ({ ...id, lang })), searches };
}

/** Returns the lookups in the order in which they should be tried. */
function createLookups(
  { query, ids, searches }: NameLookups,
  { find, title, search }: NameSource,
): (() => Promise<LookupResult>)[] {
  const identifying = ids.map((id) => async (): Promise<LookupResult> => {
    const identity = await find(id);
    const record = identity?.kind === "title" ? await title({ id: identity.id, lang: query.lang }) : null;
    return { kind: "title", record: record !== null && isAdmitted(query, record) ? record : null };
  });
  const searching = searches.map(({ reading, query: searchQuery }) => async (): Promise<LookupResult> => {
    return { kind: "search", reading, candidates: toCandidates(await search(searchQuery), query) };
  });
  return [...identifying, ...searching];
}

/**
 * Chooses the title with the id, or else the best search result. If the id belongs to a film and the name to an
 * episode, there is no match, because the name contradicts itself.
 */
function decide(name: NameLookups, results: readonly LookupResult[]): Choice {
  const [reading] = name.readings;
  const titles = listIdentified(results);
  const ofKind = titles.filter(({ type }) => reading.type === null || type === reading.type);
  const title = ofKind.find((title) => fits(name, title)) ?? ofKind[0];
  if (title !== undefined) return { read: reading, match: { title, confidence: 1 }, others: [] };
  const choice = choose(
    reading,
    results.filter((result) => result.kind === "search"),
  );
  const contradicting = titles.filter(({ id }) => id !== choice.match?.title.id);
  return contradicting.length === 0 ? choice : withdrawMatch(choice, contradicting);
}

function listIdentified(results: readonly LookupResult[]): TitleRecord[] {
  return results.flatMap((result) => (result.kind === "title" ? (result.record ?? []) : []));
}

/** Returns true if the title has the same name or year as one of the readings. */
function fits({ readings }: NameLookups, { title, original_title, year }: TitleRecord): boolean {
  const names = [title, original_title].map(foldText);
  return readings.some((reading) => names.includes(foldText(reading.title)) || reading.year === year);
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
    others: all.map(({ title, confidence }) => ({ title, confidence: Math.min(confidence, MAX_IN_DOUBT) })),
  };
}

function isAdmitted({ includeAdult }: MatchQuery, { is_adult }: TitleRecord): boolean {
  return includeAdult || is_adult === 0;
}

function toCandidates(
  { records, standing = [] }: SearchResults,
  query: MatchQuery,
): SearchedReading["candidates"] {
  return records
    .map((record, at) => ({
      record,
      popularity: standing[at]?.[0] ?? null,
      isNamed: standing[at]?.[1] ?? false,
    }))
    .filter(({ record }) => isAdmitted(query, record));
}
