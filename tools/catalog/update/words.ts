/** The vocabulary after a change: the number of titles or people with each word, and the words near each shortening. */
import { BUCKET_END, BUCKET_KEY_END, pack, unpack } from "../../../worker/origins/catalog/stored/near.ts";
import { type Connection, query, type Statement } from "../load/statements.ts";
import type { Row, Table } from "../load/tables.ts";
import { isWellKnownWord, MAX_WORDS, nearKeys, type VocabularyOptions } from "../load/vocabulary.ts";
import { difference, readRows } from "./live.ts";

/** How many more titles or people have a word, and the place of the best known of them. */
export class WordCounts {
  readonly counts = new Map<string, { more: number; place: number }>();

  add(words: Iterable<string>, more: 1 | -1, place: number): void {
    for (const word of words) {
      const known = this.counts.get(word) ?? { more: 0, place };
      this.counts.set(word, {
        more: known.more + more,
        place: more > 0 ? Math.min(known.place, place) : known.place,
      });
    }
  }
}

interface ChangedWord {
  readonly word: string;
  readonly before: number;
  readonly after: number;
  readonly place: number;
}

export async function wordStatements(
  live: Connection,
  { counts }: WordCounts,
  options: VocabularyOptions,
): Promise<Statement[]> {
  const changed = [...counts].filter(([, { more }]) => more !== 0);
  if (changed.length === 0) return [];
  const sql = `SELECT word, titles FROM json_each(?1) AS asked CROSS JOIN catalog_${options.word} ON word = asked.value`;
  const [[stored = []], [[size] = []]] = await Promise.all([
    readRows(
      live,
      [sql],
      changed.map(([word]) => word),
    ),
    query(live, [`SELECT max(shortening) + 1 AS buckets FROM catalog_${options.near}`]),
  ]);
  const known = new Map(stored.map(({ word, titles }) => [String(word), Number(titles)]));
  const words = changed.flatMap(([word, { more, place }]): ChangedWord[] => {
    const before = known.get(word) ?? 0;
    if (before === 0 && place > options.known) return [];
    return [{ word, before, after: Math.max(0, before + more), place }];
  });
  const rowsOf = (count: (word: ChangedWord) => number) =>
    words
      .filter((word) => count(word) > 0)
      .map((word): [Table, Row] => [options.word, [word.word, count(word)]]);
  const near = await nearStatements(live, words, { ...options, buckets: Number(size?.buckets ?? 0) });
  return [
    ...difference(
      rowsOf(({ before }) => before),
      rowsOf(({ after }) => after),
    ),
    ...near,
  ];
}

async function nearStatements(
  live: Connection,
  words: readonly ChangedWord[],
  options: VocabularyOptions & { readonly buckets: number },
): Promise<Statement[]> {
  const { buckets, near } = options;
  const removed = words
    .filter(({ after }) => after === 0)
    .map(({ word }) => [word, nearKeys(word, true)] as const);
  const added = words
    .filter(({ after }) => after > 0)
    .flatMap((word) => {
      const keys = keysIn(word.before, word, options);
      const further = keysIn(word.after, word, options).filter((key) => !keys.includes(key));
      return further.length === 0 ? [] : [[word.word, further] as const];
    });
  const touched = new Set([...removed, ...added].flatMap(([, keys]) => keys.map((key) => key % buckets)));
  if (touched.size === 0) return [];
  const sql = `SELECT shortening, words FROM json_each(?1) AS asked CROSS JOIN catalog_${near} ON shortening = asked.value`;
  const [rows = []] = await readRows(live, [sql], [...touched]);
  const lists = new Map(
    rows.map(({ shortening, words: text }) => [Number(shortening), readBucket(String(text))]),
  );
  const before = [...lists].map(([bucket, list]): [Table, Row] => [near, [bucket, writeBucket(list)]]);
  const listOf = (key: number) => lists.get(key % buckets) ?? new Map<number, string[]>();
  for (const [word, keys] of removed) {
    for (const key of keys) {
      const list = listOf(key);
      const left = list.get(Math.floor(key / buckets))?.filter((other) => other !== word) ?? [];
      if (left.length > 0) list.set(Math.floor(key / buckets), left);
      else list.delete(Math.floor(key / buckets));
    }
  }
  for (const [word, keys] of added) {
    for (const key of keys) {
      const list = listOf(key);
      const others = list.get(Math.floor(key / buckets)) ?? [];
      if (!others.includes(word) && others.length < MAX_WORDS)
        list.set(Math.floor(key / buckets), [...others, word]);
    }
  }
  const after = [...lists].map(([bucket, list]): [Table, Row] => [near, [bucket, writeBucket(list)]]);
  return difference(before, after);
}

function keysIn(titles: number, { word, place }: ChangedWord, options: VocabularyOptions): number[] {
  return titles === 0 ? [] : nearKeys(word, isWellKnownWord({ best: place, titles }, options));
}

/** The words of each key in a row: `near.ts`. */
function readBucket(text: string): Map<number, string[]> {
  const entries = text.split(BUCKET_END).filter((entry) => entry !== "");
  return new Map(
    entries.map((entry) => {
      const [key = "", words = ""] = entry.split(BUCKET_KEY_END);
      return [Number(key), unpack(words)] as const;
    }),
  );
}

function writeBucket(lists: ReadonlyMap<number, string[]>): string {
  const entries = [...lists].sort(([one], [other]) => one - other);
  return (
    BUCKET_END + entries.map(([key, words]) => `${key}${BUCKET_KEY_END}${pack(words)}${BUCKET_END}`).join("")
  );
}
