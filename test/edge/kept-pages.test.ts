import { describe, expect, test } from "vitest";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { bodyText } from "../../worker/edge/answer.ts";
import { Ingredients, noting } from "../../worker/edge/ingredients.ts";
import { keptPages } from "../../worker/edge/kept-pages.ts";
import { titlePurge } from "../../worker/edge/purge.ts";
import { recordMemory } from "../../worker/edge/records.ts";
import { cacheStore } from "../../worker/edge/store.ts";
import { titleIndex } from "../../worker/edge/title-index.ts";
import { answered, originSaying, setUp } from "./kit.ts";

const store = cacheStore(caches.default, () => undefined);
const NOW = 1_700_000_000_000;
const index = titleIndex(store, () => NOW);
const origin = originSaying("upstream", () => null);
let ids = 5_000;

function pagesOf(build = "build") {
  const work: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  const pages = keptPages({ store, index, build, origin, now: () => NOW, waitUntil });
  return { pages, settle: () => Promise.all(work) };
}

function fresh(seconds = 60): Ingredients {
  const ingredients = new Ingredients();
  ingredients.note(NOW, seconds);
  return ingredients;
}

const addressOf = (id: number) => new URL(`https://marquee.test/title/${id}/words-1999`);

describe("a page", () => {
  test("is kept by address and build", async () => {
    const { pages, settle } = pagesOf();
    const address = addressOf(++ids);
    expect(await pages.keep(address, "<h1>", fresh())).not.toBeNull();
    await settle();
    const kept = await pages.get(address, () => true);
    expect(kept && bodyText(kept)).toBe("<h1>");
    expect(await pagesOf("another").pages.get(address, () => true)).toBeNull();
  });

  test("of a title is kept once, whatever query it is asked with, so that a purge finds all of them", async () => {
    const { pages, settle } = pagesOf();
    const address = addressOf(++ids);
    for (let asked = 0; asked < 60; asked += 1) {
      await pages.keep(new URL(`${address}?from=${asked}`), "<h1>", fresh());
      await settle();
    }
    expect(await pages.get(address, () => true)).not.toBeNull();
    expect(await index.purge(ids)).toHaveLength(1);
  });

  test("of a search is kept under all of its address", async () => {
    const { pages, settle } = pagesOf();
    const address = new URL(`https://marquee.test/search?q=${++ids}`);
    await pages.keep(address, "<h1>", fresh());
    await settle();
    expect(await pages.get(address, () => true)).not.toBeNull();
    expect(await pages.get(new URL(`${address}&page=2`), () => true)).toBeNull();
  });

  test("is as old as the oldest of what it is made of, and fresh while all of it is", async () => {
    const ingredients = new Ingredients();
    ingredients.note(NOW - 50_000, 3_600);
    ingredients.note(NOW - 10_000, 30);
    expect(ingredients).toMatchObject({ storedAt: NOW - 50_000, freshUntil: NOW + 20_000 });
    expect(await pagesOf().pages.keep(addressOf(++ids), "", ingredients)).toMatchObject({
      storedAt: NOW - 50_000,
    });
  });

  test.each([
    ["of something stale", fresh(0)],
    ["of nothing that was looked up", new Ingredients()],
  ])("%s is not kept", async (_, ingredients) => {
    expect(await pagesOf().pages.keep(addressOf(++ids), "", ingredients)).toBeNull();
  });

  test("with a problem in it, or an answer of the last resort, is not kept", async () => {
    for (const lastResort of [null, originSaying("catalog", () => "from the catalog")]) {
      const ingredients = new Ingredients();
      await noting(
        setUp(new Error("down"), { lastResort }).lookup,
        ingredients,
      )({
        category: "credits",
        id: ++ids,
        lang: "en",
      });
      expect(await pagesOf().pages.keep(addressOf(ids), "", ingredients)).toBeNull();
    }
  });
});

describe("a purge of a title", () => {
  const purge = titlePurge({ store, index, origin });

  test("deletes its credits in every language and its pages, and nothing of another title", async () => {
    const [id, other] = [++ids, ++ids];
    const { pages, settle } = pagesOf();
    const credits = [id, other].map((title) => ({ category: "credits", id: title, lang: "en" }) as const);
    const kits = [...credits, { ...credits[0], id, lang: "fr", category: "credits" } as const].map(
      (query) => {
        const { lookup, settle } = setUp("first", { index, store });
        return { ask: () => lookup(query), settle };
      },
    );
    for (const { ask, settle } of kits) {
      await ask();
      await settle();
    }
    await pages.keep(addressOf(id), "page", fresh());
    await pages.keep(addressOf(other), "page", fresh());
    await settle();

    expect(await purge(id)).toBe(3);
    expect(await pages.get(addressOf(id), () => true)).toBeNull();
    expect(await pages.get(addressOf(other), () => true)).not.toBeNull();
    const left = await Promise.all(kits.map(async ({ ask }) => (await ask()).cacheStatus.hit ?? false));
    expect(left).toEqual([false, true, false]);
    expect(await purge(++ids)).toBe(0);
  });

  test("lets go of what was on its way meanwhile", async () => {
    const query = { category: "credits", id: ++ids, lang: "en" } as const;
    const { lookup, origin, settle } = setUp(null, { index, store });
    const { promise, resolve } = Promise.withResolvers<string>();
    origin.says = promise;
    const asked = lookup(query);
    await purge(query.id);
    resolve("old");
    await asked;
    await settle();
    origin.says = "new";
    expect(bodyText(await answered(lookup(query)))).toBe("new");
  });

  test("leaves no record remembered from before", async () => {
    const id = ++ids;
    const clock = { ms: NOW - 1 };
    const memory = recordMemory({ store, index, now: () => clock.ms });
    const record: TitleRecord = {
      id,
      is_adult: 0,
      type: "movie",
      title: "A",
      original_title: "A",
      year: "1999",
      countries: "",
      genres: "",
      runtime: "0",
      rating: 0,
      plot: "",
      poster: null,
    };
    await memory.remember([record], "fr");
    expect(await memory.recall(id, "fr")).toMatchObject({ record });
    await purge(id);
    expect(await memory.recall(id, "fr")).toBeNull();
    clock.ms = NOW + 1;
    await memory.remember([record], "fr");
    expect(await memory.recall(id, "fr")).toMatchObject({ record });
  });
});
