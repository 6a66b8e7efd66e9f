import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ParsedName } from "../../worker/contract/matching.ts";
import { readName } from "../../worker/match/name.ts";
import { FILES } from "./evaluation.ts";

const readTitle = (name: string) => readName(name).readings[0].read.title;

function formatReading({ title, year, season, episodes, date, part }: ParsedName): string {
  const numbers = [season === null ? "" : `S${season}`, episodes.length === 0 ? "" : `E${episodes}`].join("");
  return [title, year, date, numbers, part].filter(Boolean).join(" ");
}

const listReadings = (name: string) => readName(name).readings.map(({ read }) => formatReading(read));

/** Counts the characters that regular expressions examine while a name is parsed. */
function measureParsing(name: string): { count: number; patterns: ReadonlySet<string> } {
  const { exec } = RegExp.prototype;
  const patterns = new Set<string>();
  let count = 0;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    count +=
      1 + (found === null ? (this.sticky ? 0 : text.length - from) : found.index + found[0].length - from);
    patterns.add(this.source);
    return found;
  };
  try {
    readName(name);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return { count, patterns };
}

const hostile = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ..."a.|1-|S01E01|[|(|]|{| |x264 |2001.|a/|e|第1|season 1 |episode 1 |final |tt|tmdb-|aka |-|_".split(
          "|",
        ),
        "\\",
      ),
      { minLength: 1, maxLength: 6 },
    ),
    fc.integer({ min: 20, max: 500 }),
  )
  .map(([parts, times]) => parts.join("").repeat(times).slice(0, 1_000));

/** The approximate number of steps per character for a name of three words. */
const PER_CHARACTER = 80;

