/** Tests people in a filled catalog, and that an empty catalog causes problems instead of empty results. */

import { beforeAll, describe, expect, test } from "vitest";
import { toJson } from "../../worker/source/loaded.ts";
import { database, fillSource, openCatalog, toEntries } from "./kit.ts";

const origin = openCatalog(database);
const paging = { page: 1, limit: 20 };
const lang = "en";

const cast = (...people: readonly (readonly [number, string])[]) =>
  JSON.stringify({ cast: people.map(([id, name]) => ({ id, name, profile_path: null, character: "" })) });

/** Ann is in both films, and Ben only in the adult one. Cid is in neither, but has an external id. */
const source = {
  name: "a test",
  entries: () => toEntries([{ title: "For Adults", is_adult: 1 }, { title: "The Other" }]),
  credits: () =>
    [
      [1, cast([7, "Ann Aimes"], [8, "Ben Bodie"])],
      [2, cast([7, "Ann Aimes"])],
    ] as const,
  externalIds: () =>
    [
      ["imdb", "nm0000007", "person", 7],
      ["imdb", "nm0000009", "person", 9],
    ] as const,
};

const QUESTIONS = {
  person: () => origin.person({ id: 7, lang, includeAdult: false }),
  people: () => origin.people({ text: "ann", lang, ...paging }),
  shared: () => origin.shared({ ids: [7, 8], lang }),
  suggest: () => origin.autocomplete({ text: "ann", lang, limit: 8 }),
  find: () => origin.find({ source: "imdb", external: "nm0000007", lang }),
  facets: () => origin.facets(null),
};

beforeAll(() => fillSource(source));

describe("filled catalog", () => {
  test.each(Object.entries(QUESTIONS))("returns data for %s", async (_, ask) => {
    expect(toJson(await ask())).toMatch(/^[[{]./);
  });
});

describe("adult titles", () => {
  test("do not make people searchable or suggested", async () => {
    const people = await origin.people({ text: "ben bodie", lang, ...paging });
    expect(JSON.parse(toJson(people))).toEqual([]);
    const suggested = await origin.autocomplete({ text: "ben b", lang, limit: 8 });
    expect(toJson(suggested)).not.toContain("Bodie");
    const json = toJson(await origin.person({ id: 8, lang, includeAdult: true }));
    expect(JSON.parse(json ?? "")).toMatchObject({ name: "Ben Bodie", known_for: [{ title: "For Adults" }] });
  });

  test("follow all other titles in a person's `known_for`", async () => {
    const json = toJson(await origin.person({ id: 7, lang, includeAdult: false }));
    expect(JSON.parse(json ?? "")).toMatchObject({ known_for: [{ title: "The Other" }] });
  });
});

describe("find()", () => {
  test("returns null for a person without credits", async () => {
    expect(toJson(await origin.find({ source: "imdb", external: "nm0000007", lang }))).toContain("person");
    expect(toJson(await origin.find({ source: "imdb", external: "nm0000009", lang }))).toBeNull();
  });
});

describe("autocomplete()", () => {
  test("does not treat an article as a wildcard for any name", async () => {
    const json = toJson(await origin.autocomplete({ text: "the a", lang, limit: 8 }));
    expect(json).not.toContain("Ann Aimes");
  });
});

describe("catalog that was never filled", () => {
  beforeAll(() => database.prepare("DELETE FROM catalog").run());

  const title = () => origin.title({ id: 1, lang });

  test.each(Object.entries({ title, ...QUESTIONS }))("throws upstream-unavailable for %s", async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ type: "upstream-unavailable" });
  });
});
