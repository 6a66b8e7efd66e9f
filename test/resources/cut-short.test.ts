/** Tests lists that are cut short, because their request has spent its statements on other reads. */

import { beforeAll, describe, expect, test } from "vitest";
import { areUncacheable } from "../../worker/cache/compose.ts";
import type { Context } from "../../worker/cache/resource.ts";
import { database, fillSource, textQuery } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { STARTER } from "../catalog/search/relevance/starter.ts";
import { createResources } from "./kit.ts";

beforeAll(() => fillSource(STARTER));

const TEXT = "film about a knight who plays chess with death";
const OTHER_TEXTS = Array.from({ length: 8 }, (_, at) => `unknown wordz number${at} qqqzx`);

function startRequests() {
  const { resources, settle } = createResources(catalogIn(database));
  const { shared, context } = resources;
  const list = (request: Context, text: string) => shared.ask(request, "browse", textQuery(text));
  return { list, settle, startRequest: (): Context => ({ ...context, results: [] }) };
}

describe("list for a text", () => {
  test("is not stored if its request had too few statements left", async () => {
    const { list, settle, startRequest } = startRequests();
    const busy = startRequest();
    for (const text of OTHER_TEXTS) await list(busy, text);
    const cut = await list(busy, TEXT);
    await settle();
    expect(cut).toMatchObject({ kind: "served", isUncacheable: true });
    expect(areUncacheable([cut])).toBe(true);
    expect(await list(startRequest(), TEXT)).toMatchObject({
      cacheStatus: { fwd: "uri-miss", stored: true },
      outcome: "found",
    });
  });

  test("is stored if it spends all statements itself", async () => {
    const { list, settle, startRequest } = startRequests();
    const text = "asdf movie with zendaya";
    await list(startRequest(), text);
    await settle();
    expect(await list(startRequest(), text)).toMatchObject({ cacheStatus: { hit: true } });
  });

  test("is stored if it is the first of its request", async () => {
    const { list, settle, startRequest } = startRequests();
    for (const text of [TEXT, ...OTHER_TEXTS]) await list(startRequest(), text);
    await settle();
    for (const text of [TEXT, ...OTHER_TEXTS])
      expect(await list(startRequest(), text)).toMatchObject({ cacheStatus: { hit: true } });
  });
});
