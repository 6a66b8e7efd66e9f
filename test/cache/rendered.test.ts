import { describe, expect, test } from "vitest";
import type { CacheResult, Representation, Unstorable } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import { setUp as setUpCache } from "./kit.ts";

const REDIRECT: Unstorable = {
  kind: "unstorable",
  response: new Response(null, { status: 308 }),
  isFailure: false,
};
const FAILURE: Unstorable = { ...REDIRECT, isFailure: true };
const POLICY = { lifetime: 60, staleWhileRevalidate: 3_600, staleIfError: 7_200 };

const page = (body: string): Representation => ({
  body,
  contentType: "text/html",
  outcome: "found",
  tags: ["page"],
  policy: POLICY,
});

/** Sets up a page. `renders.next` is the result of its next rendering. */
function setUp(first: Representation | Unstorable = page("first")) {
  const kit = setUpCache("");
  const renders = { next: first, count: 0, delay: async () => {} };
  const request = {
    ...kit.request,
    policy: ({ policy }: { readonly policy: typeof POLICY | null }) => policy ?? POLICY,
    mayBeReplaced: true,
    async load() {
      renders.count++;
      const { next } = renders;
      await renders.delay();
      return next;
    },
  };
  const get = async () => describeResult(await kit.cache.lookupRendered(request));
  return { ...kit, renders, get };
}

function describeResult(result: CacheResult | Unstorable) {
  if (result.kind === "unstorable") return result;
  if (result.kind === "failed") throw result.problem;
  const { cacheStatus, contentType } = result;
  return { body: bodyText(result), contentType, ...cacheStatus };
}

describe("lookupRendered()", () => {
  test("stores a page with the policy of its parts", async () => {
    const { get, settle, clock, renders } = setUp();
    expect(await get()).toMatchObject({ body: "first", contentType: "text/html", stored: true });
    await settle();
    clock.seconds += 59;
    expect(await get()).toMatchObject({ body: "first", hit: true });
    expect(renders.count).toBe(1);
  });

  test("serves a stale page once while it renders a new one", async () => {
    const { get, settle, clock, renders } = setUp();
    await get();
    await settle();
    clock.seconds += 70;
    renders.next = page("second");
    expect(await get()).toMatchObject({ body: "first", hit: true, ttl: -10 });
    await settle();
    expect(await get()).toMatchObject({ body: "second", hit: true });
    expect(renders.count).toBe(2);
  });

  test.each([
    ["within stale-while-revalidate", 70],
    ["past stale-while-revalidate", 60 + 3_700],
  ])("drops a stale page %s if its replacement cannot be stored", async (_, seconds) => {
    const { get, settle, clock, renders } = setUp();
    await get();
    await settle();
    clock.seconds += seconds;
    renders.next = REDIRECT;
    await get();
    await settle();
    expect(await get()).toBe(REDIRECT);
    renders.next = page("second");
    expect(await get()).toMatchObject({ body: "second", fwd: "uri-miss" });
  });

  test("drops a page of replaced data if its replacement cannot be stored", async () => {
    const { get, settle, invalidations, renders, clock } = setUp();
    await get();
    await settle();
    clock.seconds += 1;
    await invalidations.purge(["page"]);
    renders.next = REDIRECT;
    expect(await get()).toBe(REDIRECT);
    await settle();
    expect(await get()).toBe(REDIRECT);
  });

  test("keeps a stale page while rendering fails", async () => {
    const { get, settle, clock, renders } = setUp();
    await get();
    await settle();
    clock.seconds += 60 + 3_700;
    renders.next = FAILURE;
    expect(await get()).toMatchObject({ body: "first", hit: true });
    await settle();
    expect(await get()).toMatchObject({ body: "first", hit: true });
    expect(renders.count).toBe(2);
  });

  test("sends a failure if no page is stored", async () => {
    expect(await setUp(FAILURE).get()).toBe(FAILURE);
  });

  test("renders a page once for concurrent requests", async () => {
    const { get, renders } = setUp();
    renders.delay = () => new Promise((resolve) => setTimeout(resolve, 5));
    const all = await Promise.all(Array.from({ length: 5 }, get));
    expect(renders.count).toBe(1);
    expect(all.map((one) => "collapsed" in one && one.collapsed)).toEqual([false, true, true, true, true]);
  });

  test("renders an unstorable page again for each concurrent request", async () => {
    const { get, renders } = setUp(REDIRECT);
    await Promise.all([get(), get(), get()]);
    expect(renders.count).toBe(3);
  });

  test("renders again if the page was purged while it was rendered", async () => {
    const { get, renders, invalidations, settle } = setUp();
    let end: () => void = () => {};
    renders.delay = () => new Promise((resolve) => (end = resolve));
    const first = get();
    await expect.poll(() => renders.count).toBe(1);
    await invalidations.purge(["page"]);
    renders.delay = async () => {};
    renders.next = page("second");
    const second = get();
    end();
    await first;
    expect(await second).toMatchObject({ body: "second" });
    await settle();
    expect(await get()).toMatchObject({ body: "second" });
  });
});
