/**
 * Looks a name up in a source. An id in the name decides alone, unless it is a film's in the name of an episode; otherwise each
 * reading of the name is a search. Our own database is asked for everything at once. With any other source, a lookup is only
 * made if no earlier one decides.
 */
import { yearAround } from "../contract/filter.ts";
import type { MatchQuery, ParsedName } from "../contract/matching.ts";
import type { FindAnswer } from "../contract/people.ts";
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
import { type Choice, choose, MIN_CONFIDENCE, type Searched } from "./choose.ts";
import { readName } from "./name.ts";

/** The lookups for a name. */
interface WantedName {
  readonly query: MatchQuery;
  /** At least one. */
  readonly readings: readonly [ParsedName, ...ParsedName[]];
  readonly ids: readonly FindQuery[];
  readonly searches: readonly { readonly reading: ParsedName; readonly query: SearchQuery }[];
}

/** The source in which a name is looked up. */
export interface NameSource {
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

/** Returns the title that a name means, if any. Throws a Problem. */
export async function chooseTitle(query: MatchQuery, source: NameSource): Promise<Choice> {
  const name = wantedFor(query);
  const lookups = lookupsFor(name, source);
  if (source.isOwn) return decide(name, await Promise.all(lookups.map((lookUp) => lookUp())));
  const results: LookupResult[] = [];
  let choice = decide(name, results);
  for (const [at, lookUp] of lookups.entries()) {
    results.push(await lookUp());
    // The next id may identify a title that fits the name better.
    if (at + 1 < name.ids.length && !identified(results).some((title) => fits(name, title))) continue;
    choice = decide(name, results);
    if (choice.match !== null && choice.match.confidence >= MIN_CONFIDENCE) break;
  }
  return choice;
}

function wantedFor(query: MatchQuery): WantedName {
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

/**
 * Chooses the title that an id identifies, otherwise the best match of the searches. If an id identifies a title of the other
 * kind, the name contradicts itself and nothing is certain.
 */
function decide(name: WantedName, results: readonly LookupResult[]): Choice {
  const [reading] = name.readings;
  const titles = identified(results);
  const ofKind = titles.filter(({ type }) => reading.type === null || type === reading.type);
  const title = ofKind.find((title) => fits(name, title)) ?? ofKind[0];
  if (title !== undefined) return { read: reading, match: { title, confidence: 1 }, others: [] };
  const choice = choose(
    reading,
    results.filter((result) => result.kind === "search"),
  );
  const contradicting = titles.filter(({ id }) => id !== choice.match?.title.id);
  return contradicting.length === 0 ? choice : doubt(choice, contradicting);
}

function identified(results: readonly LookupResult[]): TitleRecord[] {
  return results.flatMap((result) => (result.kind === "title" ? (result.record ?? []) : []));
}

/** Returns true if the title has the name or the year of a reading. */
function fits({ readings }: WantedName, { title, original_title, year }: TitleRecord): boolean {
  const names = [title, original_title].map(foldedText);
  return readings.some((reading) => names.includes(foldedText(reading.title)) || reading.year === year);
}

const foldedText = (text: string) => fold(text).join(" ");

/** No one of two titles that contradict each other is likelier than this. */
const MAX_IN_DOUBT = 0.5;

function doubt({ read, match, others }: Choice, titles: readonly TitleRecord[]): Choice {
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

function candidatesOf({ records, standing = [] }: SearchResults, query: MatchQuery): Searched["candidates"] {
  return records
    .map((record, at) => ({ record, known: standing[at]?.[0] ?? null, isNamed: standing[at]?.[1] ?? false }))
    .filter(({ record }) => isAdmitted(query, record));
}
