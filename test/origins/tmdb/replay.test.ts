/**
 * What storing single titles saves: 1,000 searches over 1,000 seconds, their texts and the titles they find as
 * unevenly asked for as people do (Zipf), with what the cache in front of the origin keeps.
 */
import { expect, test } from "vitest";
import { originAt, searchFor } from "./origin.ts";

const SEARCHES = 1_000;
const TEXTS = 300;
const TITLES = 2_000;
/** Seconds that a whole and a partial answer serve. */
const WHOLE = 3_600;
const PARTIAL = 300;

/** The same numbers in every run, from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** From 0: the first twice as often as the second, three times as often as the third. */
function zipf(count: number, random: () => number): () => number {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const total = weights.reduce((sum, weight) => sum + weight);
  return () => {
    let left = random() * total;
    const rank = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return rank === -1 ? count - 1 : rank;
  };
}

function tmdbWith(found: readonly (readonly number[])[]): (address: URL) => Response {
  return ({ pathname, searchParams }) => {
    const number = Number(/movie\/(\d+)$/.exec(pathname)?.[1]);
    const film = (id: number) => ({ id, title: `Film ${id}`, media_type: "movie", overview: "A plot." });
    if (!Number.isNaN(number)) return Response.json({ ...film(number), runtime: 90 });
    const titles = found[Number(searchParams.get("query"))] ?? [];
    return Response.json({ results: titles.map(film), total_pages: 1 });
  };
}

async function replay(storesTitles: boolean): Promise<{ searches: number; titles: number }> {
  const random = randomFrom(7);
  const nextTitle = zipf(TITLES, random);
  const found = Array.from({ length: TEXTS }, () => {
    const titles = new Set<number>();
    while (titles.size < 20) titles.add(nextTitle() + 1);
    return [...titles];
  });
  const answer = tmdbWith(found);
  const origin = originAt("", { fetch: async (address) => answer(address) }, { storesTitles });
  const nextText = zipf(TEXTS, random);
  const keptUntil = new Map<number, number>();
  for (let second = 0; second < SEARCHES; second++) {
    const text = nextText();
    if ((keptUntil.get(text) ?? 0) > second) continue;
    const { isPartial } = await origin.search(searchFor(String(text)));
    keptUntil.set(text, second + (isPartial ? PARTIAL : WHOLE));
  }
  const titles = origin.asked.filter((path) => path.startsWith("movie/")).length;
  return { searches: origin.asked.length - titles, titles };
}

test("1,000 searches ask TMDB for less than half of the titles, when titles are stored by themselves", async () => {
  const [stored, alone] = [await replay(true), await replay(false)];
  expect(stored.titles).toBeLessThan(alone.titles / 2);
  expect(stored.searches).toBeLessThan(alone.searches);
  expect((stored.searches + stored.titles) / SEARCHES).toBeLessThan(1.5);
});
