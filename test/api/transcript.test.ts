/** A client that follows the contract sentence by sentence. The numbers refer to `docs/compatibility.md`. */

import { readFileSync } from "node:fs";
import * as v from "valibot";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { CREW_GROUPS, Credits } from "../../worker/contract/credits.ts";
import { SearchAnswer, type TitleRecord } from "../../worker/contract/record.ts";
import * as records from "../contract/records.ts";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import type { Behaviour } from "../faults/upstream.ts";

const BASE_URL = `${inject("target")}/v1`;
const M = 14;
const GODZILLA_MINUS_ONE = 123;
const THE_BATTLE_OF_ALGIERS = 48;

/** Sends a request as in the contract, with a key in the query string and no further headers. */
function ask(parameters: Record<string, string>, base = BASE_URL): Promise<Response> {
  return fetch(`${base}/?${new URLSearchParams({ api_key: "<API_KEY>", ...parameters })}`);
}

async function search(parameters: Record<string, string>, base = BASE_URL): Promise<TitleRecord[]> {
  return v.parse(SearchAnswer, await (await ask({ category: "search", ...parameters }, base)).json());
}

async function credits(id: number, base = BASE_URL): Promise<Credits> {
  return v.parse(Credits, await (await ask({ category: "credits", id: String(id) }, base)).json());
}

