/** Tests that a load reports everything that it leaves out. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import { describeFault } from "../../../tools/catalog/sources/load-report.ts";
import { isUnknown } from "../../../tools/catalog/sources/values.ts";
import { createFolder, lines, title, tsv } from "./folder.ts";
import { catalog } from "./run.ts";
import { read } from "./sources.ts";

/** The fields of a title, each with some values and the place where it is stored. */
const FIELDS: Readonly<
  Record<string, readonly [values: unknown[], stored: (entry: CatalogEntry) => unknown]>
> = {
  type: [["tv", "SERIES", "game"], ({ record }) => record.type],
  year: [["1999", 1999, "1999-03-31", "19999"], ({ record }) => record.year],
  runtime: [
    ["142 min", "2h 22m", "PT2H22M", "02:22:00", 142, "long"],
    ({ record }) => Number(record.runtime),
  ],
  genres: [["Action,Drama", ["Action"], [{ name: "Drama" }], [5]], ({ record }) => record.genres],
  countries: [["US / FR", ["France"], {}, "us", "ZZ"], ({ record }) => record.countries],
  rating: [[7.5, "8.1/10", "8,1", 77, "good"], ({ record }) => record.rating],
  plot: [["A plot.", 5], ({ record }) => record.plot],
  poster: [["/x.jpg", "1999/03/x.jpg", "x.jpg"], ({ record }) => record.poster],
  votes: [[12, "1,234", -1, "many"], ({ facts }) => facts.votes],
  lang: [["yue", "pt_BR", "cn", "Klingon language"], ({ facts }) => facts.language],
  status: [["ended", "over"], ({ facts }) => facts.status],
  released: [["1979-03-31", "1979-03", "2024-05-12"], ({ facts }) => facts.released],
  tagline: [["A line.", "x".repeat(501)], ({ facts }) => facts.tagline],
  trailer: [["https://example.org/", "javascript:1"], ({ facts }) => facts.trailer],
  backdrop: [["/y.jpg", "http://example.org/y.jpg"], ({ facts }) => facts.backdrop],
  last_year: [[1999, "1999", 19_999], ({ facts }) => facts.series?.last_year],
  collection: [[{ name: "A" }, { tmdb: 5 }, { name: 5 }, "A"], ({ facts }) => facts.collection],
};

/** Returns true for values that stand for an unknown value. */
const isNothing = (value: unknown): boolean =>
  (Array.isArray(value) && value.every(isNothing)) ||
  isUnknown(value) ||
  [0, "0", false, "false", "0000", "no"].includes(value as never);

