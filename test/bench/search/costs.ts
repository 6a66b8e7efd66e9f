/**
 * What the catalog costs inside D1 as it grows: rows read, milliseconds and round trips, of titles made up from the words
 * of the data. Loads take turns, so that what else the machine does falls on all of them; one is there twice, and how the
 * two differ is the noise.
 */
import { join } from "node:path";
import type { LocalDatabase } from "../../../tools/catalog/database.ts";
import { storeOnDisk } from "../../../tools/catalog/sources/store-on-disk.ts";
import { NO_FACTS, SORTS } from "../../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import type { Paging } from "../../../worker/contract/query.ts";
import { type Catalog, catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { loadInto, withCatalog } from "./database.ts";
import { percentile, table } from "./figures.ts";
import { BUSIEST, madeUpCredits, nameOf } from "./made-up-people.ts";
import type { MeteredDatabase } from "./metered.ts";
import { type TypedQuery, typedQueries } from "./queries.ts";
import { madeUpEntries, random } from "./titles.ts";

const SIZES = [10_000, 100_000, 1_000_000];
/** After a first one, which reads pages from the disk. */
const ROUNDS = 5;
const NAMES = 40;

/** Several queries that count in one row. */
interface Load {
  readonly name: string;
  readonly queries: readonly ((catalog: Catalog["can"]) => Promise<unknown>)[];
}

interface Part {
  /** Ten a title, of as many people as titles. */
  readonly hasCredits?: true;
  readonly loads: (basis: readonly string[], size: number) => Load[];
}

const PARTS: Readonly<Record<string, Part>> = {
  scale: {
    loads: (basis) => [
      searchesFor("a search", typedQueries(basis), null),
      searchesFor("the same again (noise)", typedQueries(basis), null),
      searchesFor("its deepest page", typedQueries(basis), { page: 5, limit: 100 }),
    ],
  },
  browse: { loads: browsing },
  people: { hasCredits: true, loads: people },
};

/** `basis`: titles. `folder`: where the catalogs are stored. */
export async function benchCosts(name: string, basis: readonly string[], folder: string): Promise<void> {
  const rows: string[][] = [];
  const { loads, hasCredits = false } = PARTS[name] ?? {};
  for (const size of SIZES) {
    await withCatalog(join(folder, `${name}-${size}`), async (catalog, watched) => {
      const seconds = await fill(catalog, { size, basis, hasCredits });
      const measured = await measure(watched, loads?.(basis, size) ?? []);
      rows.push(...measured.map((cells) => [size.toLocaleString("en"), seconds, ...cells]));
    });
  }
  const times = ["mean ms once", "mean ms", "p50", "p99", "max"];
  table(["titles", "loaded in s", name, "queries", ...times, "rows p50", "p99", "max", "round trips"], rows);
}

interface Filling {
  readonly size: number;
  readonly basis: readonly string[];
  readonly hasCredits: boolean;
}

/** Gives the seconds that it took. */
async function fill(catalog: LocalDatabase, { size, basis, hasCredits }: Filling): Promise<string> {
  const began = performance.now();
  const source = {
    name: `${size} made-up titles`,
    entries: () => madeUpEntries(size, basis),
    credits: () => (hasCredits ? madeUpCredits(size) : []),
  };
  await loadInto(catalog, source, hasCredits ? storeOnDisk() : undefined);
  return ((performance.now() - began) / 1000).toFixed(0);
}

/** One row for each load. */
async function measure({ database, meter }: MeteredDatabase, loads: readonly Load[]): Promise<string[][]> {
  const costs = loads.map(() => ({ once: [], milliseconds: [], rows: [], trips: [] }) as Costs);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, { queries }] of loads.entries()) {
      for (const query of queries) {
        meter.reset();
        await query(catalogOrigin(database).can);
        const cost = costs[at];
        (round === 0 ? cost?.once : cost?.milliseconds)?.push(meter.milliseconds);
        cost?.rows.push(meter.rows);
        cost?.trips.push(meter.roundTrips);
      }
    }
  }
  return loads.map(({ name, queries }, at) => [name, String(queries.length), ...cells(costs[at])]);
}

