/** Tests people, titles by id and suggestions on a real D1 database. `sentence/texts.test.ts` tests people's names. */
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import {
  MAX_SUGGESTION_BYTES,
  PeopleResponse,
  Person,
  SharedResponse,
  SuggestResponse,
} from "../../../worker/contract/people.ts";
import { TitleRecord } from "../../../worker/contract/record.ts";
import { readLoaded, toJson } from "../../../worker/source/loaded.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { database, fillCatalog, fillSource, type GivenTitle, openCatalog, parse } from "../kit.ts";
import { STARTER, starterTitles } from "../search/relevance/starter.ts";

const origin = openCatalog(database);
const titles = starterTitles();

beforeAll(() => fillSource(STARTER));

describe("person()", () => {
  const fonda = titles[titles.findIndex(({ record }) => record.id === 34)]?.credits.cast[0]?.id ?? 0;

  test("returns the filmography with the titles' credits, newest first", async () => {
    const person = await parse(Person, origin.person({ id: fonda, lang: "en", includeAdult: false }));
    expect(person).toMatchObject({ id: fonda, name: "Henry Fonda" });
    const years = person.credits.map(({ title }) => Number(title.year));
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    const expected = titles.flatMap(({ record, credits: { id: _, ...groups } }) =>
      Object.values(groups).flatMap((group) =>
        group.flatMap((entry) =>
          entry.id === fonda ? [[record.id, "character" in entry ? entry.character : entry.job]] : [],
        ),
      ),
    );
    const found = person.credits.map((credit) => [
      credit.title.id,
      "character" in credit ? credit.character : credit.job,
    ]);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(person.known_for.length).toBeGreaterThan(0);
  });

  test("returns titles in the requested language", async () => {
    const person = await parse(Person, origin.person({ id: fonda, lang: "fr", includeAdult: false }));
    expect(person.credits.map(({ title }) => title.title)).toContain("12 Hommes en colère");
  });

  test("returns null for an unknown id", async () => {
    expect(toJson(await origin.person({ id: 99_999_999, lang: "en", includeAdult: false }))).toBeNull();
    expect(toJson(await origin.shared({ ids: [fonda, 99_999_999], lang: "en" }))).toBeNull();
  });

  test("lists the titles that two people share", async () => {
    const other = titles.find(({ record }) => record.id === 34)?.credits.cast[1]?.id ?? 0;
    const shared = await parse(SharedResponse, origin.shared({ ids: [fonda, other], lang: "en" }));
    expect(shared.map(({ title }) => title.id)).toContain(34);
    expect(shared[0]?.people.map(({ id }) => id)).toEqual([fonda, other]);
  });
});

describe("autocomplete()", () => {
  test.each(["h", "he", "henry fo", "12 ang", "angry", "hnery fonda"])(
    "reads few rows for %s",
    async (text) => {
      const json = toJson(await origin.autocomplete({ text, lang: "en", limit: 8 }));
      expect(v.parse(SuggestResponse, JSON.parse(json)).length).toBeGreaterThan(0);
      expect(new TextEncoder().encode(json).length).toBeLessThanOrEqual(MAX_SUGGESTION_BYTES);
    },
  );

  test.each(["s", "k", "c", "m"])("returns well-known titles and people for the letter %s", async (text) => {
    const found = await parse(SuggestResponse, origin.autocomplete({ text, lang: "en", limit: 8 }));
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(["title", "person"]));
  });

  test.each(["s", "b", "f", "l", "a", "2"])("prefers names that begin with the letter: %s", async (text) => {
    const found = await parse(SuggestResponse, origin.autocomplete({ text, lang: "en", limit: 8 }));
    const begins = found.map(({ name }) => name.toLowerCase().startsWith(text));
    expect(begins[0]).toBe(true);
    expect(begins).toEqual(begins.toSorted().toReversed());
  });

  test.each([
    ["aki kur", "Akira Kurosawa"],
    ["tos mif", "Toshiro Mifune"],
    ["sev sam", "Seven Samurai"],
    ["stan kub", "Stanley Kubrick"],
  ])("matches the first letters of several words: %s", async (text, name) => {
    const [first] = await parse(SuggestResponse, origin.autocomplete({ text, lang: "en", limit: 8 }));
    expect(first?.name).toBe(name);
  });

  const suggestions = (text: string) =>
    parse(SuggestResponse, origin.autocomplete({ text, lang: "en", limit: 8 }));

  test("returns titles, and people with department and best-known title", async () => {
    const [person] = await suggestions("henry fo");
    expect(person).toMatchObject({
      kind: "person",
      name: "Henry Fonda",
      department: "cast",
      known_for: "12 Angry Men",
    });
    const [title] = await suggestions("12 ang");
    expect(title).toEqual({
      kind: "title",
      id: 34,
      name: "12 Angry Men",
      year: "1957",
      type: "movie",
      genres: "Crime, Drama",
    });
    expect(await suggestions("akria kurosaw")).toMatchObject([
      { name: "Akira Kurosawa", department: "director" },
    ]);
  });

  test("requires more than one word of an alternative title", async () => {
    const [title] = await suggestions("le fabuleux destin d");
    expect(title).toMatchObject({ name: "Amélie", other_title: "Le Fabuleux Destin d'Amélie Poulain" });
    expect((await suggestions("fabuleux")).map(({ name }) => name)).not.toContain("Amélie");
    expect((await suggestions("destin")).map(({ name }) => name)).not.toContain("Amélie");
  });
});

