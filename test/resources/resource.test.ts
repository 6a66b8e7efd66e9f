/** What an origin offers, what counts towards a limit, and when the catalog answers in its place. */
import { describe, expect, test } from "vitest";
import { areUncacheable } from "../../worker/cache/compose.ts";
import type { Answer } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { readAnswer } from "../../worker/resources/cached-source.ts";
import { titleOperation } from "../../worker/resources/titles.ts";
import { Json } from "../../worker/source/loaded.ts";
import { createContext, served } from "../cache/kit.ts";
import { record, searchQuery } from "../contract/records.ts";
import { callOf, originGiving, originThat, resourcesOf } from "./kit.ts";

const DOWN = new Problem("bad-upstream", "Down.");
const CREDITS = { id: 7, lang: "en" } as const;
const down = originGiving(() => Promise.reject(DOWN));

describe("a missing capability of an origin", () => {
  test("is a 501, and the origin is not asked", async () => {
    const { resources } = resourcesOf(down);
    expect(await resources.ask("title", { id: 7, lang: "en" })).toMatchObject({
      kind: "failed",
      problem: { type: "not-offered", status: 501 },
    });
  });

  test("is not taken from the last resort either", async () => {
    const catalog = originThat({ shared: async () => ({ value: [] }) }, "catalog");
    const { resources } = resourcesOf(down, { lastResort: catalog });
    expect(await resources.ask("shared", { ids: [1, 2], lang: "en" })).toMatchObject({ kind: "failed" });
  });
});

describe("a page", () => {
  test("may be stored without a missing capability, but not after a failure", async () => {
    const answers: Answer[] = [];
    const { resources } = resourcesOf(down, { parts: answers });
    await resources.ask("title", { id: 7, lang: "en" });
    expect(areUncacheable(answers)).toBe(false);
    await resources.ask("credits", CREDITS);
    expect(areUncacheable(answers)).toBe(true);
  });
});

