import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeFault, LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { createFolder, lines, title } from "./folder.ts";
import { read } from "./sources.ts";

const NO_DETAILS = { plot: "", still: null, external: {}, translations: {} };

describe("loading episodes and seasons from JSON Lines", () => {
  const SERIES = lines([title(1, "A Series", { type: "series" }), title(2, "A Film")]);
  const numbers = (count: number) =>
    lines(Array.from({ length: count }, (_, at) => ({ id: 1, season: 9, episode: at })));

  test("keeps every field", async () => {
    const { seasons, report } = await read({
      "titles.jsonl": SERIES,
      "episodes.jsonl": lines([
        {
          id: 1,
          season: 1,
          episode: 2,
          title: "The Second",
          aired: "2008-01-27",
          runtime: 48,
          plot: "A plot.",
          rating: 8.1,
          votes: 100,
          still: "2008/01/x.jpg",
          external: { imdb: "tt0000003", tmdb: 123, tvdb: 456 },
          translations: { fr: { title: "Le deuxième" }, de: { title: "Folge 2" } },
        },
        { id: 1, season: 1, episode: 0, title: "Episode 0" },
      ]),
      "seasons.jsonl": lines([
        {
          id: 1,
          season: 1,
          name: "Book One",
          poster: "2008/01/y.jpg",
          translations: { fr: { name: "Livre un" } },
        },
        { id: 1, season: 4, name: "Season 4" },
      ]),
    });
    expect(report.lines()).toEqual([]);
    expect(
      seasons.map(([, { names, overview, lastAired }]) => [JSON.parse(overview), names, lastAired]),
    ).toEqual([
      [
        { season: 1, name: "Book One", episodes: 2, aired: "2008-01-27", poster: "2008/01/y.jpg" },
        '{"fr":"Livre un"}',
        "2008-01-27",
      ],
      [{ season: 4, name: "", episodes: 0, aired: "", poster: null }, "{}", ""],
    ]);
    const details = {
      plot: "A plot.",
      still: "2008/01/x.jpg",
      external: { imdb: "tt0000003", tvdb: "456", "tmdb-episode": "123" },
      translations: { fr: { title: "Le deuxième" } },
    };
    expect(JSON.parse(seasons[0]?.[1].episodes ?? "")).toEqual([
      [0, "", "", 0, 0, 0, 0, NO_DETAILS],
      [2, "The Second", "2008-01-27", 48, 8.1, 100, 0, details],
    ]);
  });

  test.each([
    ["aired", "2008-02-30"],
    ["aired", "yesterday"],
    ["runtime", "long"],
    ["rating", 11],
    ["still", "x.jpg"],
  ])("omits a malformed %s (%s) but keeps the episode", async (field, value) => {
    const { seasons, report } = await read({
      "titles.jsonl": SERIES,
      "episodes.jsonl": lines([{ id: 1, season: 1, episode: 1, [field]: value }]),
    });
    expect(report.lines()).toEqual([
      "1 malformed value was left out:",
      expect.stringContaining(`  episodes.jsonl:1: id 1: ${field} ${JSON.stringify(value)} is not `),
    ]);
    expect(JSON.parse(seasons[0]?.[1].episodes ?? "")).toEqual([[1, "", "", 0, 0, 0, 0, NO_DETAILS]]);
  });

  test.each([
    { season: 1 },
    { season: "one", episode: 1 },
    { season: 1, episode: -1 },
    { season: 1.5, episode: 1 },
  ])("omits an episode with the numbers %j", async (row) => {
    const episodes = numbers(100) + lines([{ id: 1, ...row }]);
    const { seasons, report } = await read({ "titles.jsonl": SERIES, "episodes.jsonl": episodes });
    expect(report.rows.shown).toMatchObject([{ file: "episodes.jsonl", line: 101, id: 1 }]);
    expect(seasons).toHaveLength(1);
  });

  test("keeps the first line of a repeated episode", async () => {
    const episodes = lines([{ id: 1, season: 9, episode: 5, title: "First" }]) + numbers(101);
    const { seasons, report } = await read({ "titles.jsonl": SERIES, "episodes.jsonl": episodes });
    expect(report.lines()).toContain(
      "  episodes.jsonl:7: id 1: there is one with these numbers in episodes.jsonl:1",
    );
    expect(JSON.parse(seasons[0]?.[1].episodes ?? "")[5][1]).toBe("First");
  });

  test("fails when more than 1 % of the lines are repeated", async () => {
    const files = { "titles.jsonl": SERIES, "episodes.jsonl": numbers(20) + numbers(1) };
    await expect(read(files)).rejects.toThrow("1 of 21 rows of episodes.jsonl are malformed");
  });

  test("counts and ignores episodes of titles that are not series", async () => {
    const { seasons, report } = await read({
      "titles.jsonl": SERIES,
      "episodes.jsonl": lines([2, 3, 3].map((id, at) => ({ id, season: 1, episode: at }))),
    });
    expect(seasons).toEqual([]);
    expect(report.ignoredEpisodes).toBe(3);
  });

  test("omits a season that does not fit into a row", async () => {
    const plot = "A long plot. ".repeat(1_000);
    const rows = Array.from({ length: 100 }, (_, at) => ({ id: 1, season: 1, episode: at, plot }));
    const { seasons, report } = await read({
      "titles.jsonl": SERIES,
      "episodes.jsonl": lines([...rows, { id: 1, season: 2, episode: 1 }]),
    });
    expect(seasons.map(([, { season }]) => season)).toEqual([2]);
    expect(report.rows.shown.map(({ reason }) => reason)).toEqual([
      "season 1 with 100 episodes does not fit into a row of D1",
    ]);
  });

  test("reads the TheTVDB ids of series", async () => {
    const { external } = await read({
      "titles.jsonl": lines([
        title(1, "A Series", { type: "series", external: { tvdb: 81189 } }),
        title(2, "A Film", { external: { tvdb: 81189 } }),
      ]),
      "meta.jsonl": lines([{ id: 1, tvdb: 5 }]),
    });
    expect(external).toEqual(["tvdb 5 title 1", "tvdb 81189 title 1"]);
  });
});

