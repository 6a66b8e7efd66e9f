import { describe, expect, test } from "vitest";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { bodyText } from "../../worker/edge/answer.ts";
import { answerOf } from "../../worker/edge/asking.ts";
import { Ingredients, noting } from "../../worker/edge/ingredients.ts";
import { keptPages } from "../../worker/edge/kept-pages.ts";
import { DEFAULT_POLICIES } from "../../worker/edge/policies.ts";
import { recordMemory } from "../../worker/edge/records.ts";
import { cacheStore, validStore } from "../../worker/edge/store.ts";
import { answered, invalidationsOf, KEYS, originSaying, setUp } from "./kit.ts";

const cache = cacheStore(caches.default, () => undefined);
const NOW = 1_700_000_000_000;
const now = () => NOW;
let ids = 5_000;

function pagesOf(build = "build", store = cache) {
  const work: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  const pages = keptPages({ store, keys: KEYS, build, now, waitUntil });
  return { pages, settle: () => Promise.all(work) };
}

function fresh(seconds = 60, tags: readonly string[] = []): Ingredients {
  const ingredients = new Ingredients();
  ingredients.note({ storedAt: NOW, tags, catalogVersion: null }, seconds);
  return ingredients;
}

const html = (text: string) => ({ body: new TextEncoder().encode(text), contentType: "text/html" });
const addressOf = (id: number) => new URL(`https://marquee.test/title/${id}/words-1999`);

describe("a page", () => {
  test("is kept by address and build", async () => {
    const { pages, settle } = pagesOf();
    const address = addressOf(++ids);
    expect(await pages.keep(address, html("<h1>"), fresh())).not.toBeNull();
    await settle();
    const kept = await pages.get(address, () => true);
    expect(kept && bodyText(kept)).toBe("<h1>");
    expect(await pagesOf("another").pages.get(address, () => true)).toBeNull();
  });

  test("of a title is kept once, whatever query it is asked with", async () => {
    const { pages, settle } = pagesOf();
    const address = addressOf(++ids);
    await pages.keep(new URL(`${address}?from=elsewhere`), html("<h1>"), fresh());
    await settle();
    expect(await pages.get(address, () => true)).not.toBeNull();
  });

  test("of a search is kept under all of its address", async () => {
    const { pages, settle } = pagesOf();
    const address = new URL(`https://marquee.test/search?q=${++ids}`);
    await pages.keep(address, html("<h1>"), fresh());
    await settle();
    expect(await pages.get(address, () => true)).not.toBeNull();
    expect(await pages.get(new URL(`${address}&page=2`), () => true)).toBeNull();
  });

  test("is as old as the oldest of what it is made of, and fresh while all of it is", async () => {
    const ingredients = new Ingredients();
    ingredients.note({ storedAt: NOW - 50_000, tags: [], catalogVersion: null }, 3_600);
    ingredients.note({ storedAt: NOW - 10_000, tags: [], catalogVersion: null }, 30);
    expect(ingredients).toMatchObject({ storedAt: NOW - 50_000, freshUntil: NOW + 20_000 });
    expect(await pagesOf().pages.keep(addressOf(++ids), html(""), ingredients)).toMatchObject({
      storedAt: NOW - 50_000,
      freshUntil: NOW + 20_000,
    });
  });

  test.each([
    ["of something stale", fresh(0)],
    ["of nothing that was looked up", new Ingredients()],
  ])("%s is not kept", async (_, ingredients) => {
    expect(await pagesOf().pages.keep(addressOf(++ids), html(""), ingredients)).toBeNull();
  });

  test("made from two catalogs is not kept", async () => {
    const ingredients = fresh();
    for (const catalogVersion of ["a", "b"])
      ingredients.note({ storedAt: NOW, tags: [], catalogVersion }, 60);
    expect(await pagesOf().pages.keep(addressOf(++ids), html(""), ingredients)).toBeNull();
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
      expect(await pagesOf().pages.keep(addressOf(ids), html(""), ingredients)).toBeNull();
    }
  });
});

