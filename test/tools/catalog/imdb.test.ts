/** Tests loading made-up rows in the format of IMDb's dumps. */
import { describe, expect, test } from "vitest";
import { describeFault } from "../../../tools/catalog/sources/load-report.ts";
import { tsv } from "./folder.ts";
import { read } from "./sources.ts";

/**
 * Files with oddities of the real dumps: unclosed quotes, lists within a field, eight-digit ids, and unused title
 * types and files.
 */
const FILES = {
  "title.basics.tsv.gz": tsv([
    "tconst | titleType | primaryTitle | originalTitle | isAdult | startYear | endYear | runtimeMinutes | genres",
    'tt0000007 | movie | A "Quoted" Film | Un film | 0 | 1979 | \\N | 117 | Drama,Sci-Fi',
    "tt0000008 | tvMiniSeries | A Series | A Series | 1 | 2001 | 2002 | \\N | \\N",
    "tt0000009 | tvEpisode | An Episode | An Episode | 0 | 2001 | \\N | 20 | Drama",
    "tt0000010 | short | A Short | A Short | 0 | \\N | \\N | \\N | \\N",
    "tt12345678 | tvMovie | Unknown | Unknown | 0 | \\N | \\N | \\N | \\N",
    'tt0000021 | tvMovie | "Unclosed | "Unclosed | 0 | 1934 | \\N | \\N | Comedy,Film-Noir,Short',
    'tt10000002 | tvSeries | "Odd Sisters" and the "Rest | Los Raros | 0 | 2019 | 2023 | 45 | Reality-TV',
    "tt0000023 | videoGame | A Game | A Game | 0 | 2001 | \\N | \\N | \\N",
    "tt0000024 | tvPilot | A Pilot | A Pilot | 1 | \\N | \\N | 0 | \\N",
  ]),
  "title.ratings.tsv": tsv([
    "tconst | averageRating | numVotes",
    "tt0000008 | 8.1 | 500",
    "tt0000007 | 6.5 | 20",
    "tt0000009 | 9 | 9",
    "tt10000002 | 7.0 | 1234567",
  ]),
  "title.akas.tsv": tsv([
    "titleId | ordering | title | region | language | types | attributes | isOriginalTitle",
    "tt0000007 | 1 | Фильм | RU | \\N | imdbDisplay | \\N | 0",
    "tt0000007 | 2 | Untitled | \\N | \\N | working | \\N | 0",
    "tt0000007 | 3 | Secret | \\N | \\N | working | \\N | 0",
    "tt0000007 | 4 | Secret | US | \\N | alternative | informal title | 0",
    "tt0000007 | 5 | A Film | XWW | en | \\N | literal English title | 0",
    "tt0000009 | 1 | Nobody | \\N | \\N | \\N | \\N | 0",
    'tt0000021 | 1 | "Unclosed | \\N | \\N | original | \\N | 1',
    "tt0000021 | 2 | Ανοιχτό | GR | \\N | imdbDisplay\u0002dvd | transliterated title | 0",
  ]),
  "title.crew.tsv": tsv([
    "tconst | directors | writers",
    "tt0000007 | nm0000002,nm0000009 | nm0000003",
    "tt0000021 | nm0000009 | \\N",
    "tt0000023 | \\N | \\N",
  ]),
  "title.episode.tsv": tsv([
    "tconst | parentTconst | seasonNumber | episodeNumber",
    "tt0000009 | tt10000002 | \\N | \\N",
    "tt0000031 | tt10000002 | 2019 | 1",
    "tt0000032 | tt10000002 | 2019 | 2",
    "tt0000033 | tt10000002 | 2020 | 1",
    "tt0000034 | tt0000099 | 1 | 1",
  ]),
  "title.principals.tsv": tsv([
    "tconst | ordering | nconst | category | job | characters",
    "tt0000007 | 2 | nm0000002 | director | \\N | \\N",
    'tt0000007 | 1 | nm0000001 | actress | \\N | ["Maya","Herself"]',
    "tt0000007 | 3 | nm0000003 | writer | screenplay | \\N",
    "tt0000007 | 4 | nm0000004 | cinematographer | director of photography | \\N",
    "tt0000007 | 5 | nm0000005 | composer | \\N | \\N",
    "tt0000007 | 6 | nm0000006 | editor | \\N | \\N",
    "tt0000007 | 7 | nm0000007 | production_designer | \\N | \\N",
    "tt0000007 | 8 | nm0000008 | producer | executive producer | \\N",
    "tt0000009 | 1 | nm0000001 | actress | \\N | \\N",
    'tt0000021 | 1 | nm12345678 | self | \\N | ["Jay \\"The Hat\\" Roe"]',
    "tt0000021 | 2 | nm0000009 | actor | \\N | \\N",
    'tt0000021 | 10 | nm0000010 | archive_sound | \\N | ["Voice"]',
  ]),
  "name.basics.tsv": tsv([
    "nconst | primaryName | birthYear | deathYear | primaryProfession | knownForTitles",
    ...Array.from({ length: 9 }, (_, at) => `nm000000${at + 1} | Person ${at + 1} | 1899 | 1987 | \\N | \\N`),
    "nm12345678 | Ñandú d'Été | \\N | \\N | actress,soundtrack | tt0000021,tt10000002",
  ]),
};