describe("titles()", () => {
  test("reads several titles in one round trip and in order", async () => {
    const { database: watched, meter } = meterDatabase(database);
    const ids = [34, 99_999_999, 1, 2];
    const can = openCatalog(watched);
    const found = await Promise.all(ids.map((id) => can.title({ id, lang: "en" })));
    const records = found.map((one) => readLoaded(TitleRecord, one)?.id ?? null);
    expect(records).toEqual([34, null, 1, 2]);
    expect(meter.roundTrips).toBe(1);
  });
});

describe("people() with similar names", () => {
  const cast = (...names: readonly (readonly [number, string])[]) =>
    names.map(([id, name]) => ({ id, name, profile_path: null, character: "" }));
  const crew = (id: number, name: string, job: string) => [{ id, name, profile_path: null, job }];
  const many = (count: number, from: number, name: string) =>
    Array.from({ length: count }, (_, at) => [from + at, `${name} ${at}`] as const);
  const director = (id: number, name: string) => crew(id, name, "Director")[0];
  beforeAll(() =>
    fillCatalog(
      Array.from({ length: 30 }, (_, at) => ({ title: `Title ${at}`, year: "2000" })),
      [
        [
          1,
          {
            cast: cast([12, "Bo Quillan"], [14, "Mara Ann"], [1, "Tom Leeson"], [2, "Ann Marlow"]),
            director: [director(9, "Marlow Ann Bright"), director(13, "Jo Bright")],
          },
        ],
        [2, { cast: cast([1, "Tom Leeson"], [3, "Tom Lee"]), sound: crew(7, "Lee Tomson", "Boom Operator") }],
        [3, { cast: cast(...many(160, 1_000, "Sam Kellogg")) }],
        [4, { cast: cast(...many(30, 2_000, "Nobody"), [15, "Pat Extra"]) }],
        [5, { cast: cast([16, "Pat Star"]) }],
        [15, { cast: cast([4, "Tom Lee"], [5, "Leonard Tom Lee"]) }],
        [20, { cast: cast([6, "Tommy Lees"], [8, "Marlow Ann"]) }],
        [
          25,
          { cast: cast([10, "Ana Marlowe"], [11, "Xiomara Quill"]), sound: crew(17, "Sam Kell", "Sound") },
        ],
      ].map(([id, credits]) => [Number(id), JSON.stringify({ id, ...(credits as object) })]),
    ),
  );
  const ids = async (text: string) => {
    const found = await parse(PeopleResponse, origin.people({ text, lang: "en", page: 1, limit: 20 }));
    return found.map(({ id }) => id);
  };

  test.each<[string, string, readonly number[]]>([
    ["exact names, by popularity", "tom lee", [3, 4]],
    ["the best-known people with a first name", "tom", [1, 3, 4]],
    ["the best-known people whose name begins with the letters", "to", [1, 3]],
    ["the name with the typed word order", "marlow ann", [8]],
    ["the name with the typed word order", "ann marlow", [2]],
    ["the name with the typed spelling", "ana marlowe", [10]],
    ["the exact name before better-known longer ones", "sam kell", [17]],
    ["the typed word order with an unfinished word", "ann mar", [2]],
    ["the shorter of two equally well-known names", "bright", [13, 9]],
    ["the much better-known of two matches", "qui", [12, 11]],
    ["a lead actor before a minor one in a better-known title", "pat", [16, 15]],
    ["a mistyped rare name", "xiomra", [11]],
    ["a mistyped rare name with another name", "xiomara quil", [11]],
  ])("begins with %s: %s", async (_, text, expected) => {
    expect((await ids(text)).slice(0, expected.length)).toEqual(expected);
  });
});

