/** Finds the sentence of a plot that matches a query, to show why a title was found. */

import type { TitleRecord } from "../../contract/record.ts";
import { plotWords } from "../store/plot-words.ts";
import type { RecordRow } from "../store/rows.ts";

/** The maximum length of a sentence. Longer sentences are cut around their first matching word. */
const MAX_LENGTH = 240;
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

function findExcerpt(plot: string, stems: ReadonlySet<string>): readonly string[] | null {
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

/** Cuts a long sentence at spaces before its first and after its last matching word. */
function shorten(divided: readonly string[]): readonly string[] {
  const length = divided.join("").length;
  if (length <= MAX_LENGTH) return divided;
  const [first = "", ...others] = divided;
  const last = others.pop() ?? "";
  const room = Math.max(0, MAX_LENGTH - others.join("").length);
  const before =
    first.length <= room / 2 ? first : `…${first.slice(-Math.floor(room / 2)).replace(/^\S*/, "")}`;
  const after =
    last.length <= room / 2
      ? last
      : `${last
          .slice(0, Math.floor(room / 2))
          .replace(/\S*$/, "")
          .trimEnd()}…`;
  return [before, ...others, after];
}
