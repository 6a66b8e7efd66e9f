/** Tests missing capabilities, rate limits, the fallback, and resources that are cached with their page. */
import { describe, expect, test } from "vitest";
import { areUncacheable } from "../../worker/cache/compose.ts";
import type { CacheResult } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { readCacheResult } from "../../worker/resources/reading.ts";
import { titleOperation } from "../../worker/resources/titles.ts";
import { Json } from "../../worker/source/loaded.ts";
import { createContext, served } from "../cache/kit.ts";
import { record } from "../contract/records.ts";
import { createCall, createResources, createSearchSource, createTestSource } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "Down.");
const CREDITS = { id: 7, lang: "en" } as const;
const down = createSearchSource(() => Promise.reject(DOWN));

describe("ask() for a missing capability", () => {
  test("fails with 501 without contacting the source", async () => {
    const { resources } = createResources(down);
    expect(await resources.ask("title", { id: 7, lang: "en" })).toMatchObject({
      kind: "failed",
      problem: { type: "not-offered", status: 501 },
    });
  });
});

describe("areUncacheable()", () => {
  test("returns true after a failure but not for missing capabilities", async () => {
    const results: CacheResult[] = [];
    const { resources } = createResources(down, { parts: results });
    await resources.ask("title", { id: 7, lang: "en" });
    expect(areUncacheable(results)).toBe(false);
    await resources.ask("credits", CREDITS);
    expect(areUncacheable(results)).toBe(true);
  });
});

describe("ask() with a stored response", () => {
  test("does not contact the source", async () => {
    const loads = { count: 0 };
    const { resources, context, settle } = createResources(
      createTestSource({
        async credits() {
          loads.count++;
          return { value: new Json("{}") };
        },
      }),
    );
    await resources.ask("credits", CREDITS);
    await settle();
    expect(loads.count).toBe(1);
    const hit = await resources.shared.ask(createContext(), "credits", CREDITS);
    expect([hit.cacheStatus.hit, await resources.peek("credits", CREDITS)]).toMatchObject([
      true,
      { kind: "served" },
    ]);
    expect([loads.count, context.results.length]).toEqual([1, 1]);
  });
});

describe("ask() for a region of a language", () => {
  test("shares the response of the language if the source has no regions", async () => {
    const asked: string[] = [];
    const source = createTestSource({
      async title({ lang }) {
        asked.push(lang);
        return { value: record({ id: 7 }) };
      },
    });
    const { resources, settle } = createResources(source);
    await resources.ask("title", { id: 7, lang: "pt-PT" });
    await settle();
    expect(await resources.peek("title", { id: 7, lang: "pt-BR" })).toMatchObject({ kind: "served" });
    expect(asked).toEqual(["pt"]);
  });
});

describe("GET /v1/titles/{id}", () => {
  const found = record({ id: 7 });
  const calls = { title: 0, credits: 0 };
  const origin = createTestSource({
    credits: async () => {
      calls.credits++;
      return { value: new Json('{"id":7}') };
    },
    title: async () => {
      calls.title++;
      return { value: found };
    },
  });

  async function get(query: string, allowance: () => Promise<Problem | null> = async () => null) {
    const { resources } = createResources(origin);
    return await titleOperation.respond(createCall(resources, query, { path: { id: "7" }, allowance }));
  }

  test("returns credits only on request", async () => {
    const alone = await get("");
    expect(JSON.parse(bodyText(await served(Promise.resolve(alone.result))))).toEqual({ title: found });
    expect(calls).toEqual({ title: 1, credits: 0 });
    const both = await get("append=credits&lang=fr");
    expect(both.lang).toBe("fr");
    expect(JSON.parse(bodyText(await served(Promise.resolve(both.result))))).toEqual({
      title: found,
      credits: { id: 7 },
    });
  });

  test.each([
    [
      { votes: 310, external: { imdb: "tt1" }, series: { last_year: 2019, seasons: 3 } },
      { external_ids: { imdb: "tt1" }, votes: 310, series: { last_year: 2019, seasons: 3 } },
    ],
    [{}, { external_ids: {}, votes: 0, series: {} }],
  ])("appends ids, votes and seasons without another load: %o", async (facts, appended) => {
    const { resources } = createResources(
      createTestSource({ title: async () => ({ value: found, notes: { facts } }) }),
    );
    const call = createCall(resources, "append=series,votes,external_ids", { path: { id: "7" } });
    const { result } = await titleOperation.respond(call);
    expect(JSON.parse(bodyText(await served(Promise.resolve(result))))).toEqual({
      title: found,
      ...appended,
    });
  });

  test("counts towards the rate limit", async () => {
    const refusal = new Problem("rate-limited", "Too many.");
    expect((await get("", async () => refusal)).result).toMatchObject({ kind: "failed", problem: refusal });
  });

  test.each(["append=cast", "lang=!", "append=credits&append=credits"])("rejects %s", async (query) => {
    await expect(get(query)).rejects.toMatchObject({ type: "invalid-parameter" });
  });
});

