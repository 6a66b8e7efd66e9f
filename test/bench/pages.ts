/**
 * Measures the CPU time of rendering pages, each for a different title. `/robots.txt` shows the cost of the runtime,
 * HTTP and logging without a page. It is measured twice, and the difference shows the noise.
 */
import { CommandError } from "../../tools/options.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { toSlug } from "../../worker/contract/slug.ts";
import { startCatalog } from "./harness.ts";
import { measure, type Subject } from "./measure.ts";

const REQUESTS = 20;
/** The maximum number of measured rounds. A catalog with few titles allows fewer. */
const ROUNDS = 15;

interface Page {
  readonly path: (title: TitleRecord) => string;
  /** The maximum CPU time, as a multiple of the CPU time of `/robots.txt`. */
  readonly max: number;
}

const titlePath = ({ id, title, year }: TitleRecord) => `title/${id}/${toSlug({ title, year })}`;

const PAGES: Readonly<Record<string, Page>> = {
  "a title": { path: titlePath, max: 6 },
  "a search for its name": { path: ({ title }) => `search?${new URLSearchParams({ q: title })}`, max: 5 },
  "its credits": { path: (title) => `${titlePath(title)}/credits`, max: 3 },
};

/** Measures the pages of the catalog in the folder `data`, which contains `titles`. */
export async function benchPages(data: string, titles: readonly TitleRecord[]): Promise<void> {
  // Only one title per name is kept, because the search page for that name is stored after the first request.
  const named = [...new Map(titles.map((title) => [title.title.toLowerCase(), title])).values()];
  const kinds = Object.entries(PAGES);
  const rounds = Math.min(ROUNDS, Math.floor(named.length / kinds.length / REQUESTS) - 1);
  if (rounds < 1) throw new CommandError(`${named.length} titles are too few to measure pages.`);
  const count = (rounds + 1) * REQUESTS;
  const chosen = spread(named, count * kinds.length);

  const worker = await startCatalog(data);
  const robots: Subject = { ...worker, address: () => `${worker.url}robots.txt`, status: 200 };
  const pages = kinds.map(([name, { path }], kind): [string, Subject] => {
    const left = chosen.filter((_, at) => at % kinds.length === kind).values();
    return [name, { ...robots, address: () => worker.url + path(left.next().value as TitleRecord) }];
  });
  const subjects = { "/robots.txt": robots, "the same again (noise)": robots, ...Object.fromEntries(pages) };
  const costs = await measure(subjects, { rounds, requests: REQUESTS });
  await worker.stop();

  console.log(
    `\nPages rendered anew, of ${titles.length} titles, ${rounds} rounds of ${REQUESTS} requests each:\n`,
  );
  console.log("| | CPU ms per request | ratio to /robots.txt | target |\n|---|---|---|---|");
  for (const [name, { processorMs }] of Object.entries(costs)) {
    const ratio = processorMs / costs["/robots.txt"].processorMs;
    const target = name in PAGES ? `≤ ${PAGES[name]?.max}` : "";
    console.log(`| ${name} | ${processorMs.toFixed(2)} | ${ratio.toFixed(1)} | ${target} |`);
  }
}

/** Returns `count` entries from the list, at equal distances. */
function spread<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)] as T);
}
