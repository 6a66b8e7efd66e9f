/**
 * Tests the contract sentence by sentence, as one of its clients would. The numbers are those in
 * `docs/compatibility.md`.
 */

import { readFileSync } from "node:fs";
import * as v from "valibot";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { CREW_GROUPS, Credits } from "../../worker/contract/credits.ts";
import { SearchResponse, type TitleRecord } from "../../worker/contract/record.ts";
import * as records from "../contract/records.ts";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import type { Behaviour } from "../faults/upstream.ts";

const BASE_URL = `${inject("target")}/v1`;
const M = 14;
const GODZILLA_MINUS_ONE = 123;
const THE_BATTLE_OF_ALGIERS = 48;

/** Sends a request with the key in the query string and no additional headers, as the contract requires. */
function ask(parameters: Record<string, string>, base = BASE_URL): Promise<Response> {
  return fetch(`${base}/?${new URLSearchParams({ api_key: "<API_KEY>", ...parameters })}`);
}

async function search(parameters: Record<string, string>, base = BASE_URL): Promise<TitleRecord[]> {
  return v.parse(SearchResponse, await (await ask({ category: "search", ...parameters }, base)).json());
}

async function credits(id: number, base = BASE_URL): Promise<Credits> {
  return v.parse(Credits, await (await ask({ category: "credits", id: String(id) }, base)).json());
}

