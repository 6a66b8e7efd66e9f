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

describe("loading Wikidata's dump", () => {
  test("adds translated titles, romanised titles and ids", async () => {
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

  test("leads from a second IMDb id to the same title and person", async () => {
    const withIds = (entity: typeof PERSON | typeof RIVER, ...ids: string[]) => ({
      ...entity,
      claims: { ...entity.claims, P345: ids.map((id) => statement(id)) },
    });
    const { external } = await read({
      ...IMDB,
      "wikidata.json": dump([
        withIds(RIVER, "tt9999999", "tt0000007"),
        withIds(PERSON, "nm0000002", "nm9999999"),
      ]),
    });
    expect(external.filter((row) => row.startsWith("imdb "))).toEqual([
      "imdb nm9999999 person 2",
      "imdb number  0",
      "imdb tt9999999 title 7",
    ]);
  });

  test.each(["labels", "aliases", "claims", "type"])("reads an entity without %s", async (field) => {
    const { [field]: _, ...entity } = RIVER as Record<string, unknown>;
    const { report } = await read({ ...IMDB, "wikidata.ndjson": `${JSON.stringify(entity)}\n` });
    expect(report.rows.total).toBe(0);
  });

  test("adds people's names in other languages", async () => {
    const { otherNames } = await read({ ...IMDB, "wikidata.json": dump([PERSON]) });
    expect(otherNames.get(2)).toEqual(["Kim Da-hee", "キム・ダヒ"]);
  });

  const time = (time: string, precision: number) => [statement({ time, precision })];
  const BORN = {
    ...PERSON,
    claims: {
      ...PERSON.claims,
      P569: time("+1958-03-04T00:00:00Z", 11),
      P570: time("+2001-00-00T00:00:00Z", 9),
    },
  };

  test("adds days or years of birth and death", async () => {
    const { lives } = await read({ ...IMDB, "wikidata.json": dump([BORN]) });
    expect(lives.get(2)).toEqual({ born: "1958-03-04", died: "2001" });
  });

  describe("when a person has pictures on Commons", () => {
    const pictured = (...files: object[]) => ({ ...PERSON, claims: { ...PERSON.claims, P18: files } });
    const profiles = ({ credits }: Awaited<ReturnType<typeof read>>) =>
      [...credits.values()].flatMap(({ director }) => director.map(({ profile_path }) => profile_path));

    test("adds the preferred picture to credits", async () => {
      const files = [statement("Old.jpg"), statement("Kim (2020).jpg", { rank: "preferred" })];
      const result = await read({ ...IMDB, "wikidata.json": dump([pictured(...files)]) });
      expect(profiles(result)).toEqual(["0000/01/Kim_-282020-29.jpg"]);
    });

    test("keeps a picture that other files name", async () => {
      const director = [{ id: 2, name: "Da-hee Kim", profile_path: "1999/03/kim.jpg", job: "Director" }];
      const others = [{ id: 2, name: "Da-hee Kim", job: "Director" }];
      const result = await read({
        "titles.jsonl": lines([title(7, "One"), title(8, "Two")]),
        "credits.jsonl": lines([
          { id: 7, director },
          { id: 8, director: others },
        ]),
        "people.jsonl": lines([{ id: 2, external: { imdb: "nm0000002" } }]),
        "wikidata.json": dump([pictured(statement("Kim.jpg"))]),
      });
      expect(profiles(result)).toEqual(["1999/03/kim.jpg", null]);
    });

    test("reports a file that cannot be a picture", async () => {
      const result = await read({ ...IMDB, "wikidata.json": dump([pictured(statement("Kim.pdf"))]) });
      expect(profiles(result)).toEqual([null]);
      expect(result.report.summary()).toContain("1 value was left out");
    });
  });

  test("adds the label of a person's place of birth", async () => {
    const born = {
      ...PERSON,
      claims: { ...PERSON.claims, P19: [statement({ id: "Q21" }), statement({ id: "Q22" })] },
    };
    const places = [
      { id: "Q21", labels: terms({ de: "Söul", en: "Seoul" }), aliases: [], claims: {} },
      { id: "Q22", labels: terms({ en: "Busan" }), aliases: [], claims: {} },
    ];
    const { lives, otherNames } = await read({ ...IMDB, "wikidata.json": dump([born, ...places]) });
    expect(lives.get(2)).toEqual({ birthplace: "Seoul" });
    expect(otherNames.get(2)).toEqual(["Kim Da-hee", "キム・ダヒ"]);
  });

  test.each([
    ["1958", "1958-03-04"],
    ["1957", "1957"],
  ])("replaces the year %s with a date only within that year", async (year, born) => {
    const { lives } = await read({
      "titles.jsonl": lines([title(41, "River")]),
      "people.jsonl": lines([{ id: 2, born: year, external: { imdb: "nm0000002" } }]),
      "wikidata.json": dump([BORN]),
    });
    expect(lives.get(2)).toEqual({ born, died: "2001" });
  });

  test("extends titles from JSON Lines by IMDb id and keeps their names", async () => {
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

  test("fails without a catalog to extend", async () => {
    await expect(read({ "wikidata.json": dump([RIVER]) })).rejects.toThrow("There is no catalog");
  });

  test("accepts property entities", async () => {
    const property = { id: "P345", type: "property", datatype: "external-id", labels: {}, claims: {} };
    const { report } = await read({ ...IMDB, "wikidata.json": dump([property, RIVER]) });
    expect(report.rows.total).toBe(0);
  });

  test("reports malformed entities only", async () => {
    const malformed = { ...RIVER, id: "L1" };
    const broken = '{"id": "Q1", "P345"';
    const good = Array.from({ length: 300 }, () => RIVER);
    const text = `${dump(good)}${JSON.stringify(malformed)},\nnothing\n${broken}\n`;
    const { report } = await read({ ...IMDB, "wikidata.json": text });
    expect(report.rows.total).toBe(2);
    expect(report.lines()).toContainEqual(expect.stringMatching(/^ {2}wikidata\.json: id L1: /));
  });

  describe("facts", () => {
    const time = (day: string, precision = 11) => ({ time: `+${day}T00:00:00Z`, precision });
    const other = (id: string) => ({ "entity-type": "item", id });
    const entity = (id: string, labels: Readonly<Record<string, string>>) => ({
      type: "item",
      id,
      labels: terms(labels),
    });
    const claimed = (claims: object) => ({ ...RIVER, type: "item", claims: { ...RIVER.claims, ...claims } });

    async function importFacts(
      claims: object,
      others: readonly object[] = [],
      files: Readonly<Record<string, string>> = IMDB,
    ) {
      const { entries, report, external } = await read({
        ...files,
        "wikidata.json": dump([claimed(claims), ...others]),
      });
      expect(report.rows.total).toBe(0);
      return { ...entries[0]?.facts, external };
    }

    test("include the earliest release with a full date", async () => {
      const dates = [time("1979-06-01"), time("1979-03-30"), time("1979-00-00", 9), time("1979-02-00", 10)];
      expect(await importFacts({ P577: dates.map((date) => statement(date)) })).toMatchObject({
        released: "1979-03-30",
      });
    });

    test.each([
      ["the year of the title", [time("2024-05-12")]],
      ["an earlier year of release", [time("1979-05-12"), time("1978-00-00", 9)]],
    ])("omit a day that contradicts %s", async (_, dates) => {
      expect((await importFacts({ P577: dates.map((date) => statement(date)) })).released).toBeUndefined();
    });

    test("come from the best-ranked statements only", async () => {
      const ranked = {
        P577: [statement(time("1970-01-01")), statement(time("1979-03-31"), { rank: "preferred" })],
        P4947: [
          statement("1", { rank: "deprecated" }),
          statement("2"),
          statement("603", { rank: "preferred" }),
        ],
      };
      const { released, external } = await importFacts(ranked);
      expect(released).toBe("1979-03-31");
      expect(external.filter((row) => row.startsWith("tmdb-movie"))).toEqual(["tmdb-movie 603 title 7"]);
    });

    test("include a video only if it is a trailer", async () => {
      const role = (id: string) => ({ qualifiers: { P3831: [snak(other(id))] } });
      const videos = {
        P1651: [statement("interview"), statement("scene", role("Q1")), statement("abc_1", role("Q622550"))],
      };
      expect((await importFacts(videos)).trailer).toBe("https://www.youtube.com/watch?v=abc_1");
    });

    test("label companies, networks, collections and certificates", async () => {
      const claims = {
        P272: [statement(other("Q21")), statement(other("Q22")), statement(other("Q29"))],
        P449: [statement(other("Q21"))],
        P179: [statement(other("Q23"))],
        P1657: [statement(other("Q24"))],
        P1981: [statement(other("Q25"))],
      };
      const others = [
        entity("Q21", { de: "Firma", en: "Company" }),
        entity("Q22", { ja: "会社" }),
        entity("Q23", { mul: "River films" }),
        entity("Q24", { en: "PG-13" }),
        entity("Q25", { en: "FSK 12" }),
        entity("Q26", { en: "Unrelated" }),
      ];
      expect(await importFacts(claims, others)).toMatchObject({
        companies: ["Company", "会社"],
        networks: ["Company"],
        collection: { name: "River films" },
        certificates: [
          { country: "DE", certificate: "FSK 12" },
          { country: "US", certificate: "PG-13" },
        ],
      });
    });

    test("do not override facts from other files", async () => {
      const files = {
        "titles.jsonl": lines([
          title(41, "River", { released: "1979-05-05", external: { imdb: "tt0000007" } }),
        ]),
      };
      expect((await importFacts({ P577: [statement(time("1980-01-01"))] }, [], files)).released).toBe(
        "1979-05-05",
      );
    });

    test("include a series' TheTVDB id", async () => {
      const series = { ...IMDB, "title.basics.tsv": IMDB["title.basics.tsv"].replace("movie", "tvSeries") };
      const { external } = await importFacts({ P4835: [statement("81189")] }, [], series);
      expect(external).toContain("tvdb 81189 title 7");
    });
  });
});
