/**
 * A client written for the service contract and for nothing else, sentence by sentence. The
 * numbers are from `docs/compatibility.md`.
 */

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

/** A request as the contract shows it: an address, a query string with a key, nothing else. */
function ask(parameters: Record<string, string>, base = BASE_URL): Promise<Response> {
  return fetch(`${base}/?${new URLSearchParams({ api_key: "<API_KEY>", ...parameters })}`);
}

async function search(parameters: Record<string, string>, base = BASE_URL): Promise<TitleRecord[]> {
  return v.parse(SearchAnswer, await (await ask({ category: "search", ...parameters }, base)).json());
}

async function credits(id: number, base = BASE_URL): Promise<Credits> {
  return v.parse(Credits, await (await ask({ category: "credits", id: String(id) }, base)).json());
}

describe("the service", () => {
  test("1 one address answers both operations, by category", async () => {
    const [titles, people] = [await ask({ category: "search", q: "alien" }), await ask({ id: "1" })];
    expect([new URL(titles.url).pathname, new URL(people.url).pathname]).toEqual(["/v1/", "/v1/"]);
    expect([titles.status, people.status]).toEqual([200, 200]);
  });

  test("2 nothing can be written", async () => {
    const attempts = ["POST", "PUT", "PATCH", "DELETE"].map((method) =>
      fetch(`${BASE_URL}/?id=1`, { method }),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([405, 405, 405, 405]);
  });

  test("3 a search gives an array of titles that match", async () => {
    const titles = (await search({ q: "nosferatu" })).map(({ title }) => title);
    expect(titles).toEqual(["Nosferatu", "Nosferatu"]);
  });

  test("4 a filter narrows it", async () => {
    expect(await search({ q: "nosferatu", f: "1922" })).toHaveLength(1);
  });

  test("5 credits gives an object with the people by department", async () => {
    expect((await credits(GODZILLA_MINUS_ONE)).director).toMatchObject([{ name: "Takashi Yamazaki" }]);
  });

  test("6 a key as a query parameter is taken", async () => {
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

  /** What a field is in every record, as JSON has it. */
  const every = (name: string, is: (value: unknown) => boolean) =>
    expect(raw.filter((one) => !is(one[name]))).toEqual([]);
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const isList = (value: unknown) => /^[^,]+(, [^,]+)*$/.test(String(value)) && typeof value === "string";

  test("7 has an integer id", () => every("id", Number.isSafeInteger));
  test("8 has an integer is_adult", () => every("is_adult", (value) => value === 0));
  test("9 is a movie or a series, and both occur", () => {
    expect([...new Set(records.map(({ type }) => type))].sort()).toEqual(["movie", "series"]);
  });
  test("10 has a title", () => every("title", isText));
  test("11 has an original title, the same or another", () => {
    every("original_title", isText);
    const same = records.map(({ title, original_title }) => title === original_title);
    expect(new Set(same)).toEqual(new Set([true, false]));
  });
  test("12 has a year of four digits, a string", () =>
    every("year", (value) => typeof value === "string" && /^\d{4}$/.test(value)));
  test("13 has countries in one string, a comma and a space between", () => {
    every("countries", isList);
    expect(records.find(({ title }) => title === "The Matrix")?.countries).toBe("United States, Australia");
  });
  test("14 has genres likewise", () => every("genres", isList));
  test("15 has a runtime that is a number written as a string", () =>
    every("runtime", (value) => typeof value === "string" && /^\d+$/.test(value)));
  test("16 has a rating that is a number, 0 when unrated", () => every("rating", (value) => value === 0));
  test("17 has a plot", () => every("plot", (value) => typeof value === "string"));
});

describe("an upstream's answer in the contract's forms is passed on unchanged", () => {
  const behaviour: Behaviour = (socket, call) =>
    json(
      JSON.stringify(call.parameters.get("category") === "credits" ? records.credits() : [records.record()]),
    )(socket, call);
  const behind = sharedBehindFaults({}, { behaviour });

  test("18 a poster is a relative path, or null", async () => {
    const [record] = await search({ q: "the matrix" }, `${behind.server.url}/v1`);
    expect(record).toMatchObject({ poster: "1999/03/matrix.jpg", rating: 8.2 });
    expect((await search({ q: "metropolis" }))[0]?.poster).toBeNull();
  });

  test("27 so is the path of a person's picture", async () => {
    const { cast, director } = await credits(603, `${behind.server.url}/v1`);
    expect([cast[0]?.profile_path, director[0]?.profile_path]).toEqual([null, "1999/03/lana.jpg"]);
  });

  test("37 without a body being sent", () => {
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

  test("21 has the id of its title", () => expect(found.id).toBe(GODZILLA_MINUS_ONE));
  test("22 has a cast", () => expect(found.cast.length).toBeGreaterThan(0));
  test("23 has the groups of the crew", () => {
    for (const group of CREW_GROUPS) expect(found[group]).toBeInstanceOf(Array);
  });
  test("24 has visual effects under a name with a space", () => {
    expect(found["visual effects"]).toMatchObject([{ job: "Visual Effects Supervisor" }]);
  });
  test("25 has all eight groups in the contract's order, empty ones too", async () => {
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
  test("26 has cast entries of four fields", () => {
    for (const entry of found.cast) {
      expect(Object.keys(entry)).toEqual(["id", "name", "profile_path", "character"]);
      expect(entry.id).toSatisfy(Number.isSafeInteger);
    }
  });
  test("28 may have a role without a name", async () => {
    const { cast } = await credits(THE_BATTLE_OF_ALGIERS);
    expect(cast.some(({ character }) => character === "")).toBe(true);
  });
  test("29 has crew entries of four fields", () => {
    for (const entry of CREW_GROUPS.flatMap((group) => found[group])) {
      expect(Object.keys(entry)).toEqual(["id", "name", "profile_path", "job"]);
    }
  });
  test("30 has a person once for each of several jobs in a group", async () => {
    const solinas = (await credits(THE_BATTLE_OF_ALGIERS)).writer.filter(
      ({ name }) => name === "Franco Solinas",
    );
    expect(solinas.map(({ job }) => job)).toEqual(["Screenplay", "Story"]);
    expect(new Set(solinas.map(({ id }) => id)).size).toBe(1);
  });
  test("31 has a person in several groups under one id", () => {
    const [writer, director] = [found.writer[0], found.director[0]];
    expect(writer?.id).toBe(director?.id);
  });
  test("32 has its entries in one order every time", async () => {
    expect(JSON.stringify(await credits(GODZILLA_MINUS_ONE))).toBe(JSON.stringify(found));
  });
});

describe("asking", () => {
  test("33 keeps no state: the same question gets the same answer", async () => {
    const asked = async () => await (await ask({ category: "search", q: "the matrix" })).text();
    expect(await asked()).toBe(await asked());
  });
  test("34 is done at the base address, a slash and a query string, and not redirected", async () => {
    const response = await fetch(`${BASE_URL}/?category=search&q=alien`, { redirect: "manual" });
    expect(response.status).toBe(200);
  });
  test("35 may be done by GET or HEAD", async () => {
    const head = await fetch(`${BASE_URL}/?category=search&q=alien`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
  test("36 is answered in JSON", async () => {
    const answers = [await ask({ category: "search", q: "alien" }), await ask({ id: "1" })];
    expect(answers.map(({ headers }) => headers.get("Content-Type"))).toEqual(
      Array(2).fill("application/json"),
    );
  });
  test("49 takes no header or credential but the key", async () => {
    expect((await ask({ category: "search", q: "alien", api_key: "another" })).status).toBe(200);
  });
  test("52 for an unknown title is a problem, never an empty answer", async () => {
    const response = await ask({ category: "credits", id: "9007199254740991" });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "application/problem+json",
    ]);
  });
  test("54 is done under v1, and no other version answers", async () => {
    expect(new URL(BASE_URL).pathname).toBe("/v1");
    const other = await fetch(`${BASE_URL.replace(/v1$/, "v2")}/?category=search&q=alien`);
    expect(other.status).toBe(404);
  });
});

describe("a search", () => {
  const status = async (parameters: Record<string, string>) => (await ask(parameters)).status;

  test("38 is asked for by its category", async () => {
    expect(await status({ category: "find", q: "alien" })).toBe(400);
    expect(await status({ q: "alien" })).toBe(400);
  });
  test("39 needs its text", async () => expect(await status({ category: "search" })).toBe(400));
  test("40 of a year gives titles of that year only", async () => {
    expect((await search({ q: "the", f: "1972" })).map(({ year }) => year)).toEqual(["1972"]);
  });
  test("41 refuses a filter of unknown form", async () => {
    expect(await status({ category: "search", q: "alien", f: "nineteen" })).toBe(400);
  });
  test("42 needs no filter, and is not narrowed without one", async () => {
    expect(new Set((await search({ q: "the" })).map(({ year }) => year)).size).toBeGreaterThan(3);
    expect(await search({ q: "nosferatu", f: "" })).toEqual(await search({ q: "nosferatu" }));
  });
  test("43 is in English by default", async () => {
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
  test("45 need an id", async () => expect((await ask({ category: "credits" })).status).toBe(400));
  test("46 are meant by an id without a category", async () => {
    const answer = await (await ask({ id: String(GODZILLA_MINUS_ONE) })).json();
    expect(answer).toEqual(await credits(GODZILLA_MINUS_ONE));
  });
  test("47 are in English by default", async () => {
    expect((await ask({ id: "1" })).headers.get("Content-Language")).toBe("en");
  });
  test("48 take the id of a search record", async () => {
    const [record] = await search({ q: "godzilla minus one" });
    expect((await credits(record?.id ?? 0)).id).toBe(GODZILLA_MINUS_ONE);
  });
});

describe("docs/compatibility.md", () => {
  const rows = [...readFileSync("docs/compatibility.md", "utf8").matchAll(/^\| (\d+) \|.*\| (.*) \|$/gm)];
  const tested = [...readFileSync(import.meta.filename, "utf8").matchAll(/\btest\("(\d+) /g)].map(
    ([, at]) => at,
  );

  test("numbers every sentence, without a gap", () => {
    expect(rows.map(([, at]) => Number(at))).toEqual(rows.map((_, at) => at + 1));
    expect(rows.length).toBeGreaterThan(50);
  });

  test("names exactly the sentences that are tested here", () => {
    const called = rows
      .filter(([, , held = ""]) => /\btest(: none is sent)?$/.test(held))
      .map(([, at]) => at);
    expect(tested.toSorted()).toEqual(called.toSorted());
  });
});