describe("the contract", () => {
  test("1 serves both operations at one URL, by category", async () => {
    const [titles, people] = [await ask({ category: "search", q: "alien" }), await ask({ id: "1" })];
    expect([new URL(titles.url).pathname, new URL(people.url).pathname]).toEqual(["/v1/", "/v1/"]);
    expect([titles.status, people.status]).toEqual([200, 200]);
  });

  test("2 is read-only", async () => {
    const attempts = ["POST", "PUT", "PATCH", "DELETE"].map((method) =>
      fetch(`${BASE_URL}/?id=1`, { method }),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([405, 405, 405, 405]);
  });

  test("3 returns an array of matching titles for a search", async () => {
    const titles = (await search({ q: "nosferatu" })).map(({ title }) => title);
    expect(titles).toEqual(["Nosferatu", "Nosferatu"]);
  });

  test("4 narrows a search by a filter", async () => {
    expect(await search({ q: "nosferatu", f: "1922" })).toHaveLength(1);
  });

  test("5 returns people by department for credits", async () => {
    expect((await credits(GODZILLA_MINUS_ONE)).director).toMatchObject([{ name: "Takashi Yamazaki" }]);
  });

  test("6 accepts a key as a query parameter", async () => {
    expect((await ask({ category: "search", q: "alien" })).status).toBe(200);
  });
});

describe("a title record", () => {
  let records: TitleRecord[];
  let raw: Record<string, unknown>[];

  beforeAll(async () => {
    records = await search({ q: "the", limit: "100" });
    raw = await (await ask({ category: "search", q: "the", limit: "100" })).json();
    expect(raw.length).toBeGreaterThan(20);
    expect(Object.keys(raw[0] ?? {})).toEqual(Object.keys(SearchAnswer.item.entries));
  });

  /** Tests a field of every record in its JSON form. */
  const every = (name: string, is: (value: unknown) => boolean) =>
    expect(raw.filter((one) => !is(one[name]))).toEqual([]);
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const isList = (value: unknown) => /^[^,]+(, [^,]+)*$/.test(String(value)) && typeof value === "string";

  test("7 has an integer id", () => every("id", Number.isSafeInteger));
  test("8 has an integer is_adult", () => every("is_adult", (value) => value === 0));
  test("9 is a movie or a series", () => {
    expect([...new Set(records.map(({ type }) => type))].sort()).toEqual(["movie", "series"]);
  });
  test("10 has a title", () => every("title", isText));
  test("11 has an original title, which may differ", () => {
    every("original_title", isText);
    const same = records.map(({ title, original_title }) => title === original_title);
    expect(new Set(same)).toEqual(new Set([true, false]));
  });
  test("12 has a four-digit year as a string", () =>
    every("year", (value) => typeof value === "string" && /^\d{4}$/.test(value)));
  test("13 has countries as one comma-separated string", () => {
    every("countries", isList);
    expect(records.find(({ title }) => title === "The Matrix")?.countries).toBe("United States, Australia");
  });
  test("14 has genres as one comma-separated string", () => every("genres", isList));
  test("15 has a runtime as a numeric string", () =>
    every("runtime", (value) => typeof value === "string" && /^\d+$/.test(value)));
  test("16 has a numeric rating, 0 when unrated", () => every("rating", (value) => value === 0));
  test("17 has a plot", () => every("plot", (value) => typeof value === "string"));
});

describe("an upstream's response in the contract's form", () => {
  const behaviour: Behaviour = (socket, call) =>
    json(
      JSON.stringify(call.parameters.get("category") === "credits" ? records.credits() : [records.record()]),
    )(socket, call);
  const behind = sharedBehindFaults({}, { behaviour });

  test("18 keeps its poster as a relative path or null", async () => {
    const [record] = await search({ q: "the matrix" }, `${behind.server.url}/v1`);
    expect(record).toMatchObject({ poster: "1999/03/matrix.jpg", rating: 8.2 });
    expect((await search({ q: "metropolis" }))[0]?.poster).toBeNull();
  });

  test("27 keeps a person's picture as a relative path or null", async () => {
    const { cast, director } = await credits(603, `${behind.server.url}/v1`);
    expect([cast[0]?.profile_path, director[0]?.profile_path]).toEqual([null, "1999/03/lana.jpg"]);
  });

  test("37 needs no request body", () => {
    const heard = behind.upstream.calls.map(({ head }) => head).join("");
    expect(heard).toMatch(/^GET /);
    expect(heard).not.toMatch(/content-length|transfer-encoding/i);
  });
});

describe("a credits object", () => {
  let found: Credits;
  beforeAll(async () => {
    found = await credits(GODZILLA_MINUS_ONE);
  });

  test("21 has its title's id", () => expect(found.id).toBe(GODZILLA_MINUS_ONE));
  test("22 has a cast", () => expect(found.cast.length).toBeGreaterThan(0));
  test("23 has crew groups", () => {
    for (const group of CREW_GROUPS) expect(found[group]).toBeInstanceOf(Array);
  });
  test("24 names the group visual effects with a space", () => {
    expect(found["visual effects"]).toMatchObject([{ job: "Visual Effects Supervisor" }]);
  });
  test("25 has all eight groups in order, even if empty", async () => {
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
  test("26 has cast entries with four fields", () => {
    for (const entry of found.cast) {
      expect(Object.keys(entry)).toEqual(["id", "name", "profile_path", "character"]);
      expect(entry.id).toSatisfy(Number.isSafeInteger);
    }
  });
  test("28 may have cast without a role", async () => {
    const { cast } = await credits(THE_BATTLE_OF_ALGIERS);
    expect(cast.some(({ character }) => character === "")).toBe(true);
  });
  test("29 has crew entries with four fields", () => {
    for (const entry of CREW_GROUPS.flatMap((group) => found[group])) {
      expect(Object.keys(entry)).toEqual(["id", "name", "profile_path", "job"]);
    }
  });
  test("30 repeats a person for each job in a group", async () => {
    const solinas = (await credits(THE_BATTLE_OF_ALGIERS)).writer.filter(
      ({ name }) => name === "Franco Solinas",
    );
    expect(solinas.map(({ job }) => job)).toEqual(["Screenplay", "Story"]);
    expect(new Set(solinas.map(({ id }) => id)).size).toBe(1);
  });
  test("31 uses one id for a person in several groups", () => {
    const [writer, director] = [found.writer[0], found.director[0]];
    expect(writer?.id).toBe(director?.id);
  });
  test("32 keeps the order of its entries", async () => {
    expect(JSON.stringify(await credits(GODZILLA_MINUS_ONE))).toBe(JSON.stringify(found));
  });
});

describe("a request", () => {
  test("33 returns the same response each time", async () => {
    const asked = async () => await (await ask({ category: "search", q: "the matrix" })).text();
    expect(await asked()).toBe(await asked());
  });
  test("34 is not redirected at the base URL with a slash", async () => {
    const response = await fetch(`${BASE_URL}/?category=search&q=alien`, { redirect: "manual" });
    expect(response.status).toBe(200);
  });
  test("35 may use GET or HEAD", async () => {
    const head = await fetch(`${BASE_URL}/?category=search&q=alien`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
  test("36 receives JSON", async () => {
    const answers = [await ask({ category: "search", q: "alien" }), await ask({ id: "1" })];
    expect(answers.map(({ headers }) => headers.get("Content-Type"))).toEqual(
      Array(2).fill("application/json"),
    );
  });
  test("49 needs no header or credential except the key", async () => {
    expect((await ask({ category: "search", q: "alien", api_key: "another" })).status).toBe(200);
  });
  test("52 for an unknown title receives a problem", async () => {
    const response = await ask({ category: "credits", id: "9007199254740991" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "application/problem+json",
    ]);
  });
  test("54 is served under v1 only", async () => {
    expect(new URL(BASE_URL).pathname).toBe("/v1");
    const other = await fetch(`${BASE_URL.replace(/v1$/, "v2")}/?category=search&q=alien`);
    expect(other.status).toBe(404);
  });
});

describe("a search", () => {
  const status = async (parameters: Record<string, string>) => (await ask(parameters)).status;

  test("38 is selected by its category", async () => {
    expect(await status({ category: "find", q: "alien" })).toBe(400);
    expect(await status({ q: "alien" })).toBe(400);
  });
  test("39 requires its text", async () => expect(await status({ category: "search" })).toBe(400));
  test("40 with a year returns titles of that year", async () => {
    expect((await search({ q: "the", f: "1972" })).map(({ year }) => year)).toEqual(["1972"]);
  });
  test("41 rejects a malformed filter", async () => {
    expect(await status({ category: "search", q: "alien", f: "nineteen" })).toBe(400);
  });
  test("42 needs no filter", async () => {
    expect(new Set((await search({ q: "the" })).map(({ year }) => year)).size).toBeGreaterThan(3);
    expect(await search({ q: "nosferatu", f: "" })).toEqual(await search({ q: "nosferatu" }));
  });
  test("43 defaults to English", async () => {
    const [unsaid, english] = [await search({ q: "amelie" }), await search({ q: "amelie", lang: "en" })];
    expect(unsaid).toEqual(english);
    expect((await ask({ category: "search", q: "amelie" })).headers.get("Content-Language")).toBe("en");
  });
  test("44 matches the same titles in every language", async () => {
    const ids = async (lang: string) => (await search({ q: "m", lang })).map(({ id }) => id);
    expect(await ids("fr")).toEqual(await ids("en"));
    expect((await search({ q: "m", f: "1931", lang: "fr" }))[0]?.title).toBe("M le maudit");
  });
});

describe("credits", () => {
  test("45 require an id", async () => expect((await ask({ category: "credits" })).status).toBe(400));
  test("46 are selected by an id without a category", async () => {
    const answer = await (await ask({ id: String(GODZILLA_MINUS_ONE) })).json();
    expect(answer).toEqual(await credits(GODZILLA_MINUS_ONE));
  });
  test("47 default to English", async () => {
    expect((await ask({ id: "1" })).headers.get("Content-Language")).toBe("en");
  });
  test("48 accept the id of a search record", async () => {
    const [record] = await search({ q: "godzilla minus one" });
    expect((await credits(record?.id ?? 0)).id).toBe(GODZILLA_MINUS_ONE);
  });
});

describe("docs/compatibility.md", () => {
  const rows = [...readFileSync("docs/compatibility.md", "utf8").matchAll(/^\| (\d+) \|.*\| (.*) \|$/gm)];
  const tested = [...readFileSync(import.meta.filename, "utf8").matchAll(/\btest\("(\d+) /g)].map(
    ([, at]) => at,
  );

  test("numbers every sentence without a gap", () => {
    expect(rows.map(([, at]) => Number(at))).toEqual(rows.map((_, at) => at + 1));
    expect(rows.length).toBeGreaterThan(50);
  });

  test("lists exactly the sentences tested here", () => {
    const called = rows
      .filter(([, , held = ""]) => /\btest(: none is sent)?$/.test(held))
      .map(([, at]) => at);
    expect(tested.toSorted()).toEqual(called.toSorted());
  });
});