describe("person with many titles", () => {
  const MANY = 500;
  const made: GivenTitle[] = Array.from({ length: MANY }, (_, at) => ({
    title: `Title ${at}`,
    year: String(1920 + (at % 100)),
    is_adult: at === 7 ? 1 : 0,
    ...(at % 5 === 0 && { french: `Titre ${at}` }),
  }));
  const person = (id: number, name: string) => ({ id, name, profile_path: null });
  const credited = made.map((_, at): readonly [number, string] => [
    at + 1,
    JSON.stringify({
      id: at + 1,
      cast: [{ ...person(1, "Mary S. Busy"), character: at === 0 ? "=2" : `Role ${at}` }],
      director: at < 90 ? [{ ...person(2, "John Steady"), job: "Director" }] : [],
      sound: at === 3 ? [{ ...person(1, "Mary S. Busy"), job: "Original Music Composer" }] : [],
    }),
  ]);
  beforeAll(() => fillCatalog(made, credited));

  test.each([
    [1, "en"],
    [1, "fr"],
    [2, "en"],
    [2, "fr"],
  ])("loads in one round trip: person %i, %s", async (id, lang) => {
    const { database: watched, meter } = meterDatabase(database);
    const json = toJson(await openCatalog(watched).person({ id, lang, includeAdult: true }));
    expect(meter.rows).toBeLessThanOrEqual(3 * MANY);
    expect(meter.roundTrips).toBe(1);
    const { credits } = v.parse(Person, JSON.parse(json ?? ""));
    expect(new Set(credits.map(({ title }) => title.id)).size).toBe(id === 1 ? MANY : 90);
    const names = credits.map(({ title }) => title.title);
    expect(names).toContain(lang === "fr" ? "Titre 15" : "Title 15");
    expect(names).toContain("Title 16");
  });

  test("omits adult titles and keeps each title's roles", async () => {
    const { credits } = await parse(Person, origin.person({ id: 1, lang: "en", includeAdult: false }));
    expect(credits).toHaveLength(MANY);
    expect(credits.map(({ title }) => title.id)).not.toContain(8);
    const of = (id: number) =>
      credits.filter(({ title }) => title.id === id).map(({ title: _, ...role }) => role);
    expect(of(1)).toEqual([{ group: "cast", character: "=2" }]);
    expect(of(4)).toEqual([
      { group: "cast", character: "Role 3" },
      { group: "sound", job: "Original Music Composer" },
    ]);
  });

  test.each([
    "m",
    "ma",
    "mary",
    "mary b",
    "busy",
    "buzy",
    "s",
    "\u{1F600}",
    "宮",
    "é".repeat(200),
    "a b c d e f g h i j k l m n o p",
  ])("requires few rows to search and suggest %s", async (text) => {
    const { database: watched, meter } = meterDatabase(database);
    await openCatalog(watched).people({ text, lang: "en", page: 1, limit: 20 });
    expect(meter.rows).toBeLessThanOrEqual(1_000);
    meter.reset();
    const json = toJson(await openCatalog(watched).autocomplete({ text, lang: "en", limit: 8 }));
    expect(meter.rows).toBeLessThanOrEqual(1_000);
    v.parse(SuggestResponse, JSON.parse(json));
  });
});