describe("report of a load", () => {
  test("lists every value that is not stored", { timeout: 60_000 }, async () => {
    const anyField = fc.constantFrom(...Object.keys(FIELDS)).chain((field) => {
      const values = fc.oneof(fc.constantFrom(...(FIELDS[field]?.[0] ?? [])), fc.jsonValue({ maxDepth: 1 }));
      return fc.tuple(fc.constant(field), values);
    });
    const anyFields = fc.uniqueArray(anyField, { selector: ([field]) => field, minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(anyFields, async (fields) => {
        const row = { ...title(1, "A", { type: undefined }), ...Object.fromEntries(fields) };
        const { entries, report } = await read({ "titles.jsonl": lines([row]) });
        const reported = report.fields.shown.map(({ field }) => field);
        for (const [field, value] of fields) {
          const stored = FIELDS[field]?.[1](entries[0] as CatalogEntry);
          const isStored = stored !== undefined && stored !== null && stored !== "" && stored !== 0;
          if (!isNothing(value) && JSON.stringify(value).length > 2)
            expect([field, value, isStored !== reported.includes(field)]).toEqual([field, value, true]);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("lists names, companies and certificates that exceed what a title can hold", async () => {
    const companies = Array.from({ length: 23 }, (_, at) => `Company ${at}`);
    const names = Array.from({ length: 40 }, (_, at) => `${at}`.padEnd(1_000, "x"));
    const certificates = ["PG", "R", "G"].map((certificate) => ({ country: "US", certificate }));
    const { entries, report } = await read({
      "titles.jsonl": lines([title(1, "A", { companies, certificates, aliases: names })]),
    });
    const [{ facts, otherNames }] = entries as [CatalogEntry];
    const stored = [facts.companies, facts.certificates, otherNames].map((list) => list?.length ?? 0);
    expect(stored).toEqual([20, 1, 30]);
    expect(report.fields.total).toBe(3 + 2 + 10);
  });

  test("names fields that are not read, with the number of rows", async () => {
    const folder = createFolder({
      "titles.jsonl": lines([title(1, "A", { overview: "A plot." }), title(2, "B", { overview: "" })]),
      "credits.jsonl": lines([{ id: 1, crew: [] }]),
    });
    expect((await catalog("check", folder)).out).toContain(
      'Not read, because it is no field of these files: "overview" in titles.jsonl (2), "crew" in credits.jsonl (1)',
    );
  });

  test("lists malformed regions", async () => {
    const akas = ["DE", "de", "Germany"].map((region, at) => ({ id: 1, title: `A${at}`, region }));
    const { entries, report } = await read({
      "titles.jsonl": lines([title(1, "A")]),
      "akas.jsonl": lines(akas),
    });
    expect(entries[0]?.otherNames.map(({ region }) => region)).toEqual(["DE", "DE", undefined]);
    expect(report.fields.shown.map(describeFault)).toEqual(['region "Germany" is not the code of a country']);
  });

  test("lists release days in meta files that contradict the year", async () => {
    const { entries, report } = await read({
      "titles.jsonl": lines([title(1, "A", { year: "1999" })]),
      "meta.jsonl": lines([{ id: 1, released: "2024-05-12" }]),
    });
    expect(entries[0]?.facts).not.toHaveProperty("released");
    expect(report.fields.shown.map(describeFault)).toEqual([
      'released "2024-05-12" contradicts the year of the title',
    ]);
  });
});

describe("npm run catalog -- check", () => {
  const FILES = {
    "titles.jsonl": lines([title(1, "A", { poster: "x.jpg", runtime: "long" })]),
    "notes.txt": "Not ours.",
  };

  test("names files that it does not read, and says that values were left out", async () => {
    const folder = createFolder(FILES);
    const { code, out } = await catalog("check", folder);
    expect(code).toBe(0);
    expect(out).toContain(`Not read, because the name is none of a catalog's files: ${folder}/notes.txt`);
    expect(out).toContain("1 title, 0 seasons, 0 episodes.");
    expect(out).toMatch(/Done: 1 titles\. 2 values were left out; see above\.\n$/);
  });

  test("writes everything that was left out to the file of --report", async () => {
    const folder = createFolder(FILES);
    const report = join(createFolder({}), "report.jsonl");
    await catalog("check", folder, "--report", report);
    const faults = readFileSync(report, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const place = { file: "titles.jsonl", line: 1, id: 1 };
    expect(faults).toEqual([
      { ...place, reason: "is not a duration", field: "runtime", value: "long" },
      { ...place, reason: "is not the path of an image", field: "poster", value: "x.jpg" },
      { file: join(folder, "notes.txt"), reason: "is none of a catalog's files" },
    ]);
  });

  test("reads only IMDb's kinds in --kinds", async () => {
    const columns = "tconst | titleType | primaryTitle";
    const folder = createFolder({
      "title.basics.tsv": tsv([columns, "tt0000001 | short | A", "tt0000002 | movie | B"]),
    });
    expect((await catalog("check", folder, "--kinds", "movie,tvSeries")).out).toContain(
      "Titles of other kinds were left out: 1 short",
    );
    expect(await catalog("check", folder, "--kinds", "film")).toMatchObject({ code: 1 });
  });
});
