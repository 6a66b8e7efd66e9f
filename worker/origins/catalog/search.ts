/**
 * A search in two round trips to D1. The first asks for titles that match as typed and
 * for the words of the catalog near the typed ones; the second for what those words
 * lead to, where the first was not enough, and for the records of the answer.
 */
import type { SearchQuery } from "../../contract/query.ts";
import type { RankingContext } from "./comparison.ts";
import * as expressions from "./expressions.ts";
import type { Candidate } from "./match.ts";
import { OTHER } from "./names.ts";
import { type Ranked, rank } from "./ranking.ts";
import { type Reading, readText } from "./reading.ts";
import { ask, type Spelling, spell } from "./spelling.ts";
import type {
  CandidateRecordRow,
  KeyRow,
  NearRow,
  RankedRecordRow,
  StateRow,
  statements,
  WordRow,
} from "./statements.ts";
import type { Tolerance } from "./tolerance.ts";

/** Candidates read a search. Each costs two rows; together they stay below 3,000 rows. */
const AS_TYPED = 200;
const FURTHER_IN = 600;
const CORRECTED = 80;
const WITH_LESS = 60;
const INITIALS = 10;
/** With so many titles that match as typed, nobody meant to leave a word out. */
const ENOUGH = 5;

export interface Found {
  readonly state: StateRow;
  readonly ranked: readonly Ranked[];
  /** Records of all titles before `end`, by rank. */
  readonly records: ReadonlyMap<number, string>;
  readonly how: string;
}

type Statements = ReturnType<typeof statements>;
type Batch = (asked: D1PreparedStatement[]) => Promise<D1Result[]>;

interface Services {
  readonly asks: Statements;
  readonly batch: Batch;
  readonly tolerance: Tolerance;
}

/** The titles found, and records for the first `end` of them. `null`: nothing in the text can be searched for. */
export async function search(query: SearchQuery, end: number, services: Services): Promise<Found | null> {
  const reading = readText(query.text);
  if (reading === null) return null;
  const first = await asTyped(query, reading, end, services);
  const second = await asMeant(query, reading, end, first, services);
  // A load that ended between the two gave the ranks to other titles.
  return second.state.version === first.state.version ? second : search(query, end, services);
}

interface AsTyped {
  readonly state: StateRow;
  readonly candidates: Map<number, Candidate>;
  readonly spelling: Spelling;
  readonly isWhole: boolean;
  readonly matching: number;
}

async function asTyped(
  query: SearchQuery,
  reading: Reading,
  end: number,
  { asks, batch, tolerance }: Services,
): Promise<AsTyped> {
  const { filter, includeAdult } = query;
  const questions = ask(reading);
  const expression = expressions.narrowed(expressions.strict(reading), filter, includeAdult);
  const [states, keys, matching, words, near] = await batch([
    asks.state(),
    asks.byKey(reading, filter, includeAdult),
    asks.matching(expression, end > AS_TYPED / 2 ? FURTHER_IN : AS_TYPED),
    asks.words(questions),
    asks.near(questions),
  ]);
  const state = stateOf(states);
  const whole = rowsOf<KeyRow>(keys);
  const matched = rowsOf<Candidate>(matching);
  return {
    state,
    candidates: new Map([...whole, ...matched].map((row) => [row.rank, row])),
    spelling: spell(
      reading,
      { size: state.titles, words: rowsOf<WordRow>(words), near: rowsOf<NearRow>(near) },
      tolerance.similarity,
    ),
    isWhole: whole.some((row) => row.claim <= OTHER),
    matching: matched.length,
  };
}

async function asMeant(
  query: SearchQuery,
  reading: Reading,
  end: number,
  { state, candidates, spelling, isWhole, matching }: AsTyped,
  { asks, batch, tolerance }: Services,
): Promise<Found> {
  const { filter, includeAdult, lang } = query;
  const context: RankingContext = {
    reading,
    size: state.titles,
    titlesWith: spelling.titlesWith,
    around: filter.years?.around ?? null,
  };
  const likely = rank(candidates.values(), context, tolerance).slice(0, end);
  const wider = isWhole ? [] : widerExpressions(reading, spelling, matching);
  const [states, records, ...found] = await batch([
    asks.state(),
    asks.records(
      lang,
      likely.map(({ candidate }) => candidate.rank),
    ),
    ...wider.map(([expression, limit]) =>
      asks.matchingRecords(lang, expressions.narrowed(expression, filter, includeAdult), limit),
    ),
  ]);
  const further = found.flatMap((result) => rowsOf<CandidateRecordRow>(result));
  for (const row of further) candidates.set(row.rank, row);
  return {
    state: stateOf(states),
    ranked: rank(candidates.values(), context, tolerance),
    records: new Map([...rowsOf<RankedRecordRow>(records), ...further].map((row) => [row.rank, row.record])),
    how: isWhole ? "whole title" : wider.length > 1 ? "with less" : "corrected",
  };
}

/** What may be meant where the text is not a whole title, each with how many candidates it may bring. */
function widerExpressions(reading: Reading, spelling: Spelling, matching: number): [string, number][] {
  const terms = expressions.terms(reading, spelling.alternativesOf);
  const wider: [string, number][] = [];
  if (terms.length > 0) wider.push([expressions.corrected(terms, spelling.joins), CORRECTED]);
  if (matching >= ENOUGH) return wider;
  const meant = terms.filter(({ piece }) => !piece.added && (piece.unspaced || spelling.isKnown(piece)));
  if (meant.length < terms.length) {
    if (meant.length > 0) wider.push([expressions.corrected(meant, []), WITH_LESS]);
  } else {
    // Each costs as much again as all of them, so that only what is no word may be another.
    const less = expressions.allButOne(expressions.terms(reading, spelling.alternativesOfUnknown));
    if (less !== null) wider.push([less, WITH_LESS]);
  }
  const initials = expressions.initials(reading);
  if (initials !== null) wider.push([initials, INITIALS]);
  return wider;
}

export function stateOf(result: D1Result | undefined): StateRow {
  return rowsOf<StateRow>(result)[0] ?? { version: "", titles: 0 };
}

function rowsOf<Row>(result: D1Result | undefined): Row[] {
  return (result?.results ?? []) as Row[];
}
