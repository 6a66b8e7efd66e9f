/**
 * What people and suggestions cost inside D1, beside the search for titles, with ten times as many credits as titles and as
 * many people: rows read and milliseconds, at each size. Titles and people are made up.
 */
import { join } from "node:path";
import { withMigratedDatabase } from "../../../tools/catalog/database.ts";
import { load } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { boundTarget, type Statements } from "../../../tools/catalog/load/target.ts";
import { peopleOnDisk } from "../../../tools/catalog/sources/people-on-disk.ts";
import { NO_FILTER } from "../../../worker/contract/filter.ts";
import { type Catalog, catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { percentile, table } from "./figures.ts";
import { BUSIEST, madeUpCredits, nameOf } from "./made-up-people.ts";
import { metered } from "./metered.ts";
import { typedQueries } from "./queries.ts";
import { madeUpEntries, madeUpTitles, random } from "./titles.ts";

const OF_EACH = 40;
/** After a first one, which reads pages from the disk. */
const ROUNDS = 5;

/** `folder`: where the catalogs are stored. */
export async function benchPeople(folder: string, sizes: readonly number[]): Promise<void> {
  const rows: string[][] = [];
  const basis = madeUpTitles(10_000);
  for (const size of sizes) {
    await withMigratedDatabase(join(folder, `people-${size}`), async (database, statements) => {
      const seconds = await fill(statements, size, basis);
      rows.push(
        ...(await measurePeople(database, size, basis)).map((row) => [
          size.toLocaleString("en"),
          seconds,
          ...row,
        ]),
      );
    });
  }
  console.log(
    "\nInside D1, as many people as titles and ten credits a title; times as D1 states them, after one round.",
  );
  table(
    [
      "titles",
      "loaded in s",
      "asked",
      "times",
      "mean ms",
      "p50",
      "p99",
      "rows p50",
      "p99",
      "most",
      "round trips",
    ],
    rows,
  );
}

async function fill(statements: Statements, size: number, basis: readonly string[]): Promise<string> {
  const began = performance.now();
  const source = {
    name: `${size} made-up titles with credits`,
    entries: () => madeUpEntries(size, basis),
    credits: () => madeUpCredits(size),
  };
  const services = { target: boundTarget(statements), migrations: readMigrations(), now: () => new Date() };
  await load(source, { ...services, people: peopleOnDisk() });
  return ((performance.now() - began) / 1000).toFixed(0);
}

interface Ask {
  readonly name: string;
  readonly texts: readonly string[];
  readonly ask: (catalog: Catalog["can"], text: string) => Promise<unknown>;
}

function asksOf(size: number, basis: readonly string[]): Ask[] {
  const titles: Ask = {
    name: "titles",
    texts: typedQueries(basis).map(([text]) => text),
    ask: (catalog, text) =>
      catalog.search({
        category: "search",
        text,
        lang: "en",
        paging: null,
        includeAdult: false,
        filter: NO_FILTER,
      }),
  };
  const names = typedNames(size);
  const paging = { page: 1, limit: 20 };
  const beginnings = [...names, ...titles.texts].flatMap((text) =>
    [1, 3, 6].map((length) => text.slice(0, length)),
  );
  return [
    titles,
    { ...titles, name: "titles again (noise)" },
    {
      name: "people",
      texts: names,
      ask: (catalog, text) => catalog.people({ text, lang: "en", paging }),
    },
    {
      name: "suggest",
      texts: beginnings,
      ask: (catalog, text) => catalog.autocomplete({ text, lang: "en", limit: 8 }),
    },
    {
      name: `a person with ${BUSIEST.titles} titles`,
      texts: Array.from({ length: OF_EACH }, () => String(BUSIEST.id)),
      ask: (catalog, id) => catalog.person({ id: Number(id), lang: "en", includeAdult: false }),
    },
  ];
}

interface Costs {
  readonly milliseconds: number[];
  /** Rows. */
  readonly read: number[];
  readonly roundTrips: number[];
}

/** One row for each thing that is asked. */
export async function measurePeople(
  database: D1Database,
  size: number,
  basis: readonly string[],
): Promise<string[][]> {
  const { database: watched, meter } = metered(database);
  const measured = asksOf(size, basis).map((asked) => {
    const costs: Costs = { milliseconds: [], read: [], roundTrips: [] };
    return { asked, costs };
  });
  // In turns, so that what else the machine does falls on all of them.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { asked, costs } of measured) {
      for (const text of asked.texts) {
        meter.reset();
        await asked.ask(catalogOrigin(watched).can, text);
        if (round === 0) continue;
        costs.milliseconds.push(meter.milliseconds);
        costs.read.push(meter.rows);
        costs.roundTrips.push(meter.roundTrips);
      }
    }
  }
  return measured.map(({ asked, costs }) => [asked.name, String(asked.texts.length), ...cells(costs)]);
}

function cells({ milliseconds, read, roundTrips }: Costs): string[] {
  const mean = milliseconds.reduce((sum, value) => sum + value, 0) / milliseconds.length;
  return [
    mean.toFixed(2),
    ...[0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1)),
    ...[0.5, 0.99, 1].map((share) => String(percentile(read, share))),
    String(percentile(roundTrips, 1)),
  ];
}

/** Names as people type them. */
function typedNames(size: number): string[] {
  const next = random(5);
  const ids = Array.from({ length: OF_EACH }, () => 1 + Math.floor(size * next() ** 3));
  return ids.flatMap((id) => {
    const name = nameOf(id).toLowerCase();
    const words = name.split(" ");
    const at = 1 + Math.floor(next() * (name.length - 3));
    const mistyped = name.slice(0, at) + name.slice(at + 1);
    return [
      name,
      words.toReversed().join(" "),
      words.at(-1) ?? "",
      words[0] ?? "",
      mistyped,
      name.replaceAll(" ", ""),
    ];
  });
}
