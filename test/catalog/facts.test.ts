import { beforeAll, describe, expect, test } from "vitest";
import { database, fillEntries, openCatalog, toEntries } from "./kit.ts";

const ENGLISH = "https://video.test/en";
const FRENCH = "https://video.test/fr";

const factsIn = async (lang: string, id = 1) =>
  (await openCatalog(database).title({ id, lang })).notes?.facts;

describe("title facts", () => {
  beforeAll(async () => {
    const [first, ...others] = toEntries([{ title: "Alien", votes: 310, language: "en" }, { title: "Valo" }]);
    if (first === undefined) throw new Error("There is no title.");
    const translations = new Map([["fr", { trailer: FRENCH }]]);
    await fillEntries([{ ...first, facts: { ...first.facts, trailer: ENGLISH }, translations }, ...others]);
  });

  test.each([
    ["en", ENGLISH],
    ["fr", FRENCH],
    ["de", ENGLISH],
  ])("fall back to English when a translation is missing: %s", async (lang, trailer) => {
    expect(await factsIn(lang)).toEqual({ votes: 310, popularity: 2, language: "en", trailer });
  });

  test("omit the empty values that earlier loads stored", async () => {
    const sources = {
      votes: 0,
      language: null,
      otherNames: [],
      translations: {},
    };
    const statement = "UPDATE catalog_title SET sources = ?1 WHERE id = 2";
    await database.prepare(statement).bind(JSON.stringify(sources)).run();
    expect(await factsIn("en", 2)).toEqual({ popularity: 1 });
  });
});
