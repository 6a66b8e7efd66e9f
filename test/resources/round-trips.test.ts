/**
 * Counts the round trips to D1 and the rows it reads, with the starter catalog. A request waits for each round trip,
 * and D1 bills each row.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { matchesOperation } from "../../worker/resources/match.ts";
import { titlesOperation } from "../../worker/resources/titles.ts";
import { parseTmdbRequest } from "../../worker/tmdb-api/request.ts";
import { meterDatabase } from "../bench/search/metered.ts";
import { database, fillSource, openCatalog } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { STARTER } from "../catalog/search/relevance/starter.ts";
import { FILES } from "../match/evaluation.ts";
import { respondAt } from "../tmdb-api/responding.ts";
import { createCall, createResources } from "./kit.ts";

beforeAll(() => fillSource(STARTER));

/** Creates the catalog and the resources for a new request. */
function startRequest() {
  const { database: watched, meter } = meterDatabase(database);
  const catalog = catalogIn(watched);
  const { resources } = createResources(catalog);
  return { resources, watched, meter };
}

describe("title page", () => {
  test("needs one round trip to D1", async () => {
    const { resources, meter } = startRequest();
    const query = { id: 34, lang: "en" };
    await Promise.all([
      resources.read("title", query),
      resources.read("credits", query),
      resources.read("related", { ...query, onlyNames: false }),
    ]);
    expect(meter.roundTrips).toBe(1);
    expect(meter.rows).toBeLessThanOrEqual(136);
  });
});

describe("GET /v1/titles", () => {
  test("needs one round trip to D1 for several titles", async () => {
    const { resources, meter } = startRequest();
    await titlesOperation.respond(createCall(resources, "ids=34,1,2,3&append=credits"));
    expect(meter.roundTrips).toBe(1);
    expect(meter.rows).toBeLessThanOrEqual(25);
  });
});

describe("POST /v1/match", () => {
  test("needs two round trips to D1 for a hundred names", async () => {
    const { resources, meter } = startRequest();
    const names = FILES.slice(0, 100).map(({ name }) => name);
    await matchesOperation.respond(createCall(resources, "", { body: JSON.stringify({ names }) }));
    expect(meter.roundTrips).toBe(2);
  });
});

describe("autocomplete()", () => {
  test("needs four round trips to D1 for a misspelled query", async () => {
    const { watched, meter } = startRequest();
    await openCatalog(watched).autocomplete({ text: "hitchcok", lang: "en", limit: 8 });
    expect(meter.roundTrips).toBe(4);
  });
});

describe("GET /3/search", () => {
  test.each(["search/multi", "search/person"])("needs four round trips to D1 for %s", async (path) => {
    const { watched, meter } = startRequest();
    await respondAt(watched)(parseTmdbRequest(path, new URLSearchParams({ query: "kurosawa" })));
    expect(meter.roundTrips).toBe(4);
  });
});
