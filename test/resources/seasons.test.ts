/** Tests seasons, and title fields that depend on the current day. */
import { describe, expect, test } from "vitest";
import { bodyText } from "../../worker/cache/stored-response.ts";
import type { Facts } from "../../worker/contract/facts.ts";
import { Problem } from "../../worker/contract/problem.ts";
import { nextAiring } from "../../worker/resources/airing.ts";
import { DEFAULT_POLICIES } from "../../worker/resources/resource.ts";
import { seasonOperation, seasonsOperation } from "../../worker/resources/seasons.ts";
import { titleOperation, titlesOperation } from "../../worker/resources/titles.ts";
import { record } from "../contract/records.ts";
import { createCall, createCountingLimit, createResources, createTestSource } from "./kit.ts";

const { credits: CREDITS, search: SEARCH } = DEFAULT_POLICIES;
const DAY = 86_400;
/** The time of the test clock: 2023-11-14 22:13:20 UTC. */
const NOW = 1_700_000_000_000;

const SEASON = { season: 1, name: "One", episodes: [], aired: "", poster: null };

/** Sets up film 8 and series 7, which has one season with episodes on these days. */
function setUp(airs: readonly string[] = []) {
  const calls: string[] = [];
  const outage = { isDown: false };
  const { limit, allowance } = createCountingLimit();
  function note(call: string) {
    calls.push(call);
    if (outage.isDown) throw new Problem("bad-upstream", "Down.");
  }
  const source = createTestSource({
    async seasons({ id }) {
      note(`seasons ${id}`);
      return { value: id > 8 ? null : id === 7 ? [{ ...SEASON, episodes: 0 }] : [], airs };
    },
    async season({ id, season }) {
      note(`season ${id}/${season}`);
      return { value: id === 7 && season === 1 ? SEASON : null, airs };
    },
  });
  const made = createResources(source);
  const ask = (path: Record<string, string>, query = "") => {
    const operation = "season" in path ? seasonOperation : seasonsOperation;
    return operation.respond(createCall(made.resources, query, { path, allowance }));
  };
  return { ...made, calls, outage, limit, ask };
}

describe("GET /v1/titles/{id}/seasons/{season}", () => {
  test("returns the season", async () => {
    const { result } = await setUp().ask({ id: "7", season: "1" });
    expect(result).toMatchObject({ kind: "served", outcome: "found" });
  });

  test.each([
    ["7", "2", "not-found"],
    ["8", "1", "not-found"],
    ["9", "1", "title-not-found"],
  ])("responds to title %s and season %s with %s", async (id, season, type) => {
    const { result, missing } = await setUp().ask({ id, season });
    expect([result, missing]).toMatchObject([{ outcome: "missing" }, { type }]);
  });

  test("counts as one request even if the season is missing", async () => {
    const { ask, limit, calls } = setUp();
    await ask({ id: "9", season: "1" });
    expect([limit.counted, calls]).toEqual([1, ["season 9/1", "seasons 9"]]);
  });

  test.each(["+1", "01", "-1", "1.0", "one", "", "9007199254740992"])(
    "rejects the season number %j",
    async (season) => {
      await expect(setUp().ask({ id: "7", season })).rejects.toMatchObject({
        type: "invalid-parameter",
        errors: [{ parameter: "season" }],
      });
    },
  );

  test("reports whether the series has other seasons", async () => {
    const { ask } = setUp();
    const missing = async (id: string) => (await ask({ id, season: "2" })).missing?.detail;
    expect(await missing("7")).toBe("This title has no such season.");
    expect(await missing("6")).toBe("No seasons of this title are known.");
  });

  test("accepts the season number 0", async () => {
    expect((await setUp().ask({ id: "7", season: "0" })).missing).toMatchObject({ type: "not-found" });
  });

  test("rejects invalid numbers before it reports a missing capability", async () => {
    const { resources } = createResources(createTestSource({}));
    const result = (season: string) =>
      seasonOperation.respond(createCall(resources, "", { path: { id: "7", season } }));
    await expect(result("x")).rejects.toMatchObject({ type: "invalid-parameter" });
    expect(await result("1")).toMatchObject({ result: { problem: { type: "not-offered" } } });
  });
});

describe("nextAiring()", () => {
  const at = (day: string) => Date.parse(day);

  test.each([
    ["two days ahead", ["2023-11-16"], "2023-11-15"],
    ["tomorrow", ["2023-11-15"], "2023-11-14"],
    ["yesterday", ["2023-11-13"], "2023-11-12"],
    ["the first of several", ["2023-12-01", "2023-11-20", ""], "2023-11-19"],
    ["next year", ["2024"], "2023-12-31"],
  ])("returns the day before the next episode airs: %s", (_, dates, begins) => {
    expect(nextAiring(dates, NOW)).toBe(at(begins));
  });

  test.each([[["2023-11-12"]], [["2023"]], [[""]], [[]], [undefined]])("returns null for %j", (dates) => {
    expect(nextAiring(dates, NOW)).toBeNull();
  });
});

