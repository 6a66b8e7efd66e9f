/** Tests that responses built from stored TMDB data do not look newer than that data. */
import { describe, expect, test } from "vitest";
import { freshness } from "../../worker/cache/freshness.ts";
import type { Served } from "../../worker/cache/resource.ts";
import { DEFAULT_POLICIES } from "../../worker/resources/resource.ts";
import { loadListEntry } from "../../worker/tmdb/titles.ts";
import { createTmdb } from "../tmdb/kit.ts";
import { ADA, DOV } from "../tmdb/titles.ts";
import { createResources, type Resources } from "./kit.ts";

const DAY = 86_400;
const FILM = 1_210;

/** Sets up TMDB as the source. Requests fail for the paths in `down`. */
function setUp() {
  const down = new Set<string>();
  const { source, asking } = createTmdb("", {
    askStored: (...asked) => made.askStored(...asked),
    async fetch(address, init) {
      if ([...down].some((path) => address.pathname.endsWith(path))) throw new TypeError("down");
      return await fetch(address, init);
    },
  });
  const made: Resources = createResources(source);
  const askPerson = (id: number) => made.resources.ask("person", { id, lang: "en", includeAdult: false });
  async function askShared(): Promise<Served> {
    const result = await made.resources.ask("shared", { ids: [ADA.id, DOV.id], lang: "en" });
    if (result.kind === "failed") throw result.problem;
    return result;
  }
  return { ...made, asking, down, askPerson, askShared };
}

describe("GET /v1/people/shared", () => {
  test("reports the age of its oldest part", async () => {
    const { askPerson, askShared, clock, settle } = setUp();
    const before = clock.now;
    await askPerson(ADA.id);
    await settle();
    clock.now += 3_600_000;
    const result = await askShared();
    expect(result).toMatchObject({ outcome: "found", storedAt: before, age: 3_600 });
    await settle();
    expect(await askShared()).toMatchObject({ storedAt: before, cacheStatus: { hit: true } });
  });

  test("stores the response again after one person is purged", async () => {
    const { askPerson, askShared, clock, settle, invalidations } = setUp();
    await askPerson(ADA.id);
    clock.now += 3_600_000;
    await askShared();
    await settle();
    clock.now += 1;
    await invalidations.purge([`person-${DOV.id}`]);
    clock.now += 1;
    for (const hit of [undefined, true]) {
      expect((await askShared()).cacheStatus.hit).toBe(hit);
      await settle();
    }
    clock.now += 1;
    await invalidations.purge([`person-${ADA.id}`]);
    expect((await askShared()).cacheStatus.hit).toBeUndefined();
  });

  test("builds the response again if a person in it was stale", async () => {
    const { askPerson, askShared, clock, settle, down } = setUp();
    await askPerson(ADA.id);
    await settle();
    clock.now += 20 * DAY * 1_000;
    down.add(`/person/${ADA.id}`);
    const result = await askShared();
    expect(freshness(result.age, result.policy)).toBe("last-resort");
    await settle();
    down.clear();
    clock.now += 60_000;
    expect(await askShared()).toMatchObject({ age: 60, cacheStatus: { fwd: "stale", stored: true } });
  });

  test("does not outlive its oldest part", async () => {
    const { askPerson, askShared, clock, settle, down } = setUp();
    const { lifetime, staleIfError } = DEFAULT_POLICIES.credits;
    await askPerson(ADA.id);
    await settle();
    clock.now += (lifetime + staleIfError - 60) * 1_000;
    down.add(`/person/${ADA.id}`);
    await askShared();
    await settle();
    clock.now += 120_000;
    await expect(askShared()).rejects.toMatchObject({ type: "bad-upstream" });
  });
});

describe("loadListEntry()", () => {
  test("does not use a stale title in a fresh search", async () => {
    const { asking, clock, settle, down } = setUp();
    const query = { id: FILM, lang: "en" };
    expect(await loadListEntry(query, asking, true)).toMatchObject({ id: FILM });
    await settle();
    clock.now += 20 * DAY * 1_000;
    down.add(`/movie/${FILM / 2}`);
    expect([await loadListEntry(query, asking, true), await loadListEntry(query, asking, false)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
