/**
 * Names in a search text: the people whom it may name, as typed or else with corrections, and the titles of theirs that
 * match the other words. Two people are titles that both worked on.
 *
 * Three round trips to D1, four if no name has two words as typed, and at most 1,000 rows: words of names, people with
 * them, and 60 titles of five people, or of ten with corrections.
 */

import type { Relaxed } from "../../../contract/people.ts";
import type { SearchQuery } from "../../../contract/query.ts";
import type { CatalogReads } from "../statements.ts";
import type { PersonRow } from "../stored/filmography.ts";
import { fold } from "../text/fold.ts";
import { type Candidate, compareWith } from "./match.ts";
import { expressions, MAX_TITLES, type Reading, readingsFor } from "./name-readings.ts";
import { parseName } from "./people-search.ts";
import { type Ranked, rank } from "./ranking.ts";
import { type Piece, parseSearchText, type SearchText, WORD } from "./search-text.ts";
import { type AlternativesOf, interpretSpelling, NO_ALTERNATIVES, vocabularyLookups } from "./spelling.ts";
import { AS_TYPED, FOR_ANSWERS, type Tolerance } from "./weights.ts";

/** Titles in a response. */
export const MAX_FOUND = 20;

/** Up to this rank, a whole name stands for the person rather than for a title that lacks a word of the text. */
const WELL_KNOWN = 3_000;
/** A surname in a larger share of the titles is a word like any other, unless the rest of the text is a title of the person. */
const COMMON = 0.001;
const MIN_COMMON = 3;

export interface RelaxedOutcome extends Omit<Relaxed, "titles"> {
  /** Records as JSON, the best first. */
  readonly records: readonly string[];
}

interface TitlesOfPeople extends RelaxedOutcome {
  /** Whether the person is so well known that the name hardly stands for a title. */
  readonly isWellKnown: boolean;
}

interface Vocabulary {
  /** Number of titles in the catalog. */
  readonly size: number;
  readonly titlesWith: (word: string) => number;
  /** Between the ranks of neighbours. */
  readonly gap: number;
}

/** `null`: the text names nobody, or nobody with titles that the filter admits. */
export async function titlesOfPeople(
  query: SearchQuery,
  reads: CatalogReads,
): Promise<TitlesOfPeople | null> {
  const name = parseName(query.text);
  if (name === null || name.pieces.length < 2) return null;
  const { vocabulary, ...readings } = await readNames(name, reads);
  return await titlesOf(readings, { query, vocabulary, reads });
}

/** The people whose names are in the text as typed, else with corrections. */
async function readNames(name: SearchText, { read, vocabulary, people }: CatalogReads) {
  const words = name.pieces.map(({ text }) => text);
  const named = (alternativesOf: AlternativesOf) =>
    expressions(name, alternativesOf).map(([expression, limit]) =>
      people.matching(expression, limit, MAX_TITLES),
    );
  const { rows, titles, gap } = await read(
    people.last(),
    ...people.vocabulary(vocabularyLookups(name)),
    ...vocabulary({ words, shortenings: [] }),
    ...named(() => NO_ALTERNATIVES),
  );
  const [[{ last } = { last: 0 }], nameWords, near, titleWords, _none, ...asTyped] = rows;
  const counts = new Map(titleWords.map((row) => [row.word, row.titles]));
  const found: Vocabulary = { size: titles, gap, titlesWith: (word) => counts.get(word) ?? 0 };
  const size = last / gap;
  const spelling = interpretSpelling(name, { size, words: nameWords, near }, FOR_ANSWERS.similarity);
  const context = { searchText: name, size, gap, titlesWith: spelling.titlesWith, around: null };
  const readingsOf = (people: readonly PersonRow[], tolerance: Tolerance) =>
    readingsFor(people, name, compareWith(context, tolerance));
  const typed = readingsOf(asTyped.flat(), AS_TYPED);
  const isClear = typed.some(({ people, named }) => named.length > people.length);
  const isMistyped = name.pieces.some((piece) => spelling.alternativesOf(piece).near.length > 0);
  if (isClear || !isMistyped) return { typed, corrected: [], vocabulary: found };
  const again = await read(...named(spelling.alternativesOf));
  return {
    typed,
    corrected: readingsOf(again.rows.flat(), FOR_ANSWERS).filter(({ named }) => named.length > 1),
    vocabulary: found,
  };
}

interface Readings {
  readonly typed: readonly Reading[];
  /** Each has a word as typed, or all words of a name. */
  readonly corrected: readonly Reading[];
}

interface TitleServices {
  readonly query: SearchQuery;
  readonly vocabulary: Vocabulary;
  readonly reads: CatalogReads;
}

