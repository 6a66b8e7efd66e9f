import { beforeAll, describe, expect, test } from "vitest";
import { toJson } from "../../../worker/source/loaded.ts";
import { respondAt } from "../../tmdb-api/responding.ts";
import { database, fillCatalog, openCatalog } from "../kit.ts";

const CREDITS = JSON.stringify({ id: 1, cast: [{ id: 7, name: "A", profile_path: null, character: "B" }] });

beforeAll(async () => {
  await fillCatalog([{ title: "Kept" }, { title: "Another" }], [[1, CREDITS]]);
  const external = "INSERT INTO catalog_external (source, external, kind, id) VALUES (?, ?, 'title', ?)";
  await database.batch([
    database.prepare("INSERT INTO catalog_merged (id, into_id) VALUES (604, 1), (605, 2)"),
    database.prepare(external).bind("tmdb-movie", "9", 1),
    database.prepare(external).bind("tmdb-movie", "77", 604),
    database.prepare(external).bind("wikidata", "Q604", 604),
  ]);
});

describe("merged title", () => {
  test("returns the record and purge tags of the remaining title", async () => {
    const can = openCatalog(database);
    const [merged, kept] = await Promise.all([604, 1].map((id) => can.title({ id, lang: "en" })));
    expect(merged).toEqual(kept);
    const notes = { facts: { external: { "tmdb-movie": "9" } } };
    expect(merged).toMatchObject({
      value: { text: expect.stringContaining('"title":"Kept"') },
      ids: { titles: [1] },
      notes,
    });
  });

  test("returns the credits and purge tags of the remaining title", async () => {
    const can = openCatalog(database);
    const [merged, kept] = await Promise.all([604, 1].map((id) => can.credits({ id, lang: "en" })));
    expect(merged).toEqual(kept);
    expect(merged).toMatchObject({ value: { text: CREDITS }, ids: { titles: [1] } });
    const none = await can.credits({ id: 605, lang: "en" });
    expect(JSON.parse(String(toJson(none)))).toMatchObject({ id: 2, cast: [] });
  });

  test.each([
    ["wikidata", "Q604"],
    ["tmdb-movie", "77"],
  ] as const)("is found by its %s id", async (source, external) => {
    const catalog = openCatalog(database);
    const json = toJson(await catalog.find({ source, external, lang: "en" }));
    expect(JSON.parse(String(json))).toEqual({ kind: "title", id: 1 });
    const kept = await catalog.title({ id: 1, lang: "en" });
    expect(kept.notes?.facts?.external).toEqual({ "tmdb-movie": "9" });
  });

  test.each([77, 2 ** 30 + 604])("is found at /3 by its former id %i", async (number) => {
    const answer = respondAt(database);
    const json = toJson(await answer({ path: `movie/${number}`, group: "details", parameters: {} }));
    expect(JSON.parse(String(json))).toMatchObject({ id: 9, title: "Kept" });
  });

  test("does not affect ids that were never merged", async () => {
    expect(await openCatalog(database).title({ id: 606, lang: "en" })).toMatchObject({ value: null });
  });
});
