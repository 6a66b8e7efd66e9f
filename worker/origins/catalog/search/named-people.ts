/**
 * Names in a search text: the people whom it may name, as typed or else with corrections, and the titles of theirs that
 * match the other words. Two people are titles that both worked on.
 *
 * Three round trips to D1, with a mistyped name four, and at most 1,000 rows: words of names, people with them, and 60 titles
 * of five people.
 */

import type { Relaxed } from "../../../contract/people.ts";
import type { SearchQuery } from "../../../contract/query.ts";
import type { CatalogReads } from "../statements.ts";
import type { PersonRow } from "../stored/filmography.ts";
import { FORM_SEPARATOR } from "../stored/names.ts";
import { fold } from "../text/fold.ts";
import { isAdded, isArticle } from "../text/words.ts";
import { align } from "./alignment.ts";
import { allOf, anyOf, quoted } from "./expressions.ts";
import { type Candidate, type Comparison, compareWith } from "./match.ts";
import { candidatesOf, parseName } from "./people-search.ts";
import { type Ranked, rank } from "./ranking.ts";
import { type Piece, parseSearchText, type SearchText } from "./search-text.ts";
import { type AlternativesOf, interpretSpelling, NO_ALTERNATIVES, vocabularyLookups } from "./spelling.ts";
import { AS_TYPED, FOR_ANSWERS, type Tolerance } from "./weights.ts";

/** Limits for the words that may be names, and for the people with two words and with one word of the text. */
const MAX_WORDS = 8;
const MAX_WITH_PAIR = 24;
const MAX_WITH_WORD = 6;
/** Limits for the people whose titles are read, and for the titles of each, the best known first. */
const MAX_PEOPLE = 5;
const MAX_TITLES = 60;
/** Titles in a response. */
export const MAX_FOUND = 20;

/** Words around names and titles, besides those that people add to titles. */
const LINKING = "movies films shows by with of from in starring directed director brothers".split(" ");
/** Up to this rank, a whole name stands for the person rather than for a title that lacks a word of the text. */
const WELL_KNOWN = 3_000;

export interface RelaxedOutcome extends Omit<Relaxed, "titles"> {
  /** Of the load. */
  readonly version: string;
  /** Records as JSON, the best first. */
  readonly records: readonly string[];
}

export interface TitlesOfPeople extends RelaxedOutcome {
  /** Whether the person is so well known that the name hardly stands for a title. */
  readonly isWellKnown: boolean;
}

/** The text read as names of one or two people and, unless `rest` is empty, the words of a title. */
interface Reading {
  readonly people: readonly PersonRow[];
  /** The pieces that belong to names. */
  readonly named: readonly Piece[];
  /** The other pieces, without fillers at either end. */
  readonly rest: readonly Piece[];
  /** Of the titles that all of the people worked on, the best known first. */
  readonly ranks: readonly number[];
}

interface Vocabulary {
  readonly version: string;
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
  const { readings, vocabulary } = await readNames(name, reads);
  return await titlesOf(readings, { query, vocabulary, reads });
}

/** The people whose names are in the text as typed, else with corrections. */
async function readNames(name: SearchText, { read, vocabulary, people }: CatalogReads) {
  const words = name.pieces.map(({ text }) => text);
  const named = (alternativesOf: AlternativesOf) =>
    expressions(name, alternativesOf).map(([expression, limit]) =>
      people.matching(expression, limit, MAX_TITLES),
    );
  const { rows, version, titles, gap } = await read(
    people.last(),
    ...people.vocabulary(vocabularyLookups(name)),
    ...vocabulary({ words, shortenings: [] }),
    ...named(() => NO_ALTERNATIVES),
  );
  const [[{ last } = { last: 0 }], nameWords, near, titleWords, _none, ...asTyped] = rows;
  const counts = new Map(titleWords.map((row) => [row.word, row.titles]));
  const found: Vocabulary = { version, size: titles, gap, titlesWith: (word) => counts.get(word) ?? 0 };
  const size = last / gap;
  const spelling = interpretSpelling(name, { size, words: nameWords, near }, FOR_ANSWERS.similarity);
  const context = { searchText: name, size, gap, titlesWith: spelling.titlesWith, around: null };
  const readingsOf = (people: readonly PersonRow[], tolerance: Tolerance) =>
    readingsFor(people, name, compareWith(context, tolerance));
  const typed = readingsOf(asTyped.flat(), AS_TYPED);
  const isMistyped = name.pieces.some((piece) => spelling.alternativesOfUnknown(piece).near.length > 0);
  if (typed.length > 0 || !isMistyped) return { readings: typed, vocabulary: found };
  const again = await read(...named(spelling.alternativesOfUnknown));
  return {
    readings: readingsOf(again.rows.flat(), FOR_ANSWERS),
    vocabulary: { ...found, version: again.version },
  };
}

/** People with two neighbouring words of the text, or with one; each expression with the number of people to read. */
function expressions({ pieces }: SearchText, alternativesOf: AlternativesOf): [string, number][] {
  const words = pieces.filter((piece) => !piece.unspaced && !isFiller(piece)).slice(0, MAX_WORDS);
  const term = (piece: Piece) => anyOf([piece.text, ...alternativesOf(piece).near].map(quoted));
  const pairs = words.slice(1).flatMap((right, at) => {
    const left = words[at] as Piece;
    return [allOf([term(left), term(right)]), quoted(left.text + right.text)];
  });
  const alone = words.map((word): [string, number] => [term(word), MAX_WITH_WORD]);
  return pairs.length === 0 ? alone : [[anyOf(pairs), MAX_WITH_PAIR], ...alone];
}

const isFiller = ({ text }: Piece) => isAdded(text) || isArticle(text) || LINKING.includes(text);