const CANDIDATES = `
  SELECT candidate.rank, forms, year
  FROM json_each(?1) AS asked CROSS JOIN catalog_candidate AS candidate ON candidate.rank = asked.value
  WHERE is_adult = 0 AND (?2 IS NULL OR (year > 0 AND year BETWEEN ?2 AND ?3)) AND (?4 IS NULL OR candidate.type = ?4)`;

/** The titles of the people that match the rest of the text best; all titles of a whole name if none does. */
async function titlesOf(
  { typed, corrected }: Readings,
  services: TitleServices,
): Promise<TitlesOfPeople | null> {
  const { query, vocabulary, reads } = services;
  const readings = [...typed, ...corrected];
  if (readings.length === 0) return null;
  const { kind, years } = query.filter;
  const ranks = [...new Set(readings.flatMap((reading) => reading.ranks))];
  const { rows } = await reads.read(
    reads.query<Candidate>(
      CANDIDATES,
      JSON.stringify(ranks),
      years?.first ?? null,
      years?.last ?? null,
      kind,
    ),
  );
  const candidates = new Map(rows[0].map((row) => [row.rank, row]));
  const compare = (reading: Reading): Compared => {
    const all = reading.ranks.flatMap((rank) => candidates.get(rank) ?? []);
    const own = reading.year === null ? all : all.filter(({ year }) => year === reading.year);
    return { reading, own, ranked: rankedBy(reading, own, services) };
  };
  const chosen = chosenOf(typed.map(compare), vocabulary) ?? chosenOf(corrected.map(compare), vocabulary);
  if (chosen === undefined) return null;
  const { reading, own, ranked } = chosen;
  const titles = ranked.length > 0 ? ranked.map(({ candidate }) => candidate) : own;
  const { rows: found } = await reads.read(
    reads.records(
      query.lang,
      titles.slice(0, MAX_FOUND).map(({ rank }) => rank),
    ),
  );
  const isMatched = ranked.length > 0 || reading.rest.length === 0;
  const words = asTyped(query.text, reading.rest);
  const year = reading.year === null ? "" : String(reading.year);
  return {
    people: reading.people.map(({ id, name, profile_path }) => ({
      id,
      name,
      profile_path: profile_path || null,
    })),
    kept: [isMatched ? words : "", year].filter((part) => part !== "").join(" "),
    omitted: isMatched ? "" : words,
    isWellKnown: isWellKnown(reading, vocabulary),
    records: found[0].map(({ record }) => record),
  };
}

interface Compared {
  readonly reading: Reading;
  readonly own: readonly Candidate[];
  readonly ranked: readonly Ranked[];
}

/** Every word first, then the best match, then the titles of a whole name. `all`: the likeliest reading first. */
function chosenOf(all: readonly Compared[], vocabulary: Vocabulary): Compared | undefined {
  const compared = all.filter(({ own }) => own.length > 0);
  const whole = compared.find(
    ({ reading }) => reading.rest.length === 0 && isUnmistakable(reading, vocabulary),
  );
  const matched = compared.filter(({ ranked }) => ranked.length > 0);
  const coveredBy = ({ ranked: [best] }: Compared) => best?.match.covered ?? 0;
  const scoreOf = ({ ranked: [best] }: Compared) => best?.score ?? 0;
  const [best] = matched.sort(
    (one, other) => coveredBy(other) - coveredBy(one) || scoreOf(other) - scoreOf(one),
  );
  return whole ?? best ?? compared.find(({ reading }) => reading.named.length > 1);
}

/** Several words of names, or the surname of a well-known person that hardly any title has. */
function isUnmistakable(reading: Reading, vocabulary: Vocabulary): boolean {
  const [piece, ...others] = reading.named;
  if (piece === undefined || others.length > 0) return true;
  const most = Math.max(MIN_COMMON, vocabulary.size * COMMON);
  return isWellKnown(reading, vocabulary) && vocabulary.titlesWith(piece.text) <= most;
}

function isWellKnown({ people }: Reading, { gap }: Vocabulary): boolean {
  return people.every(({ rank }) => rank / gap <= WELL_KNOWN);
}

function rankedBy(
  { rest }: Reading,
  own: readonly Candidate[],
  { query, vocabulary: { size, gap, titlesWith } }: TitleServices,
): Ranked[] {
  const searchText = parseSearchText(rest.map(({ text }) => text).join(" "));
  if (searchText === null) return [];
  const around = query.filter.years?.around ?? null;
  return rank(own, compareWith({ searchText, size, gap, titlesWith, around }, FOR_ANSWERS));
}

/** The words of the text that have these pieces. */
export function asTyped(text: string, pieces: readonly Piece[]): string {
  const kept = new Set(pieces.map((piece) => piece.text));
  const words = text.match(WORD)?.filter((word) => fold(word).some((folded) => kept.has(folded)));
  return words?.join(" ") ?? "";
}
