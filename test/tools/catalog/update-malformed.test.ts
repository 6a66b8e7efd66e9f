/** Tests that an update keeps the stored values of members that it cannot read. */
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProgressLine } from "../../../tools/catalog/progress.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { updateCatalog } from "../../../tools/catalog/update/command.ts";
import { createFolder, lines, title } from "./folder.ts";
import { copyDatabase, loaded, readContents, withControl } from "./updated.ts";

const person = { id: 7, name: "Ada", profile_path: "2001/01/a.jpg" };
/** A line that puts every member of a series. */
const LINE = {
  op: "put",
  title: title(1, "One", {
    type: "series",
    original_title: "Un",
    countries: "France",
    genres: "Drama",
    runtime: "45",
    rating: 7,
    plot: "A plot.",
    poster: "1999/03/x.jpg",
    votes: 20,
    popularity: 3,
    lang: "fr",
    last_year: 1981,
    seasons: 2,
    in_production: false,
    released: "1979-02-03",
    status: "ended",
    certificates: [{ country: "US", certificate: "R" }],
    companies: ["Company"],
    networks: ["Network"],
    collection: { name: "Collection", tmdb: 9, titles: [1, 2] },
    backdrop: "1999/03/y.jpg",
    tagline: "A line.",
    trailer: "https://example.org/",
    aliases: ["Alias"],
    translations: { de: { title: "Eins", plot: "Text.", tagline: "Zeile." } },
    external: { imdb: "tt0000001", tmdb: 5, wikidata: "Q1", tvdb: 6 },
  }),
  credits: { id: 1, cast: [{ ...person, character: "Her" }], director: [{ ...person, job: "Director" }] },
  akas: [{ title: "Other", type: "working title", region: "DE" }],
  translations: [{ lang: "es", title: "Uno" }],
  episodes: [
    { season: 1, episode: 1, title: "Pilot", aired: "1979-02-03", runtime: 45, rating: 8, votes: 3 },
  ],
  seasons: [{ season: 1, name: "First", poster: "1999/03/z.jpg", translations: { de: { name: "Erste" } } }],
};

async function setUp(line: unknown) {
  const { title, credits, episodes, seasons, akas, translations } = line as typeof LINE;
  const withId = (rows: readonly object[]) => lines(rows.map((row) => ({ id: 1, ...row })));
  const files = {
    "titles.jsonl": lines([title]),
    "credits.jsonl": lines([credits]),
    "akas.jsonl": withId(akas),
    "translations.jsonl": withId(translations),
    "episodes.jsonl": withId(episodes),
    "seasons.jsonl": withId(seasons),
  };
  const source = await stagedSource([createFolder(files)], {}, { folder: null, report: new LoadReport() });
  const database = await loaded(source);
  source.remove();
  return database;
}

/** Returns the paths of all values in a value, outermost first. */
function listPaths(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, one]) => listPaths(one).map((path) => [key, ...path]))];
}

function replaceAt(value: unknown, [key, ...path]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const members = value as Record<string, unknown>;
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], path, other));
  return { ...members, [key]: replaceAt(members[key], path, other) };
}

describe("update with a malformed member", () => {
  test("keeps the whole title", { timeout: 120_000 }, async () => {
    const stored = await setUp(LINE);
    const before = readContents(stored);
    const paths = listPaths(LINE).filter(([member]) => member !== undefined && member !== "op");
    let malformed = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), async (path, value) => {
        const { catalog, connections } = withControl(copyDatabase(stored));
        const valid = Array.from({ length: 99 }, () => ({ op: "remove", title: 99 }));
        const text = lines([...valid, replaceAt(LINE, path, value)]);
        const file = join(createFolder({ "update.jsonl": text }), "update.jsonl");
        let out = "";
        const line = new ProgressLine({ write: (text) => (out += text) }, () => 0);
        const isApplied = await updateCatalog(connections, [file], { line }).then(
          () => true,
          () => false,
        );
        if (isApplied && out.includes("Nothing was left out.")) return;
        malformed += 1;
        expect(readContents(catalog)).toEqual(before);
      }),
      { numRuns: 200 },
    );
    expect(malformed).toBeGreaterThan(100);
  });
});