describe.each([
  ["seasons", { id: "7" }],
  ["season", { id: "7", season: "1" }],
])("cache policy of GET /v1/titles/{id}/%s", (_, path) => {
  const policyWith = async (...airs: string[]) => {
    const { result } = await setUp(airs).ask(path);
    return result.kind === "served" ? result.policy : null;
  };

  test("is the credits policy if no episode airs soon", async () => {
    expect(await policyWith("2023-11-01", "2024-06-01")).toEqual(CREDITS);
  });

  test.each(["2023-11-13", "2023-11-14", "2023-11-15"])(
    "is the search policy if an episode airs on %s",
    async (day) => {
      const { lifetime, staleWhileRevalidate } = SEARCH;
      expect(await policyWith(day)).toEqual({ ...CREDITS, lifetime, staleWhileRevalidate });
    },
  );

  test("expires on the day before an episode airs", async () => {
    const untilMidnight = DAY - ((NOW / 1_000) % DAY);
    // The day before this episode airs is 2023-11-15, which begins at the next midnight.
    expect(await policyWith("2023-11-16")).toEqual({
      ...CREDITS,
      lifetime: untilMidnight,
      staleWhileRevalidate: SEARCH.staleWhileRevalidate,
    });
    expect(await policyWith("2023-11-18")).toEqual({
      ...CREDITS,
      lifetime: DAY,
      staleWhileRevalidate: untilMidnight + DAY + SEARCH.staleWhileRevalidate,
    });
  });

  test("requires revalidation after an hour while an episode airs", async () => {
    const { ask, clock, calls, settle } = setUp(["2023-11-15"]);
    await ask(path);
    await settle();
    clock.now += 3_599_000;
    await ask(path);
    await settle();
    expect(calls).toHaveLength(1);
    clock.now += 2_000;
    await ask(path);
    await settle();
    expect(calls).toHaveLength(2);
  });

  test("allows stale responses for 30 days during an outage", async () => {
    const { ask, clock, outage, settle } = setUp(["2023-11-15"]);
    await ask(path);
    await settle();
    outage.isDown = true;
    clock.now += 29 * DAY * 1_000;
    expect((await ask(path)).result).toMatchObject({ kind: "served", outcome: "found" });
    clock.now += 2 * DAY * 1_000;
    expect((await ask(path)).result).toMatchObject({ kind: "failed" });
  });
});

describe("purge of title-7", () => {
  test("removes the seasons of that title only", async () => {
    const { ask, calls, invalidations, settle } = setUp();
    for (const id of ["7", "8"]) await ask({ id });
    await settle();
    await invalidations.purge(["title-7"]);
    for (const id of ["7", "8"]) await ask({ id });
    expect(calls).toEqual(["seasons 7", "seasons 8", "seasons 7"]);
  });
});

describe("GET /v1/titles/{id}?append=series,details", () => {
  const upcoming = [
    { season: 1, episode: 2, title: "Two", aired: "2023-11-15" },
    { season: 1, episode: 3, title: "Three", aired: "2023-11-22" },
  ];
  const facts: Facts = { schedule: { episodes: 3, last_aired: "2023-11-08", upcoming } };
  const FILM: Facts = { collection: { number: 9, name: "All" } };

  function titles(known: Facts) {
    const calls: string[] = [];
    const made = createResources(
      createTestSource({
        async title({ id }) {
          calls.push("title");
          return { value: record({ id, type: "series" }), notes: { facts: known } };
        },
        async collection() {
          calls.push("collection");
          return { value: { number: 9, name: "All", titles: [3, 1].map((id) => ({ ...CARD, id })) } };
        },
      }),
    );
    const get = async (append: string, now = NOW) => {
      const { result } = await titleOperation.respond(
        createCall(made.resources, `append=${append}`, { path: { id: "7" }, now }),
      );
      if (result.kind === "failed") throw result.problem;
      return { ...JSON.parse(bodyText(result)), policy: result.policy };
    };
    return { ...made, calls, get };
  }
  const CARD = { type: "movie", title: "", original_title: "", year: "", poster: null };

  test("computes the next episode on each request", async () => {
    const { get, settle, calls } = titles(facts);
    expect((await get("series")).series).toEqual({
      episodes: 3,
      last_aired: "2023-11-08",
      next_episode: upcoming[0],
    });
    await settle();
    expect((await get("series", NOW + DAY * 1_000)).series).toEqual({
      episodes: 3,
      last_aired: "2023-11-15",
      next_episode: upcoming[1],
    });
    expect(calls).toEqual(["title"]);
  });

  test.each(["series", "details"])("limits cache lifetimes to midnight UTC for append=%s", async (append) => {
    const midnight = DAY - ((NOW / 1_000) % DAY);
    const { policy } = await titles(facts).get(append);
    expect(policy.lifetime).toBe(3_600);
    expect(policy.lifetime + policy.staleWhileRevalidate).toBe(midnight);
    expect(policy.lifetime + policy.staleIfError).toBe(midnight);
  });

  test("uses the title's policy without series and details", async () => {
    expect((await titles(facts).get("votes")).policy).toEqual(SEARCH);
  });

  test("uses the title's policy without upcoming episodes", async () => {
    expect((await titles({ schedule: { last_aired: "2023-11-08" } }).get("series")).policy).toEqual(SEARCH);
  });

  test("lists the titles of the collection", async () => {
    expect((await titles(FILM).get("details")).details).toEqual({
      collection: { name: "All", titles: [3, 1] },
    });
  });

  test.each([
    ["votes", FILM],
    ["details", facts],
  ])("does not load a collection for append=%s and %j", async (append, known) => {
    const { get, calls } = titles(known);
    await get(append);
    expect(calls).toEqual(["title"]);
  });

  test("fails when the collection cannot be loaded", async () => {
    const source = createTestSource({
      title: async ({ id }) => ({ value: record({ id }), notes: { facts: FILM } }),
      collection: () => Promise.reject(new Problem("bad-upstream", "Down.")),
    });
    const call = createCall(createResources(source).resources, "ids=1,2&append=details");
    expect((await titlesOperation.respond(call)).result).toMatchObject({ problem: { type: "bad-upstream" } });
  });
});
