/**
 * The bench in front of TMDB: what Marquee adds to a miss beyond TMDB's own time, for credits and for a search of 20
 * whose titles are stored. TMDB is a server on this machine that takes 20 ms for each answer.
 */
import { startMarquee } from "../edge/harness.ts";
import { median } from "../edge/measure.ts";
import { missOverhead } from "../edge/miss.ts";
import { startSource } from "../edge/source.ts";
import { startTmdbSource } from "./source.ts";

const MISSES = 150;
const MAX_CREDITS_MS = 5;
const MAX_SEARCH_MS = 8;

const source = await startTmdbSource();
const marquee = await startMarquee(source.url, {
  UPSTREAM_DIALECT: "tmdb",
  UPSTREAM_API_KEY: "0123456789abcdef0123456789abcdef",
});

/** Milliseconds that a request takes, by the Worker's own account: the harness takes longer than the Worker. */
async function timeOf(query: string): Promise<number> {
  const response = await fetch(`${marquee.url}v1/?${query}`);
  await response.arrayBuffer();
  return Number(/total;dur=(\d+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1]);
}

/** The median of what is added, one request after the other, each for a key that nobody asked for. */
async function added(query: (count: number) => string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < MISSES; count++) {
    source.calls = 0;
    times.push((await timeOf(query(count))) - source.lastMs());
    if (source.calls !== 1) throw new Error(`${source.calls} requests to TMDB, instead of one`);
  }
  return median(times);
}

// Until all 20 titles are stored: eight at a time.
for (let count = 0; count < 3; count++) await timeOf(`category=search&q=warm${count}`);

const credits = await added((count) => `category=credits&id=${2 * (1_000 + count)}`);
const search = await added((count) => `category=search&q=words${count}`);
console.log(
  `Credits take ${credits.toFixed(1)} ms (median) beyond TMDB's own time; target at most ${MAX_CREDITS_MS}.`,
);
console.log(`A search of 20 takes ${search.toFixed(1)} ms (median); target at most ${MAX_SEARCH_MS}.`);

const plain = await startSource();
const beside = await startMarquee(plain.url);
const reference = await missOverhead(beside.url, plain);
console.log(`For comparison, credits from a service that speaks the contract: ${reference.toFixed(1)} ms.`);

for (const worker of [marquee, beside]) await worker.stop();
for (const server of [source, plain]) server.close();