describe("stored credits", () => {
  const queries = ["en", "de"].map((lang) => ({ id: 7, lang }) as const);

  test.each([
    [true, 2],
    [false, 1],
  ])(
    "are cached separately per language only if the source translates credits: %s",
    async (creditsHeedLanguage, calls) => {
      const loads = { count: 0 };
      const origin = createSearchSource(() => String(++loads.count));
      const { resources, settle } = createResources({ ...origin, traits: { creditsHeedLanguage } });
      for (const query of queries) {
        await resources.ask("credits", query);
        await settle();
      }
      expect(loads.count).toBe(calls);
    },
  );
});

describe("readCacheResult()", () => {
  test("returns the notes that were stored with a response", async () => {
    const notes = { facts: { votes: 310 }, page: { plotLanguage: "en" } };
    const origin = createTestSource({ title: async () => ({ value: record({ id: 7 }), notes }) });
    const { resources, settle } = createResources(origin);
    await resources.ask("title", { id: 7, lang: "de" });
    await settle();
    const again = await resources.ask("title", { id: 7, lang: "de" });
    expect(again.cacheStatus.hit).toBe(true);
    expect(readCacheResult("title", again)).toMatchObject({ kind: "found", value: { id: 7 }, notes });
  });
});

describe("read() of a resource cached with its page", () => {
  const query = { id: 7, lang: "en", onlyNames: false };
  const { id, type, title, original_title, year, poster } = record({ id: 8 });
  const similar = [{ id, type, title, original_title, year, poster, shared: { genres: [] } }];
  const value = { names: null, similar, further: [], namesakes: [] };

  function setUp(isOwn: boolean) {
    const calls = { related: 0 };
    const origin = createTestSource({
      async related() {
        calls.related++;
        return { value, ids: { titles: [7, 8] }, version: "v1" };
      },
    });
    const results: CacheResult[] = [];
    const made = createResources({ ...origin, traits: { ...origin.traits, isOwn } }, { parts: results });
    return { ...made, results, calls };
  }

  test.each([
    ["the catalog", true, 2],
    ["another source", false, 1],
  ])("stores the resource separately unless the source is the catalog: %s", async (_, isOwn, times) => {
    const { resources, calls, settle } = setUp(isOwn);
    for (let at = 0; at < 2; at++) {
      expect(await resources.read("related", query)).toMatchObject({ kind: "found", value });
      await settle();
    }
    expect(calls.related).toBe(times);
  });

  test("adds the tags and version of the resource to the page", async () => {
    const { resources, results } = setUp(true);
    await resources.read("related", query);
    expect(areUncacheable(results)).toBe(false);
    expect(results).toMatchObject([{ kind: "served", sourceVersion: "v1" }]);
    expect(results.flatMap((part) => (part.kind === "served" ? part.tags : []))).toEqual(
      expect.arrayContaining(["title-7", "title-8", "lists"]),
    );
  });

  test("prevents storing the page when the resource fails", async () => {
    const results: CacheResult[] = [];
    const failing = createTestSource({ related: () => Promise.reject(DOWN) });
    const own = { ...failing, traits: { ...failing.traits, isOwn: true } };
    const { resources } = createResources(own, { parts: results });
    expect(await resources.read("related", query)).toMatchObject({ kind: "failed" });
    expect(areUncacheable(results)).toBe(true);
  });
});
