/**
 * The bench of the pages: what the processor does for a page of each kind that is made anew, in the
 * built Worker. Each request is for another title, so that nothing kept is served; the answers that
 * pages are made of come from an upstream on this machine. `first` is the first page of its kind in a
 * runtime just started, whose code has to be compiled yet; `warm` one after many, taken in turns. A bare
 * "hello" in runtimes of its own, there twice, is what the runtime and its HTTP take; how the two differ
 * is the noise. The quartile below the median, since other processes only ever add.
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { slugOf } from "../../worker/contract/slug.ts";
import { threadTime } from "../faults/processes.ts";
import { listen } from "../listening.ts";
import { type MeasuredWorker, startMarquee, startReference } from "./harness.ts";
import { ask } from "./measure.ts";
import { creditsOf, startSource } from "./source.ts";

const ROUNDS = 60;
const STARTS = 5;

const PICTURE = Buffer.concat([Buffer.from("GIF89a"), randomBytes(300_000)]);
const images = await listen(
  createServer((_, response) => response.setHeader("Content-Type", "image/gif").end(PICTURE)),
);
/** However busy the machine is, an answer is waited for. */
const SETTINGS = { UPSTREAM_TIMEOUT_MS: "60000", IMAGE_BASE_URL: `${images.url}/` };

let nextId = 1_000;

/** Of a title that was not asked for before, the address of each kind of page. */
const KINDS: Record<string, () => string> = {
  "home, without shelves": () => `?${newId()}`,
  "a search, 20 results": () => `search?q=number+${newId()}`,
  "a title": () => `title/${titlePath()}`,
  "its credits, 100 people": () => `title/${titlePath()}/credits`,
  "the JSON of the search": () => `v1/?category=search&q=number+${newId()}`,
  "an image of 300 KB": () => `images/480/1999/01/${newId()}.gif`,
};

function newId(): number {
  nextId += 20;
  return nextId;
}

function titlePath(): string {
  const id = newId();
  return `${id}/${slugOf({ title: `How They Measured Number ${id}`, year: "1999" })}`;
}

/** Milliseconds of all the runtime's threads, from before the request until its answer is here. */
async function costOf({ url, pid }: MeasuredWorker, path: string): Promise<number> {
  const before = threadTime(pid);
  await ask(url + path);
  return threadTime(pid) - before;
}

async function warmCosts(source: string): Promise<Map<string, number>> {
  const marquee = await startMarquee(source, SETTINGS);
  const references = [await startReference("hello"), await startReference("hello")];
  const subjects = [
    ...references.map((worker, at) => ({ name: `hello ${at + 1}`, worker, path: () => "v1/" })),
    ...Object.entries(KINDS).map(([name, path]) => ({ name, worker: marquee, path })),
  ];
  const seen = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < 2 * ROUNDS; round++) {
    for (const { name, worker, path } of subjects) {
      const cost = await costOf(worker, path());
      if (round >= ROUNDS) seen.get(name)?.push(cost);
    }
  }
  for (const { stop } of [marquee, ...references]) await stop();
  return new Map([...seen].map(([name, costs]) => [name, lowerQuartile(costs)]));
}

async function firstCost(source: string, path: () => string): Promise<number> {
  const costs: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const marquee = await startMarquee(source, SETTINGS);
    await costOf(marquee, "healthz");
    costs.push(await costOf(marquee, path()));
    await marquee.stop();
  }
  return lowerQuartile(costs);
}

function lowerQuartile(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 4)] ?? 0;
}

/** A page of results, the first of this id. */
function resultsFrom(id: number) {
  return Array.from({ length: 20 }, (_, at) => ({
    id: id + at,
    is_adult: 0,
    type: "movie",
    title: `How They Measured Number ${id + at}`,
    original_title: `Comment ils ont mesuré le numéro ${id + at}`,
    year: "1999",
    countries: "France, United Kingdom",
    genres: ["Comedy, Drama", "Western", "Science Fiction", "Horror"][(id + at) % 4],
    runtime: "96",
    rating: 7.1,
    plot: "Two engineers take the time of everything in a small town. ".repeat(4),
    poster: null,
  }));
}

/** It has a title of every id, found by a search for its number. */
const source = await startSource(({ searchParams }) => {
  const id = Number(searchParams.get("id") ?? /\d+/.exec(searchParams.get("q") ?? "")?.[0]);
  return searchParams.get("category") === "search" ? resultsFrom(id) : creditsOf(id);
});
const upstream = `${source.url}/v1/`;
const warm = await warmCosts(upstream);
const bare = Math.min(warm.get("hello 1") ?? 0, warm.get("hello 2") ?? 0);
console.log("| | warm, CPU ms | less hello | first, CPU ms |\n|---|---|---|---|");
for (const [name, cost] of warm) {
  const path = KINDS[name];
  const first = path === undefined ? "" : (await firstCost(upstream, path)).toFixed(1);
  console.log(`| ${name} | ${cost.toFixed(1)} | ${(cost - bare).toFixed(1)} | ${first} |`);
}
await Promise.all([source.close(), images.close()]);