/** Those with the most words of names first, then the best known people. */
function readingsFor(
  people: readonly PersonRow[],
  { pieces }: SearchText,
  { compare }: Comparison,
): Reading[] {
  function reading(people: readonly PersonRow[], named: readonly Piece[]): Reading {
    const [first = [], ...others] = people.map(ranksOf);
    const ranks = first.filter((rank) => others.every((other) => other.includes(rank)));
    return { people, named, rest: withoutFillers(pieces.filter((piece) => !named.includes(piece))), ranks };
  }

  const single = candidatesOf(people).flatMap((person): Reading[] => {
    const forms = person.forms.split(FORM_SEPARATOR).map((form) => {
      const words = form.split(" ");
      const places = align(pieces, words, { compare, allowInitials: false });
      const named = pieces.filter((_, at) => (places[at]?.at ?? -1) >= 0);
      return { named, isSurname: places.some(({ at, span }) => at >= 0 && at + span === words.length) };
    });
    const { named, isSurname } = forms.reduce((one, other) =>
      other.named.length > one.named.length ? other : one,
    );
    const first = pieces.indexOf(named[0] as Piece);
    const isTogether = named.every((piece, at) => pieces[first + at] === piece);
    const found = reading([person], named);
    const isName = named.length > 1 || isSurname || found.rest.length > 0;
    return named.length > 0 && isTogether && isName ? [found] : [];
  });
  const likely = single.sort(byLikelihood).slice(0, MAX_PEOPLE);
  const pairs = likely.flatMap((one, at) =>
    likely.slice(at + 1).flatMap((other): Reading[] => {
      if (one.named.some((piece) => other.named.includes(piece))) return [];
      const both = reading([...one.people, ...other.people], [...one.named, ...other.named]);
      return both.ranks.length === 0 ? [] : [both];
    }),
  );
  return [...likely, ...pairs].sort(byLikelihood);
}

function byLikelihood(one: Reading, other: Reading): number {
  const rankOf = ({ people: [person] }: Reading) => person?.rank ?? 0;
  return other.named.length - one.named.length || rankOf(one) - rankOf(other);
}

/** Without fillers at either end. */
export function withoutFillers(pieces: readonly Piece[]): readonly Piece[] {
  const start = pieces.findIndex((piece) => !isFiller(piece));
  return start < 0 ? [] : pieces.slice(start, pieces.findLastIndex((piece) => !isFiller(piece)) + 1);
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
  readings: readonly Reading[],
  services: TitleServices,
): Promise<TitlesOfPeople | null> {
  const { query, vocabulary, reads } = services;
  if (readings.length === 0) return null;
  const { kind, years } = query.filter;
  const ranks = [...new Set(readings.flatMap((reading) => reading.ranks))];
  const { rows, version } = await reads.read(
    reads.query<Candidate>(
      CANDIDATES,
      JSON.stringify(ranks),
      years?.first ?? null,
      years?.last ?? null,
      kind,
    ),
  );
  const candidates = new Map(rows[0].map((row) => [row.rank, row]));
  const compared = readings.map((reading) => {
    const own = reading.ranks.flatMap((rank) => candidates.get(rank) ?? []);
    return { reading, own, ranked: rankedBy(reading, own, services) };
  });
  const chosen = chosenOf(compared.filter(({ own }) => own.length > 0));
  if (chosen === undefined) return null;
  const { reading, own, ranked } = chosen;
  const titles = ranked.length > 0 ? ranked.map(({ candidate }) => candidate) : own;
  const { rows: found, ...again } = await reads.read(
    reads.records(
      query.lang,
      titles.slice(0, MAX_FOUND).map(({ rank }) => rank),
    ),
  );
  // A load that finished in between has reassigned the ranks.
  if (again.version !== version || version !== vocabulary.version) return await titlesOfPeople(query, reads);
  const words = asTyped(query.text, reading.rest);
  return {
    people: reading.people.map(({ id, name, profile_path }) => ({
      id,
      name,
      profile_path: profile_path || null,
    })),
    kept: ranked.length > 0 ? words : "",
    omitted: ranked.length > 0 ? "" : words,
    isWellKnown: reading.people.every(({ rank }) => rank / vocabulary.gap <= WELL_KNOWN),
    records: found[0].map(({ record }) => record),
    version,
  };
}

interface Compared {
  readonly reading: Reading;
  readonly own: readonly Candidate[];
  readonly ranked: readonly Ranked[];
}

/** Every word first, then the best match, then the titles of a whole name. `compared`: the likeliest reading first. */
function chosenOf(compared: readonly Compared[]): Compared | undefined {
  const whole = compared.find(({ reading }) => reading.rest.length === 0);
  const matched = compared.filter(({ ranked }) => ranked.length > 0);
  const coveredBy = ({ ranked: [best] }: Compared) => best?.match.covered ?? 0;
  const scoreOf = ({ ranked: [best] }: Compared) => best?.score ?? 0;
  const [best] = matched.sort(
    (one, other) => coveredBy(other) - coveredBy(one) || scoreOf(other) - scoreOf(one),
  );
  return whole ?? best ?? compared.find(({ reading }) => reading.named.length > 1);
}

/** The last of them may be cut off. */
function ranksOf({ known_for }: PersonRow): number[] {
  return known_for.split(",").slice(0, MAX_TITLES).map(Number);
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

const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

/** The words of the text that have these pieces. */
export function asTyped(text: string, pieces: readonly Piece[]): string {
  const kept = new Set(pieces.map((piece) => piece.text));
  const words = text.match(WORD)?.filter((word) => fold(word).some((folded) => kept.has(folded)));
  return words?.join(" ") ?? "";
}