describe("a purge of a title", () => {
  const id = () => ++ids;
  const ms = { now: NOW };
  const invalidations = invalidationsOf(undefined, { now: () => ms.now });
  const store = validStore(cache, invalidations);
  const credits = (title: number, lang = "en") => ({ category: "credits", id: title, lang }) as const;

  function later(): void {
    ms.now += 1;
  }

  test("finds its credits in every language, however many were asked for, and nothing of another title", async () => {
    const [title, other] = [id(), id()];
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const languages = letters.flatMap((one) => ["a", "b"].map((two) => one + two));
    for (const lang of languages) {
      const answer = await answerOf("x", { storedAt: ms.now, tags: ["credits", `title-${title}`] });
      await store.put(KEYS.answer(credits(title, lang)), answer, 60);
    }
    const spared = await answerOf("x", { storedAt: ms.now, tags: ["credits", `title-${other}`] });
    await store.put(KEYS.answer(credits(other)), spared, 60);
    later();
    await invalidations.purge([`title-${title}`]);
    for (const lang of languages) expect(await store.get(KEYS.answer(credits(title, lang))), lang).toBeNull();
    expect(await store.get(KEYS.answer(credits(other)))).not.toBeNull();
  });

  test("finds its pages, its card, and every page that was made from it", async () => {
    const title = id();
    const { pages, settle } = pagesOf("build", store);
    const addresses = [
      addressOf(title),
      new URL(`https://marquee.test/fr/title/${title}/words-1999/credits`),
      new URL(`https://marquee.test/share/${title}/words-1999.png`),
      new URL(`https://marquee.test/search?q=${title}`),
    ];
    for (const address of addresses) await pages.keep(address, html("x"), fresh(60, [`title-${title}`]));
    await pages.keep(addressOf(id()), html("x"), fresh());
    await settle();
    later();
    await invalidations.purge([`title-${title}`]);
    for (const address of addresses) expect(await pages.get(address, () => true), address.href).toBeNull();
    expect(await pages.get(addressOf(ids), () => true)).not.toBeNull();
  });

  test("leaves no answer to a search that it is among: the title page would take its record from there", async () => {
    const title = id();
    const query = { ...SEARCH, text: `words ${title}` };
    const { lookup, origin, settle } = setUp(JSON.stringify([{ id: title, plot: "old" }]), {
      store,
      now: () => ms.now,
    });
    await lookup(query);
    await settle();
    later();
    await invalidations.purge([`title-${title}`]);
    origin.says = JSON.stringify([{ id: title, plot: "new" }]);
    expect(bodyText(await answered(lookup(query)))).toContain("new");
  });

  test("leaves nothing that was on its way meanwhile, and no request after it gets that", async () => {
    const query = credits(id());
    const { lookup, origin, settle } = setUp(null, { store, invalidations, now: () => ms.now });
    const { promise, resolve } = Promise.withResolvers<string>();
    origin.says = promise;
    const before = lookup(query);
    later();
    await invalidations.purge([`title-${query.id}`]);
    origin.says = "new";
    const after = lookup(query);
    later();
    resolve("old");
    expect(bodyText(await answered(before))).toBe("old");
    expect(bodyText(await answered(after))).toBe("new");
    await settle();
    expect(bodyText(await answered(lookup(query)))).toBe("new");
  });

  test("leaves no record remembered from before", async () => {
    const title = id();
    const memory = recordMemory({ store, keys: KEYS, policies: DEFAULT_POLICIES });
    const record: TitleRecord = { ...RECORD, id: title };
    await memory.remember([record], "fr", ms.now);
    expect(await memory.recall(title, "fr")).toMatchObject({ record });
    later();
    await invalidations.purge([`title-${title}`]);
    expect(await memory.recall(title, "fr")).toBeNull();
    later();
    await memory.remember([record], "fr", ms.now);
    expect(await memory.recall(title, "fr")).toMatchObject({ record });
  });
});

const SEARCH = {
  category: "search",
  filter: { kind: null, years: null },
  lang: "en",
  paging: null,
  includeAdult: false,
} as const;

const RECORD = {
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
} as const;
