/** Tests that a load reports everything that it leaves out. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import { describeFault, LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { isUnknown } from "../../../tools/catalog/sources/values.ts";
import { createFolder, lines, title, tsv } from "./folder.ts";
import { catalog } from "./run.ts";
import { read } from "./sources.ts";

type Stored = (loaded: Awaited<ReturnType<typeof read>>) => unknown;
type Fields = Readonly<Record<string, readonly [values: unknown[], stored: Stored]>>;

const DATES = ["1950-05-06", "1950-05", "1950", 1950, "May 1950", "1950-02-31"];

/** Returns the value that is stored in an episode, or in its details. */
const ofEpisode =
  (at: number, detail?: string): Stored =>
  ({ seasons: [first] }) => {
    const [episode] = JSON.parse(first?.[1].episodes ?? "[]");
    return detail === undefined ? episode?.[at] : episode?.[at]?.[detail];
  };
const ofTranslation =
  (name: string): Stored =>
  ({ entries: [entry] }) =>
    Object(entry?.translations.get("fr"))[name];

const TITLE: Fields = {
  type: [["tv", "SERIES", "game"], ({ entries: [entry] }) => entry?.record.type],
  year: [["1999", 1999, "1999-03-31", "19999"], ({ entries: [entry] }) => entry?.record.year],
  runtime: [
    ["142 min", "2h 22m", "PT2H22M", "02:22:00", 142, "long"],
    ({ entries: [entry] }) => Number(entry?.record.runtime),
  ],
  genres: [
    ["Action,Drama", ["Action"], [{ name: "Drama" }], [5]],
    ({ entries: [entry] }) => entry?.record.genres,
  ],
  countries: [["US / FR", ["France"], {}, "us", "ZZ"], ({ entries: [entry] }) => entry?.record.countries],
  rating: [[7.5, "8.1/10", "8,1", 77, "good"], ({ entries: [entry] }) => entry?.record.rating],
  plot: [["A plot.", 5], ({ entries: [entry] }) => entry?.record.plot],
  poster: [["/x.jpg", "1999/03/x.jpg", "x.jpg"], ({ entries: [entry] }) => entry?.record.poster],
  votes: [[12, "1,234", -1, "many"], ({ entries: [entry] }) => entry?.facts.votes],
  lang: [["yue", "pt_BR", "cn", "Klingon language"], ({ entries: [entry] }) => entry?.facts.language],
  status: [["ended", "over"], ({ entries: [entry] }) => entry?.facts.status],
  released: [["1979-03-31", "1979-03", "2024-05-12"], ({ entries: [entry] }) => entry?.facts.released],
  tagline: [["A line.", "x".repeat(501)], ({ entries: [entry] }) => entry?.facts.tagline],
  trailer: [["https://example.org/", "javascript:1"], ({ entries: [entry] }) => entry?.facts.trailer],
  backdrop: [["/y.jpg", "http://example.org/y.jpg"], ({ entries: [entry] }) => entry?.facts.backdrop],
  last_year: [[1999, "1999", 19_999], ({ entries: [entry] }) => entry?.facts.series?.last_year],
  collection: [
    [{ name: "A" }, { tmdb: 5 }, { name: 5 }, "A"],
    ({ entries: [entry] }) => entry?.facts.collection,
  ],
};
const TRANSLATION: Fields = {
  title: [["Un titre", 5], ofTranslation("title")],
  plot: [["Une histoire.", {}], ofTranslation("plot")],
  genres: [["Action,Drame", [5]], ofTranslation("genres")],
  countries: [["FR", ["France"], {}], ofTranslation("countries")],
  tagline: [["Une ligne.", "x".repeat(501)], ofTranslation("tagline")],
  trailer: [["https://example.org/", "javascript:1"], ofTranslation("trailer")],
};

