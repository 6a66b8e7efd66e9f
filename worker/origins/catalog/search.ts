/**
 * A search in two round trips to D1. The first asks for titles that match as typed and
 * for the words of the catalog near the typed ones; the second for what those words
 * lead to, where the first was not enough, and for the records of the answer. A page that
 * these do not fill takes a third, for less popular titles.
 *
 * Promises: the order of the titles depends on the text, the filter and the catalog, never
 * on the page or its limit.
 */
import type { SearchQuery } from "../../contract/query.ts";
import { narrowed } from "./expressions.ts";
import { type Ranked, rank } from "./ranking.ts";
import { readText } from "./reading.ts";
import {
  type CandidateRecordRow,
  type RankedRecordRow,
  rowsOf,
  type StateRow,
  stateOf,
} from "./statements.ts";
import { type AsTyped, asTyped, type SearchServices } from "./typed.ts";
import { MOST_WIDER, widerExpressions } from "./wider.ts";

/** Titles read of the less popular ones, for a page further in. */
const FURTHER = 400;

/** The titles of a page: from one place in the order up to another. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Found {
  readonly state: StateRow;
  /** The order, from its beginning to beyond the end of the page where there are as many titles. */
  readonly ranked: readonly Ranked[];
  /** Records of all titles of the page, by rank. */
  readonly records: ReadonlyMap<number, string>;
  readonly how: string;
}

/** The titles found, and records for those of the page. `null`: nothing in the text can be searched for. */
export async function search(
  query: SearchQuery,
  span: Span,
  services: SearchServices,
): Promise<Found | null> {
  const reading = readText(query.text);
  if (reading === null) return null;
  const typed = await asTyped(query, reading, services);
  const meant = await asMeant(typed, span, services);
  const isShort = typed.last !== null && meant.ranked.length <= span.end;
  const found = isShort ? await furtherIn(typed, meant, services) : meant;
  // A load that ended in between gave the ranks to other titles.
  return found.state.version === typed.state.version ? found : search(query, span, services);
}

async function asMeant(
  { query, context, candidates, spelling, isWhole, matching }: AsTyped,
  { start, end }: Span,
  { asks, batch, tolerance }: SearchServices,
): Promise<Found> {
  const { filter, includeAdult, lang } = query;
  const wider = isWhole ? [] : widerExpressions(context.reading, spelling, matching);
  // Each title that is added here moves others down by one place.
  const likely = rank(candidates.values(), context, tolerance).slice(Math.max(0, start - MOST_WIDER), end);
  const [states, records, ...found] = await batch([
    asks.state(),
    asks.records(
      lang,
      likely.map(({ candidate }) => candidate.rank),
    ),
    ...wider.map(([expression, limit]) =>
      asks.matchingRecords(lang, narrowed(expression, filter, includeAdult), { limit }),
    ),
  ]);
  const further = found.flatMap((result) => rowsOf<CandidateRecordRow>(result));
  const all = new Map([...candidates, ...further.map((row) => [row.rank, row] as const)]);
  return {
    state: stateOf(states),
    ranked: rank(all.values(), context, tolerance),
    records: recordsOf([...rowsOf<RankedRecordRow>(records), ...further]),
    how: isWhole ? "whole title" : wider.length > 1 ? "with less" : "corrected",
  };
}

/**
 * The less popular of the titles that match as typed come after all others. Ranked among them, they
 * would move titles that an earlier page has given.
 */
async function furtherIn(
  { query, context, expression, last }: AsTyped,
  meant: Found,
  { asks, batch, tolerance }: SearchServices,
): Promise<Found> {
  const [states, matching] = await batch([
    asks.state(),
    asks.matchingRecords(query.lang, expression, { limit: FURTHER, after: last ?? 0 }),
  ]);
  const placed = new Set(meant.ranked.map(({ candidate }) => candidate.rank));
  const further = rowsOf<CandidateRecordRow>(matching).filter((row) => !placed.has(row.rank));
  return {
    ...meant,
    state: stateOf(states),
    ranked: [...meant.ranked, ...rank(further, context, tolerance)],
    records: new Map([...meant.records, ...recordsOf(further)]),
  };
}

function recordsOf(rows: readonly RankedRecordRow[]): Map<number, string> {
  return new Map(rows.map((row) => [row.rank, row.record]));
}
