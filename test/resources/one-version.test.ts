/** Tests responses and pages that are built while the catalog is switched. */
import { describe, expect, test } from "vitest";
import { compose } from "../../worker/cache/compose.ts";
import type { CacheResult, ResourceRequest, Served, Unstorable } from "../../worker/cache/resource.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { retryUntilConsistent } from "../../worker/resources/operation.ts";
import { DEFAULT_POLICIES } from "../../worker/resources/resource.ts";
import type { RequestContext } from "../../worker/web/request-context.ts";
import { storedOrRendered } from "../../worker/web/stored-page.ts";

async function part(sourceVersion: string): Promise<Served> {
  const stored = await storedResponse("{}", { storedAt: 1_000, sourceVersion });
  const rest = { age: 0, policy: DEFAULT_POLICIES.credits, cacheStatus: { hit: true }, isUncacheable: false };
  return { kind: "served", ...stored, ...rest };
}

/** Builds a response from two parts: a stored one with the previous version, and a newly loaded one. */
function respond(live: () => string) {
  const builds: string[] = [];
  let knownVersion = "a";
  const response = retryUntilConsistent({
    async build() {
      const parts = [await part(knownVersion), await part(live())];
      builds.push(parts.map(({ sourceVersion }) => sourceVersion).join(""));
      return await compose(parts, "{}");
    },
    isMixed: ({ isMixed = false }) => isMixed,
    refresh() {
      knownVersion = live();
    },
  });
  return { response, builds };
}

describe("retryUntilConsistent()", () => {
  test("builds the response once if all parts have one version", async () => {
    const { response, builds } = respond(() => "a");
    expect(await response).toMatchObject({ kind: "served", sourceVersion: "a", isMixed: false });
    expect(builds).toEqual(["aa"]);
  });

  test("builds the response again with the newer version if parts differ", async () => {
    const { response, builds } = respond(() => "b");
    expect(await response).toMatchObject({ kind: "served", sourceVersion: "b", isMixed: false });
    expect(builds).toEqual(["ab", "bb"]);
  });

  test("fails after four attempts when the version keeps changing", async () => {
    let loads = 0;
    const { response, builds } = respond(() => String(loads++));
    await expect(response).rejects.toMatchObject({ type: "upstream-unavailable", retryAfter: 1 });
    expect(builds).toHaveLength(4);
  });
});

/** Renders a page from a stored part and a loaded part. `versions` are those of the loaded part, one per attempt. */
function renderPage(versions: readonly string[]) {
  const left = [...versions];
  const results: CacheResult[] = [];
  let known = "a";
  const services = {
    keys: { page: () => "" },
    cache: {
      async lookupRendered(_: object, { load }: ResourceRequest<Unstorable>): Promise<Unstorable> {
        const loaded = await load({ storedAt: 0, logPosition: 0 });
        if ("kind" in loaded) return loaded;
        return { kind: "unstorable", response: new Response(loaded.body), isFailure: false };
      },
    },
    invalidations: {
      async live() {
        known = versions[versions.length - left.length - 1] ?? "";
      },
    },
  };
  const context = {
    url: new URL("https://films.test/"),
    env: {},
    results,
    services: () => services,
  };
  const page = storedOrRendered(
    new Request("https://films.test/"),
    context as unknown as RequestContext,
    async () => {
      results.push(await part(known), await part(left.shift() ?? ""));
      const versions = results.map((result) => "sourceVersion" in result && result.sourceVersion).join("");
      return new Response(versions, { headers: { "Content-Type": "text/html" } });
    },
  );
  return { page, left };
}

describe("storedOrRendered()", () => {
  test("renders the page again until all parts have one version", async () => {
    const { page, left } = renderPage(["b", "c", "c", "unread"]);
    expect(await (await page).text()).toBe("cc");
    expect(left).toEqual(["unread"]);
  });

  test("fails when the version changes during every attempt", async () => {
    const { page } = renderPage(["b", "c", "d", "e", "f"]);
    await expect(page).rejects.toMatchObject({ type: "upstream-unavailable" });
  });
});
