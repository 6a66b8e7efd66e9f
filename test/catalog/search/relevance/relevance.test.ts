/**
 * Measures how often a search ranks the intended title first, on the starter catalog and on a generated one. The
 * queries are always the same: a third of each kind, and all beginnings of titles, because only they show the weight of
 * a title that is filled. The thresholds allow one miss more than the current results in the kinds that miss any.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { toJson } from "../../../../worker/source/loaded.ts";
import { meantQueries } from "../../../bench/search/queries.ts";
import { madeUpEntries, madeUpTitles } from "../../../bench/search/titles.ts";
import { buildQuery, database, fillEntries, openCatalog, search, toEntries } from "../../kit.ts";
import { ABBREVIATIONS, type FamilyQuery, families } from "./families.ts";
import { starterTitles, takeThird } from "./starter.ts";

interface Outcome {
  readonly kind: string;
  readonly q: string;
  readonly isFirst: boolean;
}

/** Returns, for each kind of query, the percentage that ranks the intended title first. */
function computeShares(outcomes: readonly Outcome[]): Record<string, number> {
  const byKind = Map.groupBy(outcomes, ({ kind }) => kind);
  return Object.fromEntries(
    [...byKind].map(([kind, all]) => [
      kind,
      Math.floor((100 * all.filter(({ isFirst }) => isFirst).length) / all.length),
    ]),
  );
}

/** Asserts that each kind of query reaches its minimum percentage. The default minimum is 100 %. */
function expectAtLeast(outcomes: readonly Outcome[], thresholds: Readonly<Record<string, number>>) {
  const reached = computeShares(outcomes);
  const missed = outcomes.filter(({ isFirst }) => !isFirst).map(({ kind, q }) => `${kind}: ${q}`);
  const below = Object.entries(reached).filter(([kind, share]) => share < (thresholds[kind] ?? 100));
  expect(below, missed.join("\n")).toEqual([]);
}

async function ask(queries: ReturnType<typeof meantQueries>): Promise<Outcome[]> {
  const origin = openCatalog(database);
  const outcomes: Outcome[] = [];
  for (const { kind, q, f = "", expectId } of queries) {
    const json = toJson(await origin.search(buildQuery(q, { f })));
    const [first]: { id: number }[] = JSON.parse(json);
    outcomes.push({ kind, q, isFirst: first?.id === expectId });
  }
  return outcomes;
}

async function askFor(queries: readonly FamilyQuery[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { kind, q, f = "", first } of queries) {
    const [best = null] = (await search(q, { f })).titles;
    outcomes.push({ kind, q: `${q} (${first}, found ${best})`, isFirst: best === first });
  }
  return outcomes;
}

describe("search() on the starter catalog", { timeout: 120_000 }, () => {
  const entries = starterTitles();
  beforeAll(() => fillEntries(entries));

  test("ranks the intended title first", async () => {
    const { prefix = [], others = [] } = Object.groupBy(meantQueries(entries), ({ kind }) =>
      kind === "prefix" ? kind : "others",
    );
    expectAtLeast(await ask([...prefix, ...takeThird(others)]), {
      prefix: 96,
      "two typos": 80,
      "letter missing": 90,
      joined: 90,
      "mistyped word of several": 90,
    });
  });
});

describe("search() with abbreviations", { timeout: 120_000 }, () => {
  const family = families(ABBREVIATIONS);
  const crowd = [...madeUpEntries(300, madeUpTitles(300))].map(({ record }) => record);
  beforeAll(() =>
    fillEntries(toEntries([...family.titles, ...crowd].map((title, at) => ({ ...title, id: at + 1 })))),
  );

  test("ranks the intended title first", async () => {
    expectAtLeast(await askFor(family.queries), {});
  });
});

describe("search() on a generated catalog", { timeout: 120_000 }, () => {
  const family = families();
  const crowd = [...madeUpEntries(600, madeUpTitles(600))].map(({ record }) => record);
  const entries = toEntries([...family.titles, ...crowd].map((title, at) => ({ ...title, id: at + 1 })));
  beforeAll(() => fillEntries(entries));

  test("ranks the intended title first among similar ones", async () => {
    expectAtLeast(await ask(takeThird(meantQueries(entries))), {
      prefix: 90,
      typo: 90,
      "two typos": 90,
      "letters swapped": 90,
      joined: 90,
      "extra word": 90,
      "beginnings in another order": 80,
      "mistyped beginning": 90,
      "mistyped word of several": 85,
    });
  });

  test("ranks the intended title first in generated families", async () => {
    expectAtLeast(await askFor(family.queries), {});
  });

  test("suggests a title for a query that sounds like it", async () => {
    const origin = openCatalog(database);
    const outcomes: Outcome[] = [];
    for (const { title, year } of family.titles.filter(({ title }) =>
      /^[A-Z][a-z]*(ck|x|ph|qu)[a-z]* [A-Z]\w*$/.test(title),
    )) {
      const q = title.toLowerCase().replaceAll("ck", "k").replaceAll("x", "ks").replaceAll("qu", "k");
      const json = toJson(await origin.search({ ...buildQuery(q), isLoose: true }));
      const [first]: { title: string; year: string }[] = JSON.parse(json);
      outcomes.push({ kind: "sound", q, isFirst: first?.title === title && first.year === year });
    }
    expect(outcomes.length).toBeGreaterThan(5);
    expectAtLeast(outcomes, { sound: 90 });
  });
});