interface Costs {
  readonly once: number[];
  readonly milliseconds: number[];
  readonly rows: number[];
  readonly trips: number[];
}

function cells(
  { once, milliseconds, rows, trips }: Costs = { once: [], milliseconds: [], rows: [], trips: [] },
) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const shares = [0.5, 0.99, 1];
  return [
    mean(once).toFixed(2),
    mean(milliseconds).toFixed(2),
    ...shares.map((share) => percentile(milliseconds, share).toFixed(1)),
    ...shares.map((share) => String(percentile(rows, share))),
    String(Math.max(...trips)),
  ];
}

function searchesFor(name: string, typed: readonly TypedQuery[], paging: Paging | null): Load {
  const queries = typed.map(([text, f]): Load["queries"][number] => {
    const filter = parseFilter(f) ?? NO_FILTER;
    const query = { category: "search", text, lang: "en", paging, includeAdult: false, filter } as const;
    return (catalog) => catalog.search(query);
  });
  return { name, queries };
}

/** The first and the last page in every order, narrowed by nothing, by one fact, and by facts that hardly any title has. */
function browsing(): Load[] {
  const all = { ...NO_FACTS, filter: NO_FILTER, after: null };
  const filtered = (f: string) => ({ ...all, filter: parseFilter(f) ?? NO_FILTER });
  const narrowed = {
    "all titles": all,
    series: filtered("series"),
    "1950 and later": filtered("1950-"),
    "a frequent genre": { ...all, genre: "drama" },
    "a rare country": { ...all, country: "iceland" },
    "rated 8 or higher, 90 to 120 minutes": { ...all, minRating: 8, runtime: { first: 90, last: 120 } },
    "the letter m": { ...all, letter: "m" },
    "drama of the 1990s": { ...filtered("1990-1999"), genre: "drama" },
    "all rare": { ...filtered("series,1920"), genre: "western", country: "iceland", language: "is" },
  };
  return Object.entries(narrowed).flatMap(([name, facts]): Load[] => [
    { name: `${name}, counted`, queries: [(catalog) => catalog.counts(facts)] },
    ...SORTS.flatMap((sort) =>
      [1, 50].map((page): Load => {
        const query = { ...facts, sort, paging: { page, limit: 20 }, lang: "en" };
        return { name: `${name} by ${sort}, page ${page}`, queries: [(catalog) => catalog.browse(query)] };
      }),
    ),
  ]);
}

function people(basis: readonly string[], size: number): Load[] {
  const typed = typedQueries(basis);
  const names = typedNames(size);
  const paging = { page: 1, limit: 20 };
  const beginnings = [...names, ...typed.map(([text]) => text)].flatMap((text) =>
    [1, 3, 6].map((length) => text.slice(0, length)),
  );
  const loadEach = (
    name: string,
    texts: readonly string[],
    query: (catalog: Catalog["can"], text: string) => Promise<unknown>,
  ): Load => ({
    name,
    queries: texts.map((text) => (catalog) => query(catalog, text)),
  });
  const busiest = { id: BUSIEST.id, lang: "en", includeAdult: false };
  return [
    searchesFor("titles", typed, null),
    searchesFor("titles again (noise)", typed, null),
    loadEach("people", names, (catalog, text) => catalog.people({ text, lang: "en", paging })),
    loadEach("suggest", beginnings, (catalog, text) => catalog.autocomplete({ text, lang: "en", limit: 8 })),
    loadEach(`a person with ${BUSIEST.titles} titles`, Array(NAMES).fill(""), (catalog) =>
      catalog.person(busiest),
    ),
  ];
}

/** Names as people type them. */
function typedNames(size: number): string[] {
  const next = random(5);
  const ids = Array.from({ length: NAMES }, () => 1 + Math.floor(size * next() ** 3));
  return ids.flatMap((id) => {
    const name = nameOf(id).toLowerCase();
    const words = name.split(" ");
    const at = 1 + Math.floor(next() * (name.length - 3));
    const mistyped = name.slice(0, at) + name.slice(at + 1);
    const [first = "", last = ""] = [words[0], words.at(-1)];
    return [name, words.toReversed().join(" "), last, first, mistyped, words.join("")];
  });
}
