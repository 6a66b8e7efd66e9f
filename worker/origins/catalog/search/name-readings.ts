/** Which people a search text may name, and by which of its words. Pure. */
import type { PersonRow } from "../stored/filmography.ts";
import { FORM_SEPARATOR } from "../stored/names.ts";
import { isAdded, isArticle, isEveryday } from "../text/words.ts";
import { align, isAsTyped } from "./alignment.ts";
import { allOf, anyOf, quoted } from "./expressions.ts";
import type { Comparison } from "./match.ts";
import { candidatesOf } from "./people-search.ts";
import type { Piece, SearchText } from "./search-text.ts";
import type { AlternativesOf } from "./spelling.ts";

/** Limits for the words that may be names, and for the people with two words and with one word of the text. */
const MAX_WORDS = 8;
const MAX_WITH_PAIR = 24;
const MAX_WITH_WORD = 6;
/** Limits for the people whose titles are read, and for the titles of each, the best known first. */
const MAX_PEOPLE = 5;
export const MAX_TITLES = 60;

/** Words around names and titles, besides those that people add to titles. */
const LINKING =
  "movies films shows by with of from in starring directed director actor actors actress actresses brothers".split(
    " ",
  );

/** The text read as names of one or two people and, unless `rest` is empty, the words of a title. */
export interface Reading {
  readonly people: readonly PersonRow[];
  /** The pieces that belong to names. */
  readonly named: readonly Piece[];
  /** The other pieces, without fillers at either end. */
  readonly rest: readonly Piece[];
  /** Of the titles; `null`: any. */
  readonly year: number | null;
  /** Of the titles that all of the people worked on, the best known first. */
  readonly ranks: readonly number[];
}

/** People with two neighbouring words of the text, or with one; each expression with the number of people to read. */
export function expressions({ pieces }: SearchText, alternativesOf: AlternativesOf): [string, number][] {
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
const isTelling = (piece: Piece) => !isFiller(piece) && !isEveryday(piece.text);

/** Those with the most words of names first, then the best known people. */
export function readingsFor(
  people: readonly PersonRow[],
  { pieces }: SearchText,
  { compare }: Comparison,
): Reading[] {
  /** A year beside names is the year of the titles, or the name of one. */
  function readings(people: readonly PersonRow[], named: readonly Piece[]): Reading[] {
    const [first = [], ...others] = people.map(ranksOf);
    const ranks = first.filter((rank) => others.every((other) => other.includes(rank)));
    const other = pieces.filter((piece) => !named.includes(piece));
    const reading = { people, named, ranks, rest: withoutFillers(other), year: null };
    const year = other.find((piece) => piece.year !== null);
    if (year === undefined) return [reading];
    const rest = withoutFillers(other.filter((piece) => piece !== year));
    return [{ ...reading, rest, year: year.year }, reading];
  }

  const single = candidatesOf(people).flatMap((person): Reading[] => {
    const named = person.forms
      .split(FORM_SEPARATOR)
      .map((form, at) => namedBy(form.split(" "), at === 0))
      .reduce((one, other) => (other.length > one.length ? other : one));
    return named.length === 0 ? [] : readings([person], named);
  });

  /** The pieces that stand for this name; empty: none do. */
  function namedBy(words: readonly string[], isDisplayName: boolean): readonly Piece[] {
    const places = align(pieces, words, { compare, allowInitials: false });
    const placed = pieces.flatMap((piece, index) => {
      const place = places[index];
      if (place === undefined || place.at < 0) return [];
      const isExact = isAsTyped(place);
      return isExact || isTelling(piece) ? [{ piece, isExact, end: place.at + place.span }] : [];
    });
    const named = placed.map(({ piece }) => piece);
    const first = pieces.indexOf(named[0] as Piece);
    const isTogether = named.every((piece, at) => pieces[first + at] === piece);
    const isSurname = placed.every(({ isExact, end }) => isExact && end === words.length);
    const isName =
      placed.filter(({ piece }) => !isFiller(piece)).length > 1
        ? placed.some(({ piece, isExact }) => isExact && !isFiller(piece)) || named.length === words.length
        : isDisplayName && isSurname;
    return isTogether && isName && named.some(isTelling) ? named : [];
  }

  const likely = single.sort(byLikelihood).slice(0, MAX_PEOPLE);
  const pairs = likely.flatMap((one, at) =>
    likely.slice(at + 1).flatMap((other): Reading[] => {
      if (one.named.some((piece) => other.named.includes(piece))) return [];
      const both = readings([...one.people, ...other.people], [...one.named, ...other.named]);
      return both.filter(({ ranks }) => ranks.length > 0);
    }),
  );
  return [...likely, ...pairs].sort(byLikelihood);
}

/** One person with several words is likelier than several people with a word each. */
function byLikelihood(one: Reading, other: Reading): number {
  const rankOf = ({ people: [person] }: Reading) => person?.rank ?? 0;
  return (
    other.named.length - one.named.length ||
    one.people.length - other.people.length ||
    rankOf(one) - rankOf(other)
  );
}

/** Without fillers at either end. */
export function withoutFillers(pieces: readonly Piece[]): readonly Piece[] {
  const start = pieces.findIndex((piece) => !isFiller(piece));
  return start < 0 ? [] : pieces.slice(start, pieces.findLastIndex((piece) => !isFiller(piece)) + 1);
}

/** The last of them may be cut off. */
function ranksOf({ known_for }: PersonRow): number[] {
  return known_for.split(",").slice(0, MAX_TITLES).map(Number);
}
