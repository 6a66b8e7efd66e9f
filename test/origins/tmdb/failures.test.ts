/** What TMDB's failures become, against its stand-in. */
import { describe, expect, test } from "vitest";
import { createCircuit } from "../../../worker/origins/transport/circuit.ts";
import { KEY, TOKEN } from "../../tmdb/answers.ts";
import type { Mode } from "../../tmdb/server.ts";
import { originAt, problemOf, searchFor } from "./origin.ts";

const CREDITS = { category: "credits", id: 1_210, lang: "en" } as const;

describe("the key", () => {
  test("of version 3 is a parameter", async () => {
    const origin = originAt("", { apiKey: KEY });
    expect(await origin.records(searchFor("glass lantern"))).toHaveLength(1);
    expect(origin.headers[0]?.has("Authorization")).toBe(false);
  });

  test("that is a token of version 4 is a header, and in no address", async () => {
    const addresses: string[] = [];
    const origin = originAt("", {
      apiKey: TOKEN,
      fetch(address, init) {
        addresses.push(String(address));
        return fetch(address, init);
      },
    });
    expect(await origin.records(searchFor("glass lantern"))).toHaveLength(1);
    expect(addresses.join()).not.toMatch(/api_key|eyJ/);
  });

  test("that is refused is the source's failure, and an event that names the setting", async () => {
    const origin = originAt("", { apiKey: "fedcba9876543210fedcba9876543210" });
    expect(await problemOf(origin.search(searchFor("lantern")))).toEqual({
      type: "bad-upstream",
      cause: "Failure: status 401",
    });
    expect(origin.lines).toEqual([
      { event: "upstream-key-refused", setting: "UPSTREAM_API_KEY", status: 401 },
    ]);
  });
});

describe("a problem", () => {
  test.each<[Mode, string]>([
    ["500", "status 500"],
    ["503", "status 503"],
    ["429", "status 429"],
    ["html", "content-type"],
    ["no-results", "wrong-shape"],
    ["null-results", "wrong-shape"],
  ])("of a search: %s is never an empty list but %s", async (mode, cause) => {
    const problem = await problemOf(originAt(mode).search(searchFor("lantern")));
    expect(problem).toEqual({ type: "bad-upstream", cause: `Failure: ${cause}` });
  });

  test("of credits: an answer without them is not eight empty groups", async () => {
    const problem = await problemOf(originAt("no-credits").credits(CREDITS));
    expect(problem).toEqual({ type: "bad-upstream", cause: "Failure: wrong-shape" });
  });
});

test("429 without Retry-After is followed by a rest, a longer one each time", async () => {
  const clock = { ms: 1_800_000_000_000 };
  const circuit = createCircuit(() => clock.ms);
  const limited = originAt("429", { circuit });
  const well = originAt("", { circuit });
  for (const rest of [1_000, 2_000, 4_000]) {
    expect((await problemOf(limited.credits(CREDITS))).cause).toBe("Failure: status 429");
    clock.ms += rest - 1;
    expect((await problemOf(well.credits(CREDITS))).type).toBe("upstream-unavailable");
    clock.ms += 1;
  }
  expect((await well.credits(CREDITS)).json).not.toBeNull();
});

test("gzip that nothing announces is read", async () => {
  expect(await originAt("gzip").records(searchFor("glass lantern"))).toHaveLength(1);
  expect((await originAt("gzip").credits(CREDITS)).json).toContain("Ada Holm");
});

test("fields of other types have no value (a number still names a genre), and the answer is the contract's all the same", async () => {
  const [record] = await originAt("wrong-types").records(searchFor("glass lantern"));
  expect(record).toEqual({
    id: 1_210,
    is_adult: 0,
    type: "movie",
    title: "",
    original_title: "",
    year: "",
    countries: "",
    genres: "Drama, Science Fiction",
    runtime: "0",
    rating: 0,
    plot: "",
    poster: null,
  });
});

describe("titles beside a search", () => {
  test("that are slow leave it what it is, within its deadline", async () => {
    const origin = originAt("slow-details", { timeoutMs: 500 });
    const found = await origin.search(searchFor("glass lantern"));
    expect(found.isPartial).toBe(true);
    expect(JSON.parse(found.json)).toMatchObject([{ title: "The Glass Lantern", runtime: "0" }]);
    expect(origin.asked).toHaveLength(2);
  });

  test("that were deleted are known to have no more", async () => {
    const found = await originAt("no-details").search(searchFor("glass lantern"));
    expect(found.isPartial).toBe(false);
    expect(JSON.parse(found.json)).toMatchObject([{ title: "The Glass Lantern", runtime: "0" }]);
  });

  test("that fail are not asked for again, and never open the circuit", async () => {
    const circuit = createCircuit(Date.now);
    const origin = originAt("500", { circuit });
    for (let count = 0; count < 20; count++) await problemOf(origin.title({ id: 1_210, lang: "en" }));
    expect(origin.asked).toHaveLength(20);
    expect((await originAt("", { circuit }).credits(CREDITS)).json).not.toBeNull();
  });

  test("do not wait for a list of genres that hangs", async () => {
    const genres = () => new Promise<undefined>(() => undefined);
    const hanging = originAt("", { timeoutMs: 500, parts: { ...partsOf(), genres } });
    const found = await hanging.search(searchFor("glass lantern", { lang: "fr" }));
    expect(JSON.parse(found.json)).toMatchObject([
      { title: "La Lanterne de verre", genres: "Drama, Science Fiction" },
    ]);
    expect(found.isPartial).toBe(true);
  });

  test("take as many genres as there are in English when the list fails", async () => {
    const origin = originAt();
    const failing = originAt("", { parts: { ...partsOf(), genres: async () => undefined } });
    const [record] = await failing.records(searchFor("glass lantern", { lang: "fr" }));
    expect(record?.genres).toBe("Drama, Science Fiction");
    expect((await failing.search(searchFor("glass lantern", { lang: "fr" }))).isPartial).toBe(true);
    expect(origin.asked).toEqual([]);
  });
});

function partsOf() {
  return { storedTitle: async () => null, title: async () => null, person: async () => null };
}
