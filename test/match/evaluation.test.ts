/** Measures the precision and recall of file name matching on the evaluation set. */

import { beforeAll, describe, expect, test } from "vitest";
import { type MatchResponse, MIN_CONFIDENCE, type ParsedName } from "../../worker/contract/matching.ts";
import { match as matchResource } from "../../worker/resources/match.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { database, fillSource } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { createResources } from "../resources/kit.ts";
import { evaluationSource } from "./catalog.ts";
import { FILES, type NamedFile } from "./evaluation.ts";

interface Outcome extends NamedFile {
  readonly found: string;
  readonly confidence: number;
  readonly read: ParsedName;
}

/** Formats the details of a parsed name as in the evaluation set. */
function formatDetails({ season, episodes, date, part, edition }: ParsedName): string {
  const numbers = [season === null ? "" : `S${season}`, episodes.length === 0 ? "" : `E${episodes}`].join("");
  return [date, numbers, part, edition && `"${edition}"`].filter(Boolean).join(" ");
}

async function matchFiles(files: readonly NamedFile[]): Promise<Outcome[]> {
  const catalog = catalogIn(database);
  const loading = {
    source: catalog,
    catalog,
    control: null,
    apiSettings: { imagesUrl: null },
    ...createResources(catalog),
  };
  return await Promise.all(
    files.map(async (file) => {
      const query = { name: file.name, lang: "en", includeAdult: false };
      const { read, match }: MatchResponse = JSON.parse(toJson(await matchResource.load(query, loading)));
      const found = match === null ? "-" : `${match.title.title} ${match.title.year}`;
      return { ...file, found, confidence: match?.confidence ?? 0, read };
    }),
  );
}

const share = (some: readonly unknown[], all: readonly unknown[]) => (100 * some.length) / all.length;

beforeAll(() => fillSource(evaluationSource()));

let matching: Promise<Outcome[]> | undefined;

/** Matches all files once. Not in a hook, because it takes too long for one on a busy machine. */
function matchAll(): Promise<Outcome[]> {
  matching ??= (async () => {
    const outcomes: Outcome[] = [];
    for (let at = 0; at < FILES.length; at += 100)
      outcomes.push(...(await matchFiles(FILES.slice(at, at + 100))));
    return outcomes;
  })();
  return matching;
}

describe("GET /v1/match on the evaluation set", () => {
  test("reads season, episodes, date, part and edition", async () => {
    const outcomes = await matchAll();
    const read = outcomes.map((outcome) => `${outcome.name}: ${formatDetails(outcome.read)}`);
    expect(read).toEqual(FILES.map(({ name, details }) => `${name}: ${details}`));
  });

  test("matches at least 98 %, with at most 0.5 % wrong", async () => {
    const outcomes = await matchAll();
    const titled = outcomes.filter(({ title }) => title !== "-");
    const untitled = outcomes.filter(({ title }) => title === "-");
    const wrong = outcomes.filter(({ title, found }) => found !== "-" && found !== title);
    const failed = outcomes.filter(({ title, found }) => found !== title);
    const list = failed
      .map(({ kind, name, title, found }) => `${kind}: ${name}: ${title}, found ${found}`)
      .join("\n");
    expect(FILES.length).toBeGreaterThan(900);
    expect(
      share(
        titled.filter(({ title, found }) => found === title),
        titled,
      ),
      list,
    ).toBeGreaterThanOrEqual(98);
    expect(share(wrong, outcomes), list).toBeLessThanOrEqual(0.5);
    expect(
      wrong.filter(({ confidence }) => confidence >= MIN_CONFIDENCE),
      list,
    ).toEqual([]);
    expect(
      share(
        untitled.filter(({ found }) => found === "-"),
        untitled,
      ),
      list,
    ).toBeGreaterThanOrEqual(99.5);
  });
});
