/** The first round trip of a search: the most popular titles that match as typed, and how the text may be spelt. */
import type { SearchQuery } from "../../contract/query.ts";
import type { RankingContext } from "./comparison.ts";
import { narrowed, strict } from "./expressions.ts";
import type { Candidate } from "./match.ts";
import { OTHER } from "./names.ts";
import type { Reading } from "./reading.ts";
import { ask, type Spelling, spell } from "./spelling.ts";
import {
  type KeyRow,
  type NearRow,
  rowsOf,
  type Statements,
  type StateRow,
  stateOf,
  type WordRow,
} from "./statements.ts";
import type { Tolerance } from "./tolerance.ts";

/** Titles read of those that match as typed, the most popular: two rows each. */
const AS_TYPED = 200;

type Batch = (asked: D1PreparedStatement[]) => Promise<D1Result[]>;

export interface SearchServices {
  readonly asks: Statements;
  readonly batch: Batch;
  readonly tolerance: Tolerance;
}

export interface AsTyped {
  readonly query: SearchQuery;
  /** Of FTS5: the titles that match as typed, narrowed to what the filter admits. */
  readonly expression: string;
  readonly state: StateRow;
  /** By rank. */
  readonly candidates: ReadonlyMap<number, Candidate>;
  readonly context: RankingContext;
  readonly spelling: Spelling;
  /** The text is all of some title. */
  readonly isWhole: boolean;
  readonly matching: number;
  /** The rank of the last title that was read of those that match as typed; `null`: there are no more. */
  readonly last: number | null;
}

export async function asTyped(
  query: SearchQuery,
  reading: Reading,
  { asks, batch, tolerance }: SearchServices,
): Promise<AsTyped> {
  const { filter, includeAdult } = query;
  const expression = narrowed(strict(reading), filter, includeAdult);
  const questions = ask(reading);
  const [states, keys, matching, words, near] = await batch([
    asks.state(),
    asks.byKey(reading, filter, includeAdult),
    asks.matching(expression, AS_TYPED),
    asks.words(questions),
    asks.near(questions),
  ]);
  const state = stateOf(states);
  const whole = rowsOf<KeyRow>(keys);
  const matched = rowsOf<Candidate>(matching);
  const known = { size: state.titles, words: rowsOf<WordRow>(words), near: rowsOf<NearRow>(near) };
  const spelling = spell(reading, known, tolerance.similarity);
  return {
    query,
    expression,
    state,
    candidates: new Map([...whole, ...matched].map((row) => [row.rank, row])),
    context: {
      reading,
      size: state.titles,
      titlesWith: spelling.titlesWith,
      around: filter.years?.around ?? null,
    },
    spelling,
    isWhole: whole.some((row) => row.claim <= OTHER),
    matching: matched.length,
    last: matched[AS_TYPED - 1]?.rank ?? null,
  };
}
