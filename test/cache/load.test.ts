import { describe, expect, test } from "vitest";
import { createCollapsing } from "../../worker/cache/collapsing.ts";
import { createFailedKeys, createLoading } from "../../worker/cache/load.ts";
import type { Representation, ResourceRequest } from "../../worker/cache/resource.ts";
import { cacheStore } from "../../worker/cache/store.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { Failure } from "../../worker/source/failure.ts";
import { bound, createContext, freshKey, isolate, type OriginResult, toRepresentation } from "./kit.ts";

const NOW = 1_700_000_000_000;
const now = () => NOW;
const POLICY = { lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 };

function setUp(says: OriginResult | Promise<OriginResult>, given: Partial<Representation> = {}) {
  const { logged, settle, ...services } = isolate(now);
  const store = cacheStore(caches.default);
  const context = createContext(services);
  const origin = { calls: 0 };
  const failedKeys = createFailedKeys(now);
  const loading = createLoading({
    now,
    store,
    invalidations: { current: async () => NOTHING_KNOWN, logPosition: async () => 4 },
    failedKeys,
    timeoutMs: 20_000,
    tags: [],
    collapsing: createCollapsing(now),
  });
  async function load(): Promise<Representation> {
    origin.calls += 1;
    return { ...toRepresentation(await says), ...given };
  }
  const key = freshKey();
  const request: ResourceRequest = { name: "made-up", key, policy: () => POLICY, load };
  return {
    loading: bound(context, loading),
    request,
    key,
    store: bound(context, store),
    origin,
    failedKeys,
    logged,
    settle,
  };
}

const earlier = (known: Partial<Awaited<ReturnType<typeof storedResponse>>> = {}) =>
  storedResponse("earlier", { storedAt: NOW - 100_000, ...known });

describe("loadAndStore()", () => {
  test.each([
    [0, true],
    [59, true],
    [60, false],
    [61, false],
  ])("stores a response if its parts are %i seconds old: %s", async (age, isStored) => {
    const { loading, request, key, store, settle } = setUp("made of parts", {
      parts: [{ storedAt: NOW - age * 1_000, logPosition: 9 }],
    });
    await loading.loadAndStore(request, null).result;
    await settle();
    expect((await store.get(key)) !== null).toBe(isStored);
  });

  test("uses the request's time if a part is newer than the request", async () => {
    const { loading, request } = setUp("found", { parts: [{ storedAt: NOW + 5_000, logPosition: 9 }] });
    expect(await loading.loadAndStore(request, null).result).toMatchObject({ storedAt: NOW, logPosition: 4 });
  });
});

describe("loadAndStore() after a failure", () => {
  const failing = (cause?: unknown) => setUp(new Problem("bad-upstream", "It failed.", { cause }));

  test.each([
    ["a failed origin request", new Failure("status", { status: 500 }), true],
    ["a failure without a cause", undefined, true],
    ["a failure without an origin request", new Failure("circuit-open"), false],
  ])("records the key of %s as failed: %s", async (_, cause, isNoted) => {
    const { loading, request, key, failedKeys } = failing(cause);
    await expect(loading.loadAndStore(request, null).result).rejects.toMatchObject({ type: "bad-upstream" });
    expect(failedKeys.has(key)).toBe(isNoted);
  });
});

describe("revalidate()", () => {
  test.each([
    ["an admitted request", "not loaded", "found"],
    ["a key that was loaded in the meantime", "loaded", "found"],
    ["a key that is loading", "loading", Promise.withResolvers<OriginResult>()],
  ] as const)("loads once for %s", async (_, meanwhile, said) => {
    const held = typeof said === "string" ? null : said;
    const { loading, request, origin, settle } = setUp(typeof said === "string" ? said : said.promise);
    const { promise: admitted, resolve: admit } = Promise.withResolvers<null>();
    loading.revalidate({ ...request, allowance: () => admitted }, await earlier());
    const load = meanwhile === "not loaded" ? null : loading.loadAndStore(request, null);
    if (meanwhile === "loaded") await load?.stored;
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(origin.calls).toBe(load === null ? 0 : 1);
    admit(null);
    await new Promise((resolve) => setTimeout(resolve, 0));
    held?.resolve("found");
    await load?.stored;
    await settle();
    expect(origin.calls).toBe(1);
  });
});