describe("loading IMDb's dumps", () => {
  const EPISODES = {
    "title.basics.tsv": tsv([
      "tconst | titleType | primaryTitle | originalTitle | isAdult | startYear | endYear | runtimeMinutes | genres",
      "tt0000001 | tvSeries | A Series | A Series | 0 | 2001 | \\N | \\N | \\N",
      "tt0000002 | movie | A Film | A Film | 0 | 2001 | \\N | \\N | \\N",
      "tt0000012 | tvEpisode | Ozymandias | Ozymandias | 0 | 2002 | \\N | 47 | Drama",
      "tt0000011 | tvEpisode | Episode #1.1 | Episode #1.1 | 0 | 2001 | \\N | \\N | Drama",
      "tt0000013 | tvEpisode | Un été | Un été | 0 | 2003 | \\N | 30 | Drama",
    ]),
    "title.ratings.tsv": tsv(["tconst | averageRating | numVotes", "tt0000012 | 9.9 | 250"]),
    "title.episode.tsv": tsv([
      "tconst | parentTconst | seasonNumber | episodeNumber",
      "tt0000013 | tt0000001 | 2 | 1",
      "tt0000012 | tt0000001 | 1 | 2",
      "tt0000011 | tt0000001 | 1 | 1",
      "tt0000014 | tt0000001 | 1 | 3",
      "tt0000015 | tt0000001 | \\N | \\N",
      "tt0000016 | tt0000002 | 1 | 1",
      "tt0000017 | tt0000003 | 1 | 1",
    ]),
  };

  test("joins episodes with their titles, years and ratings", async () => {
    const { seasons, report } = await read(EPISODES);
    expect(report.rows.shown).toEqual([]);
    expect(seasons.map(([id, { overview }]) => [id, JSON.parse(overview)])).toEqual([
      [1, { season: 1, name: "", episodes: 3, aired: "2001", poster: null }],
      [1, { season: 2, name: "", episodes: 1, aired: "2003", poster: null }],
    ]);
    expect(seasons.flatMap(([, { episodes }]) => JSON.parse(episodes))).toEqual([
      [1, "", 2001, 0, 0, 0, 11],
      [2, "Ozymandias", 2002, 47, 9.9, 250, 12],
      [3, "", "", 0, 0, 0, 14],
      [1, "Un été", 2003, 30, 0, 0, 13],
    ]);
  });

  test("reads years of birth and death", async () => {
    const { lives } = await read(FILES);
    expect(lives.get(1)).toEqual({ born: "1899", died: "1987" });
    expect(lives.has(12_345_678)).toBe(false);
  });

  test("reports how many episodes belong to no loaded series", async () => {
    const { report } = await read(EPISODES);
    expect(report.lines()).toContain("2 episodes were ignored, because the title is a film or is not loaded");
  });

  test.each([
    [
      "the same numbers",
      "tt0000014 | tt0000001 | 1 | 2",
      "title.episode.tsv:9: id tt0000014: line 3 has the same numbers",
    ],
    ["the same id", "tt0000012 | tt0000001 | 3 | 1", "title.episode.tsv:9: id tt0000012: line 3 has this id"],
    [
      "numbers out of range",
      "tt0000018 | tt0000001 | 99999 | 1",
      "title.episode.tsv:9: id tt0000018: S99999E1 is not an episode",
    ],
  ])("omits an episode with %s", async (_, line, fault) => {
    // A load tolerates one malformed row in a hundred.
    const others = Array.from({ length: 100 }, (_, at) => `tt00002${at + 10} | tt0000001 | 9 | ${at}`);
    const file = EPISODES["title.episode.tsv"].replace(
      "tt0000014 | tt0000001 | 1 | 3\n".replaceAll(" | ", "\t"),
      "",
    );
    const dump = {
      ...EPISODES,
      "title.episode.tsv": file + tsv(["tt0000019 | tt0000001 | 8 | 1", line, ...others]),
    };
    const { report, seasons } = await read(dump);
    expect(report.lines()).toContain(`  ${fault}`);
    expect(seasons.map(([, { season, overview }]) => [season, JSON.parse(overview).episodes])).toEqual([
      [1, 2],
      [2, 1],
      [8, 1],
      [9, 100],
    ]);
  });

  test("orders films and series by votes", async () => {
    const { entries, records, report } = await read(FILES);
    expect(report.rows.shown).toEqual([]);
    expect(records).toMatchObject([
      { id: 10000002, type: "series", title: '"Odd Sisters" and the "Rest', original_title: "Los Raros" },
      { id: 8, is_adult: 1, type: "series", year: "2001", runtime: "0", genres: "", rating: 8.1 },
      { id: 7, title: 'A "Quoted" Film', runtime: "117", genres: "Drama, Sci-Fi", rating: 6.5 },
      { id: 10, type: "movie", title: "A Short", year: "", rating: 0 },
      { id: 21, type: "movie", title: '"Unclosed', year: "1934" },
      { id: 12345678, type: "movie", title: "Unknown", year: "", rating: 0 },
    ]);
    expect(report.lines()).toContain("Titles of other kinds were left out: 1 tvPilot, 1 videoGame");
    expect(entries.map(({ facts }) => facts.series).slice(0, 3)).toEqual([
      { last_year: 2023 },
      { last_year: 2002 },
      undefined,
    ]);
    expect(entries[2]?.otherNames).toEqual([
      { title: "Secret", region: "US" },
      { title: "Фильм", region: "RU" },
      { title: "A Film", isWorking: true },
      { title: "Untitled", isWorking: true },
    ]);
    expect(entries[4]?.otherNames.map((name) => name.title)).toEqual(['"Unclosed', "Ανοιχτό"]);
  });

  test("returns unique credits by group in billing order", async () => {
    const { credits } = await read(FILES);
    expect([...credits.keys()]).toEqual([7, 21]);
    expect(credits.get(21)).toMatchObject({
      cast: [
        { id: 12345678, name: "Ñandú d'Été", character: 'Jay "The Hat" Roe' },
        { id: 9, character: "" },
      ],
      director: [{ id: 9, job: "Director" }],
    });
    expect(credits.get(7)).toEqual({
      id: 7,
      cast: [{ id: 1, name: "Person 1", profile_path: null, character: "Maya / Herself" }],
      writer: [{ id: 3, name: "Person 3", profile_path: null, job: "Screenplay" }],
      director: [
        { id: 2, name: "Person 2", profile_path: null, job: "Director" },
        { id: 9, name: "Person 9", profile_path: null, job: "Director" },
      ],
      editing: [{ id: 6, name: "Person 6", profile_path: null, job: "Editor" }],
      production: [
        { id: 4, name: "Person 4", profile_path: null, job: "Director of photography" },
        { id: 8, name: "Person 8", profile_path: null, job: "Executive producer" },
      ],
      art: [{ id: 7, name: "Person 7", profile_path: null, job: "Production Design" }],
      "visual effects": [],
      sound: [{ id: 5, name: "Person 5", profile_path: null, job: "Original Music Composer" }],
    });
  });

  test("requires only title.basics", async () => {
    const { entries, credits } = await read({ "title.basics.tsv.gz": FILES["title.basics.tsv.gz"] });
    expect([entries.length, credits.size]).toEqual([6, 0]);
    await expect(read({ "title.akas.tsv": FILES["title.akas.tsv"] })).rejects.toThrow("title.basics");
  });

  test("rejects U+0000, at which D1 ends a text", async () => {
    const basics = FILES["title.basics.tsv.gz"].replace("1979", "1979\0");
    await expect(read({ ...FILES, "title.basics.tsv.gz": basics })).rejects.toThrow("a text contains U+0000");
    const principals = FILES["title.principals.tsv"].replace('"Maya"', '"Ma\\u0000ya"');
    const { report: fields } = await read({ ...FILES, "title.principals.tsv": principals });
    expect(fields.fields.shown.map(describeFault)).toEqual(['characters "Ma\\u0000ya" contains U+0000']);
  });

  test("omits malformed fields but keeps their rows", async () => {
    const { records, credits, report } = await read({
      ...FILES,
      "title.basics.tsv.gz": FILES["title.basics.tsv.gz"].replace("1979", "79").replace("117", "long"),
      "title.ratings.tsv": FILES["title.ratings.tsv"].replace("6.5", "1e300"),
      "title.crew.tsv": FILES["title.crew.tsv"].replace("nm0000003", "NO ID,nm0000003"),
      "title.principals.tsv": FILES["title.principals.tsv"].replace('["Maya","Herself"]', "Maya"),
    });
    expect(report.rows.total).toBe(0);
    expect(report.fields.shown.map(describeFault)).toEqual([
      'startYear "79" is not a year',
      'runtimeMinutes "long" is not a duration',
      'averageRating "1e300" is not from 0 to 10',
      'characters "Maya" is not a list',
      'writers "NO ID" is not an id',
    ]);
    expect(records.find(({ id }) => id === 7)).toMatchObject({ year: "", runtime: "0", rating: 0 });
    expect(credits.get(7)).toMatchObject({ cast: [{ id: 1, character: "" }], writer: [{ id: 3 }] });
  });
});
