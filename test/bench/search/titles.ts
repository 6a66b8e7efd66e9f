/**
 * A catalog of any size, made up from the real words of the titles in `../shared`, as
 * often as they really are, and always the same. A catalog that grows also gains words
 * (Heaps' law): one word in twenty is made up from syllables.
 */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Source } from "../../../tools/catalog/load/load.ts";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";

const REAL_TITLES = "../shared/data/catalog-39k/titles.jsonl.gz";

/** `null`: the real titles are not on this machine. */
export function realTitles(): string[] | null {
  if (!existsSync(REAL_TITLES)) return null;
  const lines = gunzipSync(readFileSync(REAL_TITLES)).toString().split("\n");
  return lines.flatMap((line) => (line === "" ? [] : (JSON.parse(line) as TitleRecord).title || []));
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = [
  "ka",
  "ro",
  "min",
  "tel",
  "sha",
  "vor",
  "ne",
  "li",
  "ban",
  "du",
  "gra",
  "pi",
  "so",
  "mer",
  "ta",
  "wen",
  "zo",
  "fi",
];
const INVENTED = 0.05;

export function madeUpCatalog(size: number, real: readonly string[]): Source {
  const words = real.flatMap((title) => title.split(" "));
  const lengths = real.map((title) => title.split(" ").length);
  const one = <T>(list: readonly T[], next: () => number) => list[Math.floor(next() * list.length)] as T;

  function* entries(): Generator<CatalogEntry> {
    const next = random(1);
    for (let id = 1; id <= size; id += 1) {
      const count = one(lengths, next);
      const title = Array.from({ length: count }, () =>
        next() < INVENTED
          ? Array.from({ length: 2 + Math.floor(next() * 3) }, () => one(SYLLABLES, next)).join("")
          : one(words, next),
      ).join(" ");
      yield { record: recordOf(id, title, next), aliases: [], workingTitles: [], translations: new Map() };
    }
  }
  return { name: `${size} made-up titles`, entries, credits: () => [] };
}

const PLOT =
  "A made-up plot of the length that plots have, so that a row of the catalog is as long as a real one. ".repeat(
    3,
  );

function recordOf(id: number, title: string, next: () => number): TitleRecord {
  return {
    id,
    is_adult: next() < 0.01 ? 1 : 0,
    type: next() < 0.2 ? "series" : "movie",
    title,
    original_title: title,
    year: String(1920 + Math.floor(105 * Math.sqrt(next()))),
    countries: "United States",
    genres: "Drama",
    runtime: "100",
    rating: 0,
    plot: PLOT,
    poster: null,
  };
}