/** The fields of each kind of row, with some values and the place where they are stored, and the rest of the row. */
const ROWS: Readonly<Record<string, readonly [row: object, Fields]>> = {
  titles: [title(1, "A", { type: undefined }), TITLE],
  translations: [{ id: 1, lang: "fr" }, TRANSLATION],
  people: [
    { id: 31 },
    {
      born: [DATES, ({ lives }) => lives.get(31)?.born],
      died: [DATES, ({ lives }) => lives.get(31)?.died],
      birthplace: [["Oslo", 5, "x".repeat(201)], ({ lives }) => lives.get(31)?.birthplace],
      also_known_as: [[["Annie"], "Annie", 5], ({ otherNames }) => otherNames.get(31)?.join()],
    },
  ],
  episodes: [
    { id: 1, season: 1, episode: 1 },
    {
      title: [["Pilot", 5, {}], ofEpisode(1)],
      aired: [DATES, ofEpisode(2)],
      runtime: [["45 min", 45, "long"], ofEpisode(3)],
      rating: [[7.5, "8,1", 11], ofEpisode(4)],
      votes: [[12, "1,234", -1, 1.5], ofEpisode(5)],
      plot: [["A plot.", 5], ofEpisode(7, "plot")],
      still: [["/x.jpg", "x.jpg"], ofEpisode(7, "still")],
    },
  ],
};

/** Returns true for values that stand for an unknown value. */
const isNothing = (value: unknown): boolean =>
  (Array.isArray(value) && value.every(isNothing)) ||
  isUnknown(value) ||
  [0, "0", false, "false", "0000", "no"].includes(value as never);

describe("report of a load", () => {
  test.each(Object.entries(ROWS))(
    "lists every value that is not stored: %s",
    { timeout: 60_000 },
    async (kind, [row, of]) => {
      const anyField = fc.constantFrom(...Object.keys(of)).chain((field) => {
        const values = fc.oneof(fc.constantFrom(...(of[field]?.[0] ?? [])), fc.jsonValue({ maxDepth: 1 }));
        return fc.tuple(fc.constant(field), values);
      });
      const anyFields = fc.uniqueArray(anyField, {
        selector: ([field]) => field,
        minLength: 1,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(anyFields, async (fields) => {
          const titles = {
            "titles.jsonl": lines([title(1, "A", { type: kind === "episodes" ? "series" : "movie" })]),
          };
          const given = { ...row, ...Object.fromEntries(fields) };
          const loaded = await read({ ...titles, [`${kind}.jsonl`]: lines([given]) });
          const reported = loaded.report.fields.shown.map(({ field }) => field);
          for (const [field, value] of fields) {
            const stored = of[field]?.[1](loaded);
            const isStored = stored !== undefined && stored !== null && stored !== "" && stored !== 0;
            if (isNothing(value) || JSON.stringify(value).length <= 2) continue;
            const isReported = reported.includes(field);
            // Only some items of a list may be stored.
            const isCovered = Array.isArray(value) ? isStored || isReported : isStored !== isReported;
            expect([field, value, isCovered]).toEqual([field, value, true]);
          }
        }),
        { numRuns: kind === "titles" ? 150 : 60 },
      );
    },
  );

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

describe("report of a resumed load", () => {
  test("names what an earlier run has read", async () => {
    const folder = createFolder({});
    const files = createFolder({ "titles.jsonl": lines([title(1, "A", { runtime: "long" })]) });
    const stage = async () => {
      const report = new LoadReport();
      (await stagedSource([files], {}, { folder, report })).close();
      return [...report.lines(), report.summary()];
    };
    expect((await stage()).at(-1)).toBe("1 value was left out; see above.");
    expect(await stage()).toEqual([
      `Read by an earlier run, which reported what it left out: ${join(files, "titles.jsonl")}`,
      "Nothing was left out of the rest.",
    ]);
  });
});

describe("npm run catalog -- check", () => {
  const FILES = {
    "titles.jsonl": lines([title(1, "A", { poster: "x.jpg", runtime: "long", overview: "A plot." })]),
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

  test("lists what was left out before a file that cannot be read", async () => {
    const folder = createFolder({ ...FILES, "translations.jsonl.gz": "" });
    writeFileSync(join(folder, "translations.jsonl.gz"), Buffer.from([0x1f, 0x8b, 8]));
    const { code, out } = await catalog("check", folder);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/runtime "long" is not a duration\n.*poster "x\.jpg".*is broken or cut off/s),
    ]);
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
      { file: "titles.jsonl", field: "overview", count: 1, reason: "is no field of these files" },
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
