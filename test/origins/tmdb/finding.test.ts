/** Suggestions and external ids from TMDB, against its stand-in. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { FindAnswer, MAX_SUGGESTION_BYTES, SuggestAnswer } from "../../../worker/contract/people.ts";
import type { FindQuery } from "../../../worker/contract/people-query.ts";
import { MAX_TMDB_ID } from "../../../worker/origins/tmdb/ids.ts";
import { ADA } from "../../tmdb/titles.ts";
import { originAt, problemOf } from "./origin.ts";

const FILM = 605 * 2;
const SERIES = 605 * 2 + 1;

async function suggestionsFor(text: string, { limit = 8, lang = "en" } = {}) {
  const { json } = await originAt().autocomplete({ text, lang, limit });
  return v.parse(SuggestAnswer, JSON.parse(json));
}

describe("suggestions", () => {
  test("are titles and people in TMDB's order", async () => {
    expect((await suggestionsFor("lantern")).slice(0, 3)).toEqual([
      { kind: "title", id: FILM, name: "The Glass Lantern", year: "1999", type: "movie" },
      { kind: "title", id: SERIES, name: "Lantern Street", year: "2003", type: "series" },
      { kind: "person", id: 99, name: "Lantern Jack" },
    ]);
  });

  test("have no year where none is known, and nothing for adults", async () => {
    const found = await suggestionsFor("lantern");
    expect(found.find(({ name }) => name === "Lantern Nights")).toEqual({
      kind: "title",
      id: 9,
      name: "Lantern Nights",
      type: "series",
    });
    expect(found.map(({ name }) => name)).not.toContain("Lantern After Dark");
    expect(await suggestionsFor("ada holm a")).toEqual([]);
  });

  test("have nothing for adults even where TMDB leaves it in", async () => {
    const origin = originAt("", {
      fetch(address, init) {
        address.searchParams.set("include_adult", "true");
        return fetch(address, init);
      },
    });
    const { json } = await origin.autocomplete({ text: "after dark", lang: "en", limit: 8 });
    const people = await origin.people({ text: "after dark", lang: "en", paging: { page: 1, limit: 20 } });
    expect([json, people.json]).toEqual(["[]", "[]"]);
  });

  test.each(["h", "harbour", "e"])("for %j are at most as many as asked for, and small", async (text) => {
    const { json } = await originAt().autocomplete({ text, lang: "en", limit: 8 });
    expect(JSON.parse(json)).toHaveLength(8);
    expect(new TextEncoder().encode(json).length).toBeLessThanOrEqual(MAX_SUGGESTION_BYTES);
    expect(await suggestionsFor(text, { limit: 3 })).toHaveLength(3);
  });

  test("take one request, and none where nothing could match", async () => {
    const origin = originAt();
    await origin.autocomplete({ text: "lantern", lang: "fr", limit: 8 });
    expect(origin.asked).toEqual(["search/multi?query=lantern&include_adult=false&language=fr&page=1"]);
    expect(await origin.autocomplete({ text: "!!!", lang: "en", limit: 8 })).toMatchObject({ isEmpty: true });
    expect(origin.asked).toHaveLength(1);
  });

  test.each(["500", "no-results"] as const)("are a problem when TMDB fails: %s", async (mode) => {
    const suggest = originAt(mode).autocomplete({ text: "lantern", lang: "en", limit: 8 });
    expect((await problemOf(suggest)).type).toBe("bad-upstream");
  });
});

describe("an external id", () => {
  async function found(source: FindQuery["source"], external: string, origin = originAt()) {
    const { json } = await origin.find({ source, external, lang: "en" });
    return json === null ? null : v.parse(FindAnswer, JSON.parse(json));
  }

  test.each([
    ["imdb", "tt0000605", { kind: "title", id: FILM }],
    ["imdb", "tt0001605", { kind: "title", id: SERIES }],
    ["imdb", "nm0000011", { kind: "person", id: ADA.id }],
    ["wikidata", "Q605", { kind: "title", id: FILM }],
    ["wikidata", "Q11", { kind: "person", id: ADA.id }],
    ["tmdb-movie", "605", { kind: "title", id: FILM }],
    ["tmdb-tv", "605", { kind: "title", id: SERIES }],
    ["tmdb-person", String(ADA.id), { kind: "person", id: ADA.id }],
  ] as const)("of %s leads to what has it: %s", async (source, external, expected) => {
    const origin = originAt();
    expect(await found(source, external, origin)).toEqual(expected);
    expect(origin.asked).toHaveLength(1);
    // Nothing more than whether there is such a person.
    expect(origin.asked.join()).not.toContain("append_to_response");
  });

  test.each([
    ["imdb", "tt9999999", 1],
    ["wikidata", "Q1", 1],
    ["tmdb-movie", "4", 1],
    ["tmdb-tv", String(MAX_TMDB_ID + 1), 0],
    ["tmdb-person", "4", 1],
    ["tmdb-person", String(MAX_TMDB_ID + 1), 0],
  ] as const)("of %s that nothing has leads nowhere: %s", async (source, external, requests) => {
    const origin = originAt();
    expect(await found(source, external, origin)).toBeNull();
    expect(origin.asked).toHaveLength(requests);
  });

  test.each(["imdb", "tmdb-movie", "tmdb-person"] as const)(
    "of %s is a problem when TMDB fails",
    async (source) => {
      const external = source === "imdb" ? "tt0000605" : "605";
      const find = originAt("500").find({ source, external, lang: "en" });
      expect((await problemOf(find)).type).toBe("bad-upstream");
    },
  );
});