describe("loading JSON Lines", () => {
  test("keeps one certificate per country and up to twenty companies", async () => {
    const certificates = [
      ["US", "R"],
      ["DE", "16"],
      ["US", "PG"],
    ].map(([country, certificate]) => ({ country, certificate }));
    const companies = Array.from({ length: 25 }, (_, at) => `Company ${at}`);
    const { entries } = await read({ "titles.jsonl": lines([title(1, "A", { certificates, companies })]) });
    expect(entries[0]?.facts.certificates).toEqual([certificates[1], certificates[0]]);
    expect(entries[0]?.facts.companies).toEqual(companies.slice(0, 20));
  });

  test("keeps a collection that has a name or a TMDB id", async () => {
    const { entries, report } = await read({
      "titles.jsonl": lines([
        title(1, "A", { collection: { name: "All", tmdb: 5, titles: [1, 2] } }),
        title(2, "B", { collection: { titles: [1] } }),
        title(3, "C", { collection: { tmdb: 2 ** 31 } }),
      ]),
      "meta.jsonl": lines([{ id: 3, collection: { name: "Others" } }]),
    });
    expect(entries.map(({ facts }) => facts.collection)).toEqual([
      { name: "All", tmdb: 5, titles: [1, 2] },
      undefined,
      { name: "Others" },
    ]);
    expect(report.fields.total).toBe(2);
  });

  test("keeps valid facts in English and other languages", async () => {
    const { entries, report } = await read({
      "titles.jsonl": lines([
        title(1, "A", { tagline: "In English.", translations: { fr: { tagline: "En français." } } }),
        title(2, "B", { tagline: "", trailer: "javascript:alert(1)" }),
      ]),
      "meta.jsonl": lines([{ id: 1, trailer: "https://video.test/a" }]),
    });
    expect(entries.map(({ facts }) => facts)).toMatchObject([
      { tagline: "In English.", trailer: "https://video.test/a" },
      {},
    ]);
    expect(entries[1]?.facts).not.toHaveProperty("tagline");
    expect(entries[0]?.translations.get("fr")).toEqual({ tagline: "En français." });
    expect(report.fields.shown.map(describeFault)).toEqual([
      'trailer "javascript:alert(1)" is not a URL that begins with https://',
    ]);
  });

  test("joins side files and sorts titles by popularity", async () => {
    const { entries, records, credits, left } = await read({
      "titles-1.jsonl.gz": lines([title(1, "Seldom Seen")]),
      "titles-2.jsonl": lines([
        title(2, "七人の侍", { popularity: 1, lang: "ja", aliases: ["Seven Samurai"] }),
        title(3, "Known", { type: "series", last_year: 2019 }),
      ]),
      "meta.jsonl": lines([{ id: 3, votes: 900, popularity: 3, lang: "fr-FR", seasons: 4 }]),
      "akas.jsonl.gz": lines([
        { id: 3, title: "Connu", region: "FR" },
        { id: 3, title: "Untitled", type: "working title" },
      ]),
      "translations.jsonl": lines([{ id: 3, lang: "fr-FR", title: "Le Connu", plot: "" }]),
      "credits.jsonl": lines([
        { id: 3, cast: [{ id: 9, name: "A", profile_path: "/x.jpg", character: "B" }] },
      ]),
    });
    expect(records.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(entries.map(({ facts }) => facts.language)).toEqual(["fr", "ja", undefined]);
    expect(entries.map(({ facts }) => facts.votes)).toEqual([900, undefined, undefined]);
    expect(entries[0]?.otherNames).toEqual([
      { title: "Connu", region: "FR" },
      { title: "Untitled", isWorking: true },
    ]);
    expect(entries[0]?.facts.series).toEqual({ last_year: 2019, seasons: 4 });
    expect(entries[0]?.translations.get("fr")).toEqual({ title: "Le Connu" });
    expect(entries[1]?.otherNames).toEqual([{ title: "Seven Samurai" }]);
    expect([...credits]).toMatchObject([
      [3, { id: 3, cast: [{ id: 9, name: "A", profile_path: "0000/00/x.jpg", character: "B" }] }],
    ]);
    expect(left).toEqual([]);
  });

  test("reads external ids and people's other names", async () => {
    const { external, otherNames, lives, report } = await read({
      "titles.jsonl": lines([
        title(1, "A", { external: { imdb: "tt0133093", tmdb: 603, wikidata: "Q83495" } }),
        title(2, "B", { type: "series" }),
        title(3, "C", { external: { imdb: null } }),
      ]),
      "meta.jsonl": lines([{ id: 2, votes: 1, imdb: "tt0944947", tmdb: 1399 }]),
      "people.jsonl": lines([
        {
          id: 9,
          name: "Keanu Reeves",
          also_known_as: ["Киану Ривз"],
          born: "1964-09-02",
          birthplace: "Beirut, Lebanon",
          external: { imdb: "nm0000206", tmdb: 6384, wikidata: "Q43416" },
        },
        { id: 10, name: "Nobody" },
      ]),
    });
    expect(report.rows.total).toBe(0);
    expect(external).toEqual([
      "imdb nm0000206 person 9",
      "imdb tt0133093 title 1",
      "imdb tt0944947 title 2",
      "tmdb-movie 603 title 1",
      "tmdb-person 6384 person 9",
      "tmdb-tv 1399 title 2",
      "wikidata Q43416 person 9",
      "wikidata Q83495 title 1",
    ]);
    expect(lives.get(9)).toEqual({ born: "1964-09-02", birthplace: "Beirut, Lebanon" });
    expect([...otherNames]).toEqual([
      [9, ["Киану Ривз"]],
      [10, []],
    ]);
  });

  describe("with a malformed field", () => {
    const long = "x".repeat(1_001);
    test.each<[string, string, unknown, string[]]>([
      ["an IMDb id", "meta", { id: 1, votes: 7, imdb: "NO ID" }, ['imdb "NO ID" is not an id']],
      ["a person's IMDb id", "meta", { id: 1, imdb: "nm0000206" }, ['imdb "nm0000206" is not an id']],
      ["a language", "meta", { id: 1, lang: 7 }, ["lang 7 is not a language tag"]],
      ["votes", "meta", { id: 1, votes: -1, popularity: "many" }, ['popularity "many"', "votes -1"]],
      ["external ids", "titles", title(2, "B", { external: { imdb: "1", tmdb: 0 } }), ['imdb "1"', "tmdb 0"]],
      ["aliases", "titles", title(2, "B", { aliases: ["C", {}, long] }), ["aliases {}", 'aliases "xxx']],
      [
        "translations",
        "titles",
        title(2, "B", { translations: { "?!": {}, fr: 7 } }),
        ['lang "?!"', "translations 7"],
      ],
      ["fields of a translation", "translations", { id: 1, lang: "fr", title: long, plot: "P" }, ["title"]],
      [
        "the extent of a series",
        "titles",
        title(2, "B", { last_year: "'19", seasons: 0, in_production: "maybe" }),
        ['last_year "\'19"', "seasons 0", 'in_production "maybe"'],
      ],
      ["a rating", "titles", title(2, "B", { rating: 1e300 }), ["is not from 0 to 10"]],
      ["an original title", "titles", title(2, "B", { original_title: long }), ["is longer than 1,000"]],
      ["a plot", "titles", title(2, "B", { plot: "x".repeat(2e6) }), ["is longer than 200,000"]],
      ["half a surrogate pair", "titles", title(2, "B", { plot: "\ud834" }), ["was replaced by U+FFFD"]],
      [
        "names of a person",
        "people",
        { id: 9, also_known_as: "Keanu" },
        ['also_known_as "Keanu" is not a list'],
      ],
      ["a date of birth", "people", { id: 9, born: "2 Sept" }, ['born "2 Sept" is not a date']],
      ["a department", "credits", { id: 1, cast: "nobody", sound: [] }, ['cast "nobody" is not a list']],
      [
        "credits",
        "credits",
        { id: 1, cast: [{}, { id: 2, name: "" }] },
        ["cast {} has no valid id", "has no valid name"],
      ],
    ])("reports the field and keeps the row: %s", async (_, kind, row, reasons) => {
      const { report, records } = await read({
        "titles.jsonl": lines([title(1, "A")]),
        [`${kind}-2.jsonl`]: `${lines([row])}`,
      });
      expect(report.rows.shown).toEqual([]);
      expect(report.fields.shown.map(describeFault)).toEqual(
        reasons.map((reason) => expect.stringContaining(reason)),
      );
      expect(report.fields.shown.every(({ file, line }) => file === `${kind}-2.jsonl` && line === 1)).toBe(
        true,
      );
      expect(records).toHaveLength(kind === "titles" ? 2 : 1);
    });

    test("counts all malformed fields but shows only examples", async () => {
      const rows = Array.from({ length: 50 }, (_, at) => title(at + 1, "T", { external: { imdb: "NO ID" } }));
      const { report, records, external } = await read({ "titles.jsonl": lines(rows) });
      expect([records.length, report.fields.total, external]).toEqual([50, 50, []]);
      expect(report.lines().slice(0, 2)).toEqual([
        "50 malformed values were left out, such as:",
        '  titles.jsonl:1: id 1: imdb "NO ID" is not an id such as tt0133093',
      ]);
    });
  });

  test("accepts numeric strings as ids", async () => {
    const { report, credits, records } = await read({
      "titles.jsonl": lines([{ ...title(1, ""), id: "1", original_title: "七人の侍" }]),
      "credits.jsonl": lines([{ id: "1", cast: [] }]),
    });
    expect([report.rows.total, report.fields.total]).toEqual([0, 0]);
    expect(records[0]).toMatchObject({ id: 1, title: "七人の侍" });
    expect([...credits.keys()]).toEqual([1]);
  });

  test("can be limited to popular titles and their credits", async () => {
    const files = {
      "titles.jsonl": lines([
        title(1, "A", { votes: 1 }),
        title(2, "B", { votes: 20 }),
        title(3, "C", { votes: 300 }),
      ]),
      "credits.jsonl": lines([
        { id: 1, cast: [] },
        { id: 2, cast: [] },
      ]),
    };
    for (const selection of [{ limit: 2 }, { minVotes: 20 }]) {
      const { records, credits } = await read(files, selection);
      expect(records.map(({ title }) => title)).toEqual(["C", "B"]);
      expect([...credits.keys()]).toEqual([2]);
    }
  });

  test("stores one row to mark people's ids as TMDB ids", async () => {
    const files = { "titles.jsonl": lines([title(1, "A")]) };
    expect((await read(files, { tmdbPeople: true })).external).toEqual(["tmdb-person number  0"]);
    expect((await read(files)).external).toEqual([]);
  });

  test("reports malformed rows by file and line", async () => {
    const good = Array.from({ length: 400 }, (_, at) => title(at + 1, `T${at}`));
    const { report, records } = await read({
      "titles.jsonl": `${lines(good)}{"id": "none"}\n\nnot json\nnull\n${lines([title(999, "")])}`,
    });
    expect(records).toHaveLength(400);
    expect(report.rows.total).toBe(4);
    expect(report.rows.shown.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "titles.jsonl:401",
      "titles.jsonl:403",
      "titles.jsonl:404",
      "titles.jsonl:405",
    ]);
  });

  test("fails when more than 1 % of the rows are malformed", async () => {
    const good = Array.from({ length: 98 }, (_, at) => title(at + 1, `T${at}`));
    await expect(read({ "titles.jsonl": `${lines(good)}{}\n{}\n` })).rejects.toThrow(
      "2 of 100 rows of titles.jsonl",
    );
  });

  test.each([
    ["nothing of ours", { "notes.txt": "" }],
    ["nothing at all", {}],
    ["two kinds at once", { "titles.jsonl": "", "title.basics.tsv": "tconst\n" }],
  ])("rejects files with %s", async (_, files) => {
    await expect(read(files)).rejects.toThrow();
  });
});

describe("interrupted load", () => {
  test("reuses staged files unless they changed", async () => {
    const folder = createFolder({});
    const path = createFolder({ "titles.jsonl": lines([title(1, "A")]) });
    const source = await stagedSource([path], {}, { folder, report: new LoadReport() });
    source.close();
    const read: string[] = [];
    const services = {
      folder,
      report: new LoadReport(),
      progress: ({ name }: { name: string }) => read.push(name),
    };
    const again = await stagedSource([path], {}, services);
    expect([again.titles, read]).toEqual([1, []]);
    again.remove();
    expect(existsSync(join(folder, readdirSync(folder)[0] ?? "none"))).toBe(false);
  });
});
