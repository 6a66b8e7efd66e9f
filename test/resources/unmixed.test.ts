/** A response of several parts, while the catalog is replaced. */
import { expect, test } from "vitest";
import { compose } from "../../worker/cache/compose.ts";
import type { Served } from "../../worker/cache/resource.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { unmixed } from "../../worker/resources/operation.ts";
import { DEFAULT_POLICIES } from "../../worker/resources/resource.ts";

async function part(sourceVersion: string): Promise<Served> {
  const stored = await storedResponse("{}", { storedAt: 1_000, sourceVersion });
  const rest = { age: 0, policy: DEFAULT_POLICIES.credits, cacheStatus: { hit: true }, isUncacheable: false };
  return { kind: "served", ...stored, ...rest };
}

/** The first part is stored: it is that of the live version once that is known. The second is always loaded. */
function asking(live: () => string) {
  const made: string[] = [];
  let known = "a";
  const answered = unmixed(
    async () => {
      const parts = [await part(known), await part(live())];
      made.push(parts.map(({ sourceVersion }) => sourceVersion).join(""));
      return { answer: await compose(parts, "{}"), lang: null, headers: {} };
    },
    async () => {
      known = live();
    },
  );
  return { answered, made };
}

test("is made once if its parts are of one version", async () => {
  const { answered, made } = asking(() => "a");
  expect((await answered).answer).toMatchObject({ kind: "served", sourceVersion: "a", isMixed: false });
  expect(made).toEqual(["aa"]);
});

test("is made again, of the later version, if its parts are of two", async () => {
  const { answered, made } = asking(() => "b");
  expect((await answered).answer).toMatchObject({ kind: "served", sourceVersion: "b", isMixed: false });
  expect(made).toEqual(["ab", "bb"]);
});

test("is a problem, and never a mixture, while the versions change faster than it is made", async () => {
  let loads = 0;
  const { answered, made } = asking(() => String(loads++));
  await expect(answered).rejects.toMatchObject({ type: "upstream-unavailable", retryAfter: 1 });
  expect(made).toHaveLength(4);
});