describe("readName()", () => {
  test.each([
    ["The.Matrix.1999.1080p.BluRay.x264-GRP.mkv", "The Matrix", "1999"],
    ["The.Daily.Show.2024.05.01.mkv", "The Daily Show", null],
    ["Battlestar.Galactica.2003.S01E01.mkv", "Battlestar Galactica", "2003"],
    ["Matrix, The (1999).mkv", "The Matrix", "1999"],
    ["Marvels.Agents.of.S.H.I.E.L.D.S01E01.mkv", "Marvels Agents of S.H.I.E.L.D.", null],
    ["Harry Potter (2001-2011)/Sorcerer.mkv", "Sorcerer", null],
    ["C:\\Movies\\Alien (1979)\\alien.avi", "Alien", "1979"],
    ["Movies/Some Folder/movie.mkv", "Some Folder", null],
    ["01 - The Matrix.mkv", "The Matrix", null],
    ["[1999] The Matrix.mkv", "The Matrix", "1999"],
    ["Alien-1979.mkv", "Alien", "1979"],
    ["Alien/1080p/file.mkv", "Alien", null],
    ["Pan%27s%20Labyrinth%20%282006%29.mkv", "Pan's Labyrinth", "2006"],
    ["100%.Wolf.2020.mkv", "100% Wolf", "2020"],
    ["Hansel &amp; Gretel&#58; Witch Hunters (2013).mkv", "Hansel & Gretel: Witch Hunters", "2013"],
    ["Films/1998/Psycho.mkv", "Psycho", "1998"],
    ["Movies (1998)/Psycho/Psycho.mkv", "Psycho", "1998"],
    ["1998 movies/Psycho.mkv", "Psycho", "1998"],
    ["2012/movie.mkv", "2012", null],
    ["1999.The.Matrix.1080p.mkv", "The Matrix", "1999"],
    ["The.Matrix.1080p.BluRay.1999.mkv", "The Matrix", "1999"],
    ["07. The Matrix (1999).mkv", "The Matrix", "1999"],
    ["4K The Matrix (1999).mkv", "The Matrix", "1999"],
    ["Opus.2025.1080p.mkv", "Opus", "2025"],
    ["The Complete Saga (1999-2003) [1080p]/The Matrix.mkv", "The Matrix", null],
  ])("parses %s as %s, %s", (name, title, year) => {
    expect(readName(name).readings[0].read).toMatchObject({ title, year });
  });

  test("returns no title for a name of technical terms", () => {
    const noise = FILES.filter(({ kind }) => kind === "noise").map(({ name }) => name);
    const named = noise.filter((name) => readTitle(name) !== "");
    // These look like titles, but they are not.
    const unknown = ["[ABCD1234].mkv", "a8f3c9e1b7.mkv"];
    expect(named).toEqual([...unknown, "Movies/New Folder/1.mkv"]);
  });

  test("reads a number as part of the title or as a year", () => {
    expect(listReadings("Wonder.Woman.1984.CD2.mkv")).toEqual([
      "Wonder Woman 1984 cd2",
      "Wonder Woman 1984 cd2",
    ]);
  });

  test("reads leading numbers as an episode or as a film title", () => {
    const { readings } = readName("10x10 2018.mkv");
    const read = readings.map(({ read: { title, year, type, episodes } }) => [title, year, type, episodes]);
    expect(read[0]).toEqual(["", null, "series", [10]]);
    expect(read).toContainEqual(["10x10", "2018", null, []]);
    expect(read).toContainEqual(["10x10 2018", null, null, []]);
  });

  test.each<[string, readonly string[]]>([
    ["The Matrix Trilogy/Reloaded.mkv", ["Reloaded", "The Matrix Reloaded"]],
    ["Terminator 2 Judgment Day (1991).mkv", ["Terminator 2 Judgment Day", "Judgment Day"]],
    ["12 Angry Men (1957).mkv", ["12 Angry Men", "Angry Men"]],
    ["Druk (2020) - Another Round.mkv", ["Druk", "Another Round"]],
    ["Druk - Another Round (2020).mkv", ["Druk Another Round", "Druk", "Another Round"]],
    ["The Good German SUBBED.mkv", ["The Good German SUBBED", "The Good"]],
    ["Open Season 2 (2008).mkv", ["Open", "Open Season 2"]],
    ["A Man for All Seasons (1966).mkv", ["A Man for", "A Man for All Seasons"]],
    ["[Group] Apollo 13 [1080p].mkv", ["Apollo 13", "Apollo"]],
    ["Dark (Season 2).mkv", ["Dark", "Dark Season 2"]],
    ["[Group][Spirited Away][01].mkv", ["Group", "Spirited Away"]],
    ["[REC] 3 Genesis (2012).mkv", ["REC 3 Genesis"]],
    ["Harry Potter 2001 and the Stone.mkv", ["Harry Potter and the Stone"]],
    ["grp-the.matrix.1999.mkv", ["the matrix"]],
  ])("proposes %s as %j", (name, titles) => {
    expect(readName(name).readings.map(({ read }) => read.title)).toEqual(
      expect.arrayContaining([...titles]),
    );
  });

  test.each([
    ["Lantern.102.mkv", "Lantern S1E2"],
    ["Lantern 2 - 07.mkv", "Lantern S2E7"],
    ["Lantern II - 05.mkv", "Lantern S2E5"],
    ["Lantern/Season 1/Lantern.102.mkv", "Lantern S1E2"],
    ["The Lantern/01 - Pilot.mkv", "The Lantern E1"],
  ])("proposes the numbers of %s as %s, if the catalog has the episode", (name, expected) => {
    const conditional = readName(name).readings.filter(({ needsEpisode }) => needsEpisode);
    expect(conditional.map(({ read }) => formatReading(read))).toContain(expected);
  });

  test.each([
    ["Lantern S01E08-GRP.mkv", "Lantern S1E8"],
    ["Lantern S01E01a.mkv", "Lantern S1E1"],
    ["Lantern S01E05 & S01E06.mkv", "Lantern S1E5,6"],
    ["Lantern S03E26-S04E01.mkv", "Lantern S3E26"],
    ["Lantern S01E01-30 Days.mkv", "Lantern S1E1"],
    ["Lantern 1x05_1x06.avi", "Lantern S1E5,6"],
    ["Lantern S04D01-D04.iso", "Lantern S4"],
    ["Lantern S21 1000.mkv", "Lantern S21E1000"],
    ["Lantern - 47 (S03E01).mkv", "Lantern 47 S3E1"],
    ["Lantern T02E03.mkv", "Lantern S2E3"],
    ["Lantern [Cap.510].mkv", "Lantern S5E10"],
    ["Lantern - Temporada 5 [HDTV][Cap.510].mkv", "Lantern S5E10"],
    ["Lantern 2016x15.mkv", "Lantern S2016E15"],
    ["Lantern 5 сезон 10 серия.avi", "Lantern S5E10"],
    ["Lantern 4ª Temporada.mkv", "Lantern S4"],
    ["Lantern 5. Staffel Folge 10.mkv", "Lantern S5E10"],
    ["Lantern 5. Sezon 10. Bölüm.mkv", "Lantern S5E10"],
    ["Lantern sezon 5 odcinek 10.mkv", "Lantern S5E10"],
    ["Lantern stagione 5 episodio 10.mkv", "Lantern S5E10"],
    ["Lantern seizoen 5 aflevering 10.mkv", "Lantern S5E10"],
    ["Lantern 第5季第10集.mkv", "Lantern S5E10"],
    ["Lantern シーズン5 第10話.mkv", "Lantern S5E10"],
    ["Lantern 시즌 5 10화.mkv", "Lantern S5E10"],
    ["Lantern SP1.mkv", "Lantern S0E1"],
    ["Lantern/Season 1/Ep. 02 - Word.mkv", "Lantern S1E2"],
    ["Lantern/Series 1/1.02 Word.avi", "Lantern S1E2"],
    ["Lantern/Season 1/A Word/S01E01.avi", "Lantern S1E1"],
    ["24/Season 1/24 - S01E24.mkv", "24 S1E24"],
    ["Lantern 23-03-2020.mkv", "Lantern 2020-03-23"],
    ["Lantern - March 23, 2020.mkv", "Lantern 2020-03-23"],
    ["Harbour (1999)/Special Features/Up.mkv", "Harbour 1999 extra"],
    ["Harbour (1999) + Extras/Harbour (1999).mkv", "Harbour 1999"],
    ["Lantern S01E05 The Trailer.mkv", "Lantern S1E5"],
    ["Harbour.2000.DVDRip.XviD-GRP - pt1.avi", "Harbour 2000 pt1"],
  ])("reads %s as %s", (name, expected) => {
    expect(formatReading(readName(name).readings[0].read)).toBe(expected);
  });

  test("returns well-formed text", () => {
    const { read } = readName(`${"x".repeat(59)}\u{1f600}${"y".repeat(9)} &#xd800; (1999).mkv`).readings[0];
    expect(read.title.isWellFormed()).toBe(true);
  });

  test("returns TMDB ids with the likelier kind first", () => {
    const sources = (name: string) =>
      readName(name).ids.map(({ source, external }) => `${source}:${external}`);
    expect(sources("A (1999) [tmdbid-603]/movie.mkv")).toEqual(["tmdb-movie:603", "tmdb-tv:603"]);
    expect(sources("A {tmdb-1396}/Season 1/S01E01.mkv")).toEqual(["tmdb-tv:1396"]);
    expect(sources("A [imdbid-tt0133093].mkv")).toEqual(["imdb:tt0133093"]);
    expect(sources("A nm0000206 xtt0133093.mkv")).toEqual([]);
    expect(sources("A [tmdbid-1] tt0000001/B [tmdbid-2]/B.mkv")).toEqual(["tmdb-movie:2", "tmdb-tv:2"]);
    expect(sources("A {tmdb-3}/Season 1/S01E01 [tt0000004].mkv")).toEqual(["imdb:tt0000004", "tmdb-tv:3"]);
  });

  test("runs in linear time", () => {
    fc.assert(
      fc.property(hostile, (name) => {
        expect(measureParsing(name).count).toBeLessThanOrEqual(PER_CHARACTER * (name.length + 100));
      }),
      { numRuns: 300, seed: 27 },
    );
  });

  test("nests no repetitions in its regular expressions", () => {
    const patterns = new Set(FILES.flatMap(({ name }) => [...measureParsing(name).patterns]));
    const nested = [...patterns].filter((source) =>
      /[+*}][^()]*\)[+*{]/.test(source.replaceAll(/\[[^\]]*\]/g, "x")),
    );
    expect(patterns.size).toBeGreaterThan(20);
    // These expressions cannot backtrack, because each repetition starts with its own delimiter: a percent sign, a
    // space, or the dot of an initial.
    expect(nested).toEqual([
      "(?:%[\\da-f]{2})+",
      "^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$",
      "(?<![\\p{L}\\p{N}])(?:\\p{L}\\.){2,}",
    ]);
  });

  test("does not throw and returns safe numbers", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), hostile), (name) => {
        const { readings } = readName(name);
        for (const {
          read: { season, episodes },
        } of readings) {
          expect([season ?? 0, ...episodes].every((number) => number >= 0 && number < 10_000)).toBe(true);
        }
        expect(readings.length).toBeLessThanOrEqual(24);
      }),
      { seed: 27 },
    );
  });
});
