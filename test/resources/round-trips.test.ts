/** Round trips to D1 with the starter catalog. Callers wait for each one, and D1 bills the rows. */

import { beforeAll, describe, expect, test } from "vitest";
import { matchesOperation } from "../../worker/resources/match.ts";
import { titlesOperation } from "../../worker/resources/titles.ts";
import { parseTmdbRequest } from "../../worker/tmdb/api/request.ts";
import { metered } from "../bench/search/metered.ts";
import { database, fillSource, openCatalog } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { STARTER } from "../catalog/search/relevance/starter.ts";
import { FILES } from "../match/evaluation.ts";
import { respondAt } from "../tmdb/api/responding.ts";
import { callOf, resourcesOf } from "./kit.ts";

beforeAll(() => fillSource(STARTER));

/** Creates the catalog and resources of one request. */
function startRequest() {
  const { database: watched, meter } = metered(database);
  const catalog = catalogIn(watched);
  const { resources } = resourcesOf(catalog);
  return { resources, watched, meter };
}

describe("title page", () => {
  test("costs two round trips", async () => {
    const { resources, meter } = startRequest();
    const query = { id: 34, lang: "en" };
    await Promise.all([
      resources.read("title", query),
      resources.read("credits", query),
      resources.read("related", { ...query, onlyNames: false }),
    ]);
    expect(meter.roundTrips).toBe(2);
    expect(meter.rows).toBeLessThanOrEqual(136);
  });
});

describe("GET /v1/titles", () => {
  test("costs one round trip for several titles with credits", async () => {
    const { resources, meter } = startRequest();
    await titlesOperation.answer(callOf(resources, "ids=34,1,2,3&append=credits"));
    expect(meter.roundTrips).toBe(1);
    expect(meter.rows).toBeLessThanOrEqual(25);
  });
});

describe("POST /v1/match", () => {
  test("costs two round trips for a hundred file names", async () => {
    const { resources, meter } = startRequest();
    const names = FILES.slice(0, 100).map(({ name }) => name);
    await matchesOperation.answer(callOf(resources, "", { body: JSON.stringify({ names }) }));
    expect(meter.roundTrips).toBe(2);
  });
});

describe("autocomplete", () => {
  test("costs four round trips for a misspelt text", async () => {
    const { watched, meter } = startRequest();
    await openCatalog(watched).autocomplete({ text: "hitchcok", lang: "en", limit: 8 });
    expect(meter.roundTrips).toBe(4);
  });
});

describe("GET /3/search", () => {
  test.each(["search/multi", "search/person"])("costs four round trips for %s", async (path) => {
    const { watched, meter } = startRequest();
    await respondAt(watched)(parseTmdbRequest(path, new URLSearchParams({ query: "kurosawa" })));
    expect(meter.roundTrips).toBe(4);
  });
});
