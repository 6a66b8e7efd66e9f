/** A response of several parts, while the catalog is replaced. */
import { expect, test } from "vitest";
import { compose } from "../../worker/cache/compose.ts";
import type { Answer, Served } from "../../worker/cache/resource.ts";
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

/** The first part is stored: it is that of the live version once that is known. The second is always loaded. */
function asking(live: () => string) {
  const made: string[] = [];
  let known = "a";
  const answered = retryUntilConsistent({
    async build() {
      const parts = [await part(known), await part(live())];
      made.push(parts.map(({ sourceVersion }) => sourceVersion).join(""));
      return await compose(parts, "{}");
    },
    isMixed: ({ isMixed = false }) => isMixed,
    refresh() {
      known = live();
    },
  });
  return { answered, made };
}

test("a response is made once if its parts are of one version", async () => {
  const { answered, made } = asking(() => "a");
  expect(await answered).toMatchObject({ kind: "served", sourceVersion: "a", isMixed: false });
  expect(made).toEqual(["aa"]);
});

test("a response is made again, of the later version, if its parts are of two", async () => {
  const { answered, made } = asking(() => "b");
  expect(await answered).toMatchObject({ kind: "served", sourceVersion: "b", isMixed: false });
  expect(made).toEqual(["ab", "bb"]);
});

test("a response is a problem, and never a mixture, while the versions change faster than it is made", async () => {
  let loads = 0;
  const { answered, made } = asking(() => String(loads++));
  await expect(answered).rejects.toMatchObject({ type: "upstream-unavailable", retryAfter: 1 });
  expect(made).toHaveLength(4);
});

/** The first answer of a page is stored, as above; the versions of the second are given. */
function rendering(versions: readonly string[]) {
  const left = [...versions];
  const answers: Answer[] = [];
  let known = "a";
  const services = {
    keys: { page: () => "" },
    pages: {
      get: async () => null,
      render: async (_: object, __: string, render: () => Promise<unknown>) => ({
        page: null,
        made: await render(),
      }),
    },
    invalidations: {
      logPosition: async () => 0,
      async live() {
        known = versions[versions.length - left.length - 1] ?? "";
      },
    },
  };
  const context = {
    url: new URL("https://films.test/"),
    env: {},
    isolate: { now: () => 0 },
    answers,
    services: () => services,
  };
  const page = storedOrRendered(
    new Request("https://films.test/"),
    context as unknown as RequestContext,
    async () => {
      answers.push(await part(known), await part(left.shift() ?? ""));
      const versions = answers.map((answer) => "sourceVersion" in answer && answer.sourceVersion).join("");
      return new Response(versions, { headers: { "Content-Type": "text/html" } });
    },
  );
  return { page, left };
}

test("a page is rendered again until its responses are of one version", async () => {
  const { page, left } = rendering(["b", "c", "c", "unread"]);
  expect(await (await page).text()).toBe("cc");
  expect(left).toEqual(["unread"]);
});

test("a page is a problem while the versions change faster than it is rendered", async () => {
  const { page } = rendering(["b", "c", "d", "e", "f"]);
  await expect(page).rejects.toMatchObject({ type: "upstream-unavailable" });
});
