import { describe, expect, test } from "vitest";
import { lines, title, tsv } from "./folder.ts";
import { read } from "./sources.ts";

const terms = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([language, value]) => [language, { language, value }]));

const snak = (value: unknown) => ({ snaktype: "value", datavalue: { value, type: "string" } });
const statement = (value: unknown, more: object = {}) => ({
  mainsnak: snak(value),
  type: "statement",
  rank: "normal",
  ...more,
});
const texts = (of: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(of).map(([property, value]) => [property, [statement(value)]]));

const RIVER = {
  id: "Q11",
  type: "item",
  labels: terms({
    en: "The Silent River",
    de: "Der stille Fluss",
    "zh-hant": "靜河",
    nl: "De stille rivier",
  }),
  aliases: {
    mul: [{ language: "mul", value: "River" }],
    sv: [{ language: "sv", value: "Floden" }],
    en: [{ language: "en", value: "Ri\0ver" }],
  },
  claims: {
    P1476: [
      statement(
        { text: "고요한 강", language: "ko" },
        { qualifiers: { P2001: [snak("Goyohan gang")], P50: [snak("Somebody")] } },
      ),
    ],
    P1813: [statement({ text: "TSR", language: "en" })],
    P1705: [{ mainsnak: { snaktype: "somevalue" }, rank: "normal" }],
    P2440: [statement("Withdrawn", { rank: "deprecated" })],
    ...texts({ P345: "tt0000007", P4947: "603" }),
  },
};

const PERSON = {
  id: "Q12",
  labels: terms({ mul: "Kim Da-hee", ja: "キム・ダヒ" }),
  aliases: [],
  claims: texts({ P345: "nm0000002", P4985: "77" }),
};

const OTHERS = [
  { id: "Q13", labels: {}, aliases: [], claims: texts({ P345: "tt7777777" }) },
  { id: "Q14", labels: terms({ en: "A company" }), aliases: [], claims: texts({ P345: "co0000007" }) },
  { id: "Q15", labels: [], aliases: [], claims: [] },
];

const dump = (entities: readonly unknown[]) =>
  `[\n${entities.map((entity) => JSON.stringify(entity)).join(",\n")}\n]\n`;

const IMDB = {
  "title.basics.tsv": tsv([
    "tconst | titleType | primaryTitle | originalTitle | isAdult | startYear | endYear | runtimeMinutes | genres",
    "tt0000007 | movie | The Silent River | Goyohan Gang | 0 | 1979 | \\N | 117 | Drama",
  ]),
  "title.crew.tsv": tsv(["tconst | directors | writers", "tt0000007 | nm0000002 | \\N"]),
  "name.basics.tsv": tsv(["nconst | primaryName | birthYear", "nm0000002 | Da-hee Kim | \\N"]),
};

const RIVER_NAMES = [
  "Der stille Fluss",
  "Goyohan gang",
  "River",
  "TSR",
  "The Silent River",
  "靜河",
  "고요한 강",
];

describe("Wikidata's dump", () => {
  test("gives titles of IMDb's dumps their names in our languages, romanised titles and ids", async () => {
    const dumps = { ...IMDB, "latest-all.json.gz": dump([RIVER, PERSON, ...OTHERS]) };
    const { entries, external, report } = await read(dumps);
    expect(entries.map((entry) => entry.otherNames.map((name) => name.title).sort())).toEqual([RIVER_NAMES]);
    expect(external).toEqual([
      "imdb number  0",
      "tmdb-movie 603 title 7",
      "tmdb-person 77 person 2",
      "wikidata Q11 title 7",
      "wikidata Q12 person 2",
    ]);
    expect(report.rows.total).toBe(0);
  });

  test("gives people their names in other languages", async () => {
    const { otherNames } = await read({ ...IMDB, "wikidata.json": dump([PERSON]) });
    expect(otherNames.get(2)).toEqual(["Kim Da-hee", "キム・ダヒ"]);
  });

  test("joins JSON Lines by the ids of IMDb that these have, and keeps the names that they have", async () => {
    const { entries, external, otherNames } = await read({
      "titles.jsonl": lines([title(41, "River", { external: { imdb: "tt0000007" } })]),
      "people.jsonl": lines([{ id: 2, also_known_as: ["Dahee"], external: { imdb: "nm0000002" } }]),
      "wikidata.json": dump([RIVER, PERSON]),
    });
    expect(entries[0]?.otherNames).toEqual(
      expect.arrayContaining([{ title: "Goyohan gang" }, { title: "TSR" }]),
    );
    expect(external).toEqual(expect.arrayContaining(["wikidata Q11 title 41", "tmdb-movie 603 title 41"]));
    expect(otherNames.get(2)).toEqual(["Dahee", "Kim Da-hee", "キム・ダヒ"]);
  });

  test("is not a catalog by itself", async () => {
    await expect(read({ "wikidata.json": dump([RIVER]) })).rejects.toThrow("There is no catalog");
  });

  test("may have properties among its entities, however few these are", async () => {
    const property = { id: "P345", type: "property", datatype: "external-id", labels: {}, claims: {} };
    const { report } = await read({ ...IMDB, "wikidata.json": dump([property, RIVER]) });
    expect(report.rows.total).toBe(0);
  });

  test("reports malformed entities, and no other line", async () => {
    const malformed = { ...RIVER, id: "L1" };
    const broken = '{"id": "Q1", "P345"';
    const good = Array.from({ length: 300 }, () => RIVER);
    const text = `${dump(good)}${JSON.stringify(malformed)},\nnothing\n${broken}\n`;
    const { report } = await read({ ...IMDB, "wikidata.json": text });
    expect(report.lines().slice(0, 2)).toEqual([
      "2 malformed rows were left out, such as",
      expect.stringMatching(/^ {2}wikidata\.json: id L1: /),
    ]);
  });
});
