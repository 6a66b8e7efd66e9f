/**
 * The text that a search was answered for, where words of it were taken for others. Accents, numerals, initials, words
 * joined or split, and the beginning of a last word are no corrections.
 */
import type { TitleRecord } from "../../contract/record.ts";
import { fold } from "./fold.ts";
import { placesIn } from "./match.ts";
import { PART_SEPARATOR } from "./names.ts";
import { compareWith } from "./ranking.ts";
import type { FirstRound, SecondRound } from "./search.ts";
import { AS_TYPED } from "./weights.ts";
import { wholeness } from "./wholeness.ts";

/** As the first title has it. `null`: that matches as typed, as far as it does. */
export function correctedText(
  { query: { text }, comparisons: [comparison] }: Pick<FirstRound, "query" | "comparisons">,
  { ranked: [best], records }: Pick<SecondRound, "ranked" | "records">,
): string | null {
  if (best === undefined || comparison === undefined) return null;
  const { candidate, match } = best;
  const { context } = comparison;
  const { searchText } = context;
  const words = match.form.split(" ").filter((word) => word !== PART_SEPARATOR);
  const asTyped = compareWith(context, AS_TYPED);
  const meant = new Map<string, string>();
  let isComplete = true;
  for (const [index, { at, span, similarity }] of placesIn(words, candidate, comparison).entries()) {
    const [piece, known = ""] = [searchText.pieces[index], words[at]];
    if (piece === undefined) continue;
    if (at < 0) isComplete &&= piece.optional;
    const isOneWord = span === 1 && similarity === comparison.compare(index, known);
    if (isOneWord && asTyped.compare(index, known) === 0) meant.set(piece.text, known);
  }
  const spell = speller(records.get(candidate.rank));
  const whole = wholeness({ searchText, words, year: candidate.year, trust: 0 });
  const isWholeAsTyped = whole >= Math.min(1, match.whole);
  if (!isComplete && !isWholeAsTyped) return words.map((word) => spell(word).toLowerCase()).join(" ");
  const read = text.replaceAll(WORD, (typed) => {
    const word = meant.get(fold(typed).join(""));
    if (word === undefined) return typed;
    return typed === typed.toLowerCase() ? spell(word).toLowerCase() : spell(word);
  });
  return read === text ? null : read;
}

const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

/** Folded words as the titles of a record spell them, with their accents. */
function speller(record: string | undefined): (word: string) => string {
  const { title = "", original_title: original = "" }: Partial<TitleRecord> = JSON.parse(record ?? "{}");
  const spelled = new Map(
    `${original} ${title}`.match(WORD)?.map((word) => [fold(word).join(""), word] as const),
  );
  return (word) => spelled.get(word) ?? word;
}
