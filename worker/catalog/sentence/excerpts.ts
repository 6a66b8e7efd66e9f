/** Finds the sentence of a plot that matches a query, to show why a title was found. */

import type { TitleRecord } from "../../contract/record.ts";
import { plotWords } from "../store/plot-words.ts";
import type { RecordRow } from "../store/rows.ts";

/** The maximum numbers of letters before the first matching word that is shown, and from it. */
const MAX_BEFORE = 24;
const MAX_LENGTH = 200;
/** The distance in letters within which matching words are counted, to find the place with the most. */
const MAX_APART = 80;
/** The maximum number of matching words that are counted, so that a plot of nothing else takes no longer. */
const MAX_COUNTED = 40;
const SENTENCE = /[^.!?。！？]+(?:[.!?。！？]+["”’')\]]*(?=\s|$|[^\s\w])|$)/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the best sentence of each plot, divided so that every second piece is a matching word, by title id. */
export function findExcerpts(
  rows: readonly RecordRow[],
  stems: ReadonlySet<string>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    rows.flatMap(({ record }) => {
      const { id, plot }: TitleRecord = JSON.parse(record);
      const excerpt = findExcerpt(plot, stems);
      return excerpt === null ? [] : [[id, excerpt]];
    }),
  );
}

/** Returns the sentence with the most matching words, or `null` if there is none. */
export function findExcerpt(plot: string, stems: ReadonlySet<string>): readonly string[] | null {
  const sentences = (plot.match(SENTENCE) ?? []).map((sentence) => markWords(sentence.trim(), stems));
  const [best] = sentences.toSorted((one, other) => other.length - one.length);
  return best === undefined || best.length < 2 ? null : shorten(best);
}

/** Divides a sentence, so that every second piece is a word with one of the stems. */
function markWords(sentence: string, stems: ReadonlySet<string>): string[] {
  const divided: string[] = [];
  let start = 0;
  for (const { 0: word, index } of sentence.matchAll(WORD)) {
    if (![...plotWords(word)].some((one) => stems.has(one))) continue;
    divided.push(sentence.slice(start, index), word);
    start = index + word.length;
  }
  return [...divided, sentence.slice(start)];
}

/**
 * Begins a sentence shortly before the place with the most matching words, and cuts it at spaces. A tile has room for a
 * few lines, and whatever precedes these words would take it.
 */
function shorten(divided: readonly string[]): readonly string[] {
  const marked = [...divided.keys()].filter((at) => at % 2 === 1).slice(0, MAX_COUNTED);
  const starts = marked.map((at) => divided.slice(0, at).join("").length);
  const near = starts.map(
    (start) => starts.filter((other) => other >= start && other < start + MAX_APART).length,
  );
  const first = marked[near.indexOf(Math.max(...near))] ?? 1;
  const before = divided.slice(0, first).join("");
  const shown = [
    before.length <= MAX_BEFORE ? before : `…${before.slice(-MAX_BEFORE).replace(/^\S*/, "").trimStart()}`,
  ];
  for (let at = first, room = MAX_LENGTH; at < divided.length; at += 2) {
    const [word = "", after = ""] = divided.slice(at, at + 2);
    room -= word.length + after.length;
    const isLast = room < 0;
    shown.push(word, isLast ? `${after.slice(0, room).replace(/\S*$/, "").trimEnd()}…` : after);
    if (isLast) break;
  }
  return shown;
}