describe("contract's API", () => {
  test("serves both operations at one URL, by category (sentence 1)", async () => {
    const [titles, people] = [await ask({ category: "search", q: "alien" }), await ask({ id: "1" })];
    expect([new URL(titles.url).pathname, new URL(people.url).pathname]).toEqual(["/v1/", "/v1/"]);
    expect([titles.status, people.status]).toEqual([200, 200]);
  });

  test("is read-only (sentence 2)", async () => {
    const attempts = ["POST", "PUT", "PATCH", "DELETE"].map((method) =>
      fetch(`${BASE_URL}/?id=1`, { method }),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([405, 405, 405, 405]);
  });

  test("returns an array of the titles that match a search (sentence 3)", async () => {
    const titles = (await search({ q: "nosferatu" })).map(({ title }) => title);
    expect(titles).toEqual(["Nosferatu", "Nosferatu"]);
  });

  test("filters a search by year (sentence 4)", async () => {
    expect(await search({ q: "nosferatu", f: "1922" })).toHaveLength(1);
  });

  test("groups credits by department (sentence 5)", async () => {
    expect((await credits(GODZILLA_MINUS_ONE)).director).toMatchObject([{ name: "Takashi Yamazaki" }]);
  });

  test("accepts a key as a query parameter (sentence 6)", async () => {
    expect((await ask({ category: "search", q: "alien" })).status).toBe(200);
  });
});

describe("title record", () => {
  let records: TitleRecord[];
  let raw: Record<string, unknown>[];

  beforeAll(async () => {
    records = await search({ q: "the", limit: "100" });
    raw = await (await ask({ category: "search", q: "the", limit: "100" })).json();
    expect(raw.length).toBeGreaterThan(20);
    expect(Object.keys(raw[0] ?? {})).toEqual(Object.keys(SearchResponse.item.entries));
  });

  /** Tests a field of every record in the raw JSON. */
  const every = (name: string, is: (value: unknown) => boolean) =>
    expect(raw.filter((one) => !is(one[name]))).toEqual([]);
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const isList = (value: unknown) => /^[^,]+(, [^,]+)*$/.test(String(value)) && typeof value === "string";

  test("has an integer id (sentence 7)", () => every("id", Number.isSafeInteger));
  test("has an integer is_adult (sentence 8)", () => every("is_adult", (value) => value === 0));
  test("is a movie or a series (sentence 9)", () => {
    expect([...new Set(records.map(({ type }) => type))].sort()).toEqual(["movie", "series"]);
  });
  test("has a title (sentence 10)", () => every("title", isText));
  test("has an original title, which may differ from the title (sentence 11)", () => {
    every("original_title", isText);
    const same = records.map(({ title, original_title }) => title === original_title);
    expect(new Set(same)).toEqual(new Set([true, false]));
  });
  test("has a four-digit year as a string (sentence 12)", () =>
    every("year", (value) => typeof value === "string" && /^\d{4}$/.test(value)));
  test("has countries as one comma-separated string (sentence 13)", () => {
    every("countries", isList);
    expect(records.find(({ title }) => title === "The Matrix")?.countries).toBe("United States, Australia");
  });
  test("has genres as one comma-separated string (sentence 14)", () => every("genres", isList));
  test("has a runtime as a numeric string (sentence 15)", () =>
    every("runtime", (value) => typeof value === "string" && /^\d+$/.test(value)));
  test("has a numeric rating, which is 0 if unrated (sentence 16)", () =>
    every("rating", (value) => value === 0));
  test("has a plot (sentence 17)", () => every("plot", (value) => typeof value === "string"));
});

describe("upstream response in the contract's format", () => {
  const behaviour: Behaviour = (socket, call) =>
    json(
      JSON.stringify(call.parameters.get("category") === "credits" ? records.credits() : [records.record()]),
    )(socket, call);
  const behind = sharedBehindFaults({}, { behaviour });

  test("keeps the poster as a relative path or null (sentence 18)", async () => {
    const [record] = await search({ q: "the matrix" }, `${behind.server.url}/v1`);
    expect(record).toMatchObject({ poster: "1999/03/matrix.jpg", rating: 8.2 });
    expect((await search({ q: "metropolis" }))[0]?.poster).toBeNull();
  });

  test("keeps a person's picture as a relative path or null (sentence 27)", async () => {
    const { cast, director } = await credits(603, `${behind.server.url}/v1`);
    expect([cast[0]?.profile_path, director[0]?.profile_path]).toEqual([null, "1999/03/lana.jpg"]);
  });

  test("is requested without a body (sentence 37)", () => {
    const received = behind.upstream.calls.map(({ head }) => head).join("");
    expect(received).toMatch(/^GET /);
    expect(received).not.toMatch(/content-length|transfer-encoding/i);
  });
});

describe("credits object", () => {
  let found: Credits;
  beforeAll(async () => {
    found = await credits(GODZILLA_MINUS_ONE);
  });

  test("has the id of the requested title (sentence 21)", () => expect(found.id).toBe(GODZILLA_MINUS_ONE));
  test("has a non-empty cast (sentence 22)", () => expect(found.cast.length).toBeGreaterThan(0));
  test("has an array for each crew group (sentence 23)", () => {
    for (const group of CREW_GROUPS) expect(found[group]).toBeInstanceOf(Array);
  });
  test("spells the group visual effects with a space (sentence 24)", () => {
    expect(found["visual effects"]).toMatchObject([{ job: "Visual Effects Supervisor" }]);
  });
  test("lists all eight groups in order, including empty ones (sentence 25)", async () => {
    const order = [
      "id",
      "cast",
      "writer",
      "director",
      "editing",
      "production",
      "art",
      "visual effects",
      "sound",
    ];
    for (const id of [M, GODZILLA_MINUS_ONE]) expect(Object.keys(await credits(id))).toEqual(order);
    expect((await credits(M))["visual effects"]).toEqual([]);
  });
  test("has cast entries with exactly four fields (sentence 26)", () => {
    for (const entry of found.cast) {
      expect(Object.keys(entry)).toEqual(["id", "name", "profile_path", "character"]);
      expect(entry.id).toSatisfy(Number.isSafeInteger);
    }
  });
  test("has an empty character where the role is unknown (sentence 28)", async () => {
    const { cast } = await credits(THE_BATTLE_OF_ALGIERS);
    expect(cast.some(({ character }) => character === "")).toBe(true);
  });
  test("has crew entries with exactly four fields (sentence 29)", () => {
    for (const entry of CREW_GROUPS.flatMap((group) => found[group])) {
      expect(Object.keys(entry)).toEqual(["id", "name", "profile_path", "job"]);
    }
  });
  test("repeats a person for each job within a group (sentence 30)", async () => {
    const solinas = (await credits(THE_BATTLE_OF_ALGIERS)).writer.filter(
      ({ name }) => name === "Franco Solinas",
    );
    expect(solinas.map(({ job }) => job)).toEqual(["Screenplay", "Story"]);
    expect(new Set(solinas.map(({ id }) => id)).size).toBe(1);
  });
  test("uses the same id for a person in several groups (sentence 31)", () => {
    const [writer, director] = [found.writer[0], found.director[0]];
    expect(writer?.id).toBe(director?.id);
  });
  test("keeps its order between requests (sentence 32)", async () => {
    expect(JSON.stringify(await credits(GODZILLA_MINUS_ONE))).toBe(JSON.stringify(found));
  });
});

describe("API request", () => {
  test("returns the same response when repeated (sentence 33)", async () => {
    const asked = async () => await (await ask({ category: "search", q: "the matrix" })).text();
    expect(await asked()).toBe(await asked());
  });
  test("is not redirected from the base URL with a slash (sentence 34)", async () => {
    const response = await fetch(`${BASE_URL}/?category=search&q=alien`, { redirect: "manual" });
    expect(response.status).toBe(200);
  });
  test("is accepted as GET or HEAD (sentence 35)", async () => {
    const head = await fetch(`${BASE_URL}/?category=search&q=alien`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
  test("returns JSON (sentence 36)", async () => {
    const answers = [await ask({ category: "search", q: "alien" }), await ask({ id: "1" })];
    expect(answers.map(({ headers }) => headers.get("Content-Type"))).toEqual(
      Array(2).fill("application/json"),
    );
  });
  test("requires no header or credential except the key (sentence 49)", async () => {
    expect((await ask({ category: "search", q: "alien", api_key: "another" })).status).toBe(200);
  });
  test("returns a problem for an unknown title (sentence 52)", async () => {
    const response = await ask({ category: "credits", id: "9007199254740991" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "application/problem+json",
    ]);
  });
  test("is served only below /v1 (sentence 54)", async () => {
    expect(new URL(BASE_URL).pathname).toBe("/v1");
    const other = await fetch(`${BASE_URL.replace(/v1$/, "v2")}/?category=search&q=alien`);
    expect(other.status).toBe(404);
  });
});

describe("GET /v1/ with category=search", () => {
  const status = async (parameters: Record<string, string>) => (await ask(parameters)).status;

  test("requires the category (sentence 38)", async () => {
    expect(await status({ category: "find", q: "alien" })).toBe(400);
    expect(await status({ q: "alien" })).toBe(400);
  });
  test("requires the parameter q (sentence 39)", async () =>
    expect(await status({ category: "search" })).toBe(400));
  test("returns only titles of the year in f (sentence 40)", async () => {
    expect((await search({ q: "the", f: "1972" })).map(({ year }) => year)).toEqual(["1972"]);
  });
  test("rejects a malformed filter (sentence 41)", async () => {
    expect(await status({ category: "search", q: "alien", f: "nineteen" })).toBe(400);
  });
  test("accepts a missing or empty f (sentence 42)", async () => {
    expect(new Set((await search({ q: "the" })).map(({ year }) => year)).size).toBeGreaterThan(3);
    expect(await search({ q: "nosferatu", f: "" })).toEqual(await search({ q: "nosferatu" }));
  });
  test("defaults to English (sentence 43)", async () => {
    const [unsaid, english] = [await search({ q: "amelie" }), await search({ q: "amelie", lang: "en" })];
    expect(unsaid).toEqual(english);
    expect((await ask({ category: "search", q: "amelie" })).headers.get("Content-Language")).toBe("en");
  });
  test("matches the same titles in every language (sentence 44)", async () => {
    const ids = async (lang: string) => (await search({ q: "m", lang })).map(({ id }) => id);
    expect(await ids("fr")).toEqual(await ids("en"));
    expect((await search({ q: "m", f: "1931", lang: "fr" }))[0]?.title).toBe("M le maudit");
  });
});

describe("GET /v1/ with an id", () => {
  test("requires an id for category=credits (sentence 45)", async () =>
    expect((await ask({ category: "credits" })).status).toBe(400));
  test("returns credits without a category (sentence 46)", async () => {
    const answer = await (await ask({ id: String(GODZILLA_MINUS_ONE) })).json();
    expect(answer).toEqual(await credits(GODZILLA_MINUS_ONE));
  });
  test("defaults to English (sentence 47)", async () => {
    expect((await ask({ id: "1" })).headers.get("Content-Language")).toBe("en");
  });
  test("accepts the id of a search result (sentence 48)", async () => {
    const [record] = await search({ q: "godzilla minus one" });
    expect((await credits(record?.id ?? 0)).id).toBe(GODZILLA_MINUS_ONE);
  });
});

describe("docs/compatibility.md", () => {
  const rows = [...readFileSync("docs/compatibility.md", "utf8").matchAll(/^\| (\d+) \|.*\| (.*) \|$/gm)];
  const tested = [
    ...readFileSync(import.meta.filename, "utf8").matchAll(/\btest\("[^"]* \(sentence (\d+)\)"/g),
  ].map(([, at]) => at);

  test("numbers the contract's sentences without gaps", () => {
    expect(rows.map(([, at]) => Number(at))).toEqual(rows.map((_, at) => at + 1));
    expect(rows.length).toBeGreaterThan(50);
  });

  test("marks a sentence as tested only if a test covers it", () => {
    const called = rows
      .filter(([, , held = ""]) => /\btest(: none is sent)?$/.test(held))
      .map(([, at]) => at);
    expect(tested.toSorted()).toEqual(called.toSorted());
  });
});