test("a stored response does not run the source", async () => {
  const loads = { count: 0 };
  const { resources, context, settle } = resourcesOf(
    originThat({
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
  expect([loads.count, context.answers.length]).toEqual([1, 1]);
});

describe("the last resort", () => {
  test("answers search and credits if the origin failed", async () => {
    const { resources } = resourcesOf(down, { lastResort: originGiving(() => "[1]", "catalog") });
    for (const answer of [resources.ask("search", searchQuery()), resources.ask("credits", CREDITS)]) {
      expect(await served(answer)).toMatchObject({ isUncacheable: true, cacheStatus: { detail: "catalog" } });
    }
  });
});

describe("the title by its id", () => {
  const found = record({ id: 7 });
  const calls = { title: 0, credits: 0 };
  const origin = originThat({
    credits: async () => {
      calls.credits++;
      return { value: new Json('{"id":7}') };
    },
    title: async () => {
      calls.title++;
      return { value: found };
    },
  });

  async function asked(query: string, allowance: () => Promise<Problem | null> = async () => null) {
    const { resources } = resourcesOf(origin);
    return await titleOperation.answer(callOf(resources, query, { path: { id: "7" }, allowance }));
  }

  test("comes alone, or with its credits", async () => {
    const alone = await asked("");
    expect(JSON.parse(bodyText(await served(Promise.resolve(alone.answer))))).toEqual({ title: found });
    expect(calls).toEqual({ title: 1, credits: 0 });
    const both = await asked("append=credits&lang=fr");
    expect(both.lang).toBe("fr");
    expect(JSON.parse(bodyText(await served(Promise.resolve(both.answer))))).toEqual({
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
  ])("comes with ids, votes and seasons, without a further load: %o", async (facts, beside) => {
    const { resources } = resourcesOf(
      originThat({ title: async () => ({ value: found, notes: { facts } }) }),
    );
    const call = callOf(resources, "append=series,votes,external_ids", { path: { id: "7" } });
    const { answer } = await titleOperation.answer(call);
    expect(JSON.parse(bodyText(await served(Promise.resolve(answer))))).toEqual({ title: found, ...beside });
  });

  test("counts towards the caller's limit", async () => {
    const refusal = new Problem("rate-limited", "Too many.");
    expect((await asked("", async () => refusal)).answer).toMatchObject({ kind: "failed", problem: refusal });
  });

  test.each(["append=cast", "lang=!", "append=credits&append=credits"])("is 400 with %s", async (query) => {
    await expect(asked(query)).rejects.toMatchObject({ type: "invalid-parameter" });
  });
});

describe("credits", () => {
  const asked = ["en", "de"].map((lang) => ({ id: 7, lang }) as const);

  test.each([
    [true, 2],
    [false, 1],
  ])("are stored by language if the origin heeds it (%s): %i times", async (creditsHeedLanguage, calls) => {
    const said = { count: 0 };
    const origin = originGiving(() => String(++said.count));
    const { resources, settle } = resourcesOf({ ...origin, traits: { creditsHeedLanguage } });
    for (const query of asked) {
      await resources.ask("credits", query);
      await settle();
    }
    expect(said.count).toBe(calls);
  });
});

test("an origin's notes beside the JSON are stored with it", async () => {
  const notes = { facts: { votes: 310 }, page: { plotLanguage: "en" } };
  const origin = originThat({ title: async () => ({ value: record({ id: 7 }), notes }) });
  const { resources, settle } = resourcesOf(origin);
  await resources.ask("title", { id: 7, lang: "de" });
  await settle();
  const again = await resources.ask("title", { id: 7, lang: "de" });
  expect(again.cacheStatus.hit).toBe(true);
  expect(readAnswer("title", again)).toMatchObject({ kind: "found", value: { id: 7 }, notes });
});

describe("a resource of pages only", () => {
  const query = { id: 7, lang: "en", onlyNames: false };
  const { id, type, title, original_title, year, poster } = record({ id: 8 });
  const similar = [{ id, type, title, original_title, year, poster, shared: { genres: [] } }];
  const value = { names: null, similar, further: [], namesakes: [] };

  function asking(isOwn: boolean) {
    const calls = { related: 0 };
    const origin = originThat({
      async related() {
        calls.related++;
        return { value, ids: { titles: [7, 8] }, version: "v1" };
      },
    });
    const answers: Answer[] = [];
    const made = resourcesOf({ ...origin, traits: { ...origin.traits, isOwn } }, { parts: answers });
    return { ...made, answers, calls };
  }

  test.each([
    ["is read from the catalog each time", true, 2],
    ["is stored in front of a source, where a request costs", false, 1],
  ])("%s", async (_, isOwn, times) => {
    const { resources, calls, settle } = asking(isOwn);
    for (let at = 0; at < 2; at++) {
      expect(await resources.read("related", query)).toMatchObject({ kind: "found", value });
      await settle();
    }
    expect(calls.related).toBe(times);
  });

  test("is a part of the page, which is stored, purged and replaced with it", async () => {
    const { resources, answers } = asking(true);
    await resources.read("related", query);
    expect(areUncacheable(answers)).toBe(false);
    expect(answers).toMatchObject([{ kind: "served", sourceVersion: "v1" }]);
    expect(answers.flatMap((part) => (part.kind === "served" ? part.tags : []))).toEqual(
      expect.arrayContaining(["title-7", "title-8", "lists"]),
    );
  });

  test("keeps the page from being stored if it fails", async () => {
    const answers: Answer[] = [];
    const failing = originThat({ related: () => Promise.reject(DOWN) });
    const own = { ...failing, traits: { ...failing.traits, isOwn: true } };
    const { resources } = resourcesOf(own, { parts: answers });
    expect(await resources.read("related", query)).toMatchObject({ kind: "failed" });
    expect(areUncacheable(answers)).toBe(true);
  });
});
