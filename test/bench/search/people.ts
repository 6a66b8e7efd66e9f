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
import { type Meter, metered } from "./metered.ts";
import { typedQueries } from "./queries.ts";
import { madeUpEntries, madeUpTitles, random } from "./titles.ts";

const OF_EACH = 40;

/** `folder`: where the catalogs are stored. */
export async function benchPeople(folder: string, sizes: readonly number[]): Promise<void> {
  const rows: string[][] = [];
  const basis = madeUpTitles(10_000);
  for (const size of sizes) {
    await withMigratedDatabase(join(folder, `people-${size}`), async (database, statements) => {
      const seconds = await fill(statements, size, basis);
      rows.push(
        ...(await measureAll(database, size, basis)).map((row) => [
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
    ["titles", "loaded in s", "asked", "times", "mean ms", "p50", "p99", "rows p50", "p99", "most"],
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

async function measureAll(database: D1Database, size: number, basis: readonly string[]): Promise<string[][]> {
  const { database: watched, meter } = metered(database);
  const origin = () => catalogOrigin(watched);
  const titles = typedQueries(basis).map(([text]) => text);
  const names = typedNames(size);
  const paging = { page: 1, limit: 20 };
  const beginnings = [...names, ...titles].flatMap((text) => [
    text.slice(0, 1),
    text.slice(0, 3),
    text.slice(0, 6),
  ]);
  const asks: readonly [string, readonly string[], (catalog: Catalog, text: string) => Promise<unknown>][] = [
    [
      "titles",
      titles,
      (catalog, text) =>
        catalog.search({
          category: "search",
          text,
          lang: "en",
          paging: null,
          includeAdult: false,
          filter: NO_FILTER,
        }),
    ],
    ["people", names, (catalog, text) => catalog.people({ text, lang: "en", paging })],
    ["suggest", beginnings, (catalog, text) => catalog.suggest({ text, lang: "en", limit: 8 })],
    [
      `a person with ${BUSIEST.titles} titles`,
      Array.from({ length: OF_EACH }, () => String(BUSIEST.id)),
      (catalog, id) => catalog.person({ id: Number(id), lang: "en", includeAdult: false }),
    ],
  ];
  const rows: string[][] = [];
  for (const [name, texts, ask] of asks)
    rows.push([name, ...(await measure(texts, (text) => ask(origin(), text), meter))]);
  return rows;
}

async function measure(
  texts: readonly string[],
  ask: (text: string) => Promise<unknown>,
  meter: Meter,
): Promise<string[]> {
  const milliseconds: number[] = [];
  const read: number[] = [];
  for (const round of [0, 1]) {
    for (const text of texts) {
      meter.reset();
      await ask(text);
      if (round === 0) continue;
      milliseconds.push(meter.milliseconds);
      read.push(meter.rows);
    }
  }
  const mean = milliseconds.reduce((sum, value) => sum + value, 0) / milliseconds.length;
  return [
    ...[String(texts.length), mean.toFixed(2)],
    ...[0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1)),
    ...[0.5, 0.99, 1].map((share) => String(percentile(read, share))),
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
