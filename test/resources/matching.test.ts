/**
 * Tests `/v1/match` and `/v1/find` with a real D1 database, with TMDB, and with a source that supports only searches.
 */

import { beforeAll, describe, expect, test } from "vitest";
import type { Allowance, Context } from "../../worker/cache/resource.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import type { MatchResponse } from "../../worker/contract/matching.ts";
import { findsOperation } from "../../worker/resources/find.ts";
import { matchesOperation, matchOperation, match as matchResource } from "../../worker/resources/match.ts";
import { NO_RESULTS, titleList } from "../../worker/source/loaded.ts";
import type { Source } from "../../worker/source/source.ts";
import { served } from "../cache/kit.ts";
import { database, fillSource, toEntries } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { record } from "../contract/records.ts";
import { FILES } from "../match/evaluation.ts";
import { createTmdb } from "../tmdb/kit.ts";
import { createCall, createCountingLimit, createResources, createTestSource, type Resources } from "./kit.ts";

const MATRIX = "The.Matrix.1999.1080p.mkv";
/** A file name that contains an id and can be read in only one way. */
const IDENTIFIED = "The Matrix [imdbid-tt0133093].mkv";
const HUNDRED = FILES.filter(({ kind }) => kind !== "noise")
  .map(({ name }) => name)
  .slice(0, 100);

beforeAll(() => {
  const titles = [
    { title: "The Matrix", year: "1999" },
    { title: "Alien", year: "1979" },
    { title: "Not for Children", year: "2001", is_adult: 1 as const },
    { title: "Breaking Bad", year: "2008", type: "series" },
  ];
  return fillSource({
    name: "a test",
    entries: () => toEntries(titles),
    credits: () => [],
    externalIds: () => [
      ["imdb", "tt0133093", "title", 1],
      ["imdb", "tt0000009", "title", 3],
      ["tmdb-movie", "603", "title", 1],
      ["tmdb-movie", "1396", "title", 2],
      ["tmdb-tv", "1396", "title", 4],
    ],
  });
});

/** Sets up matching with the catalog. `calls` has the number of statements of each D1 call. */
function setUpCatalog() {
  const calls: number[] = [];
  const counted: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (sql) => database.prepare(sql),
    batch(batched) {
      calls.push(batched.length);
      if (source.isDown) throw new Error("down");
      return database.batch(batched);
    },
  };
  const source = { isDown: false };
  return { ...setUpMatching(catalogIn(counted as D1Database, { attempts: 1 })), calls, source };
}

function setUpMatching(source: Source<Context>) {
  const { limit, allowance } = createCountingLimit();
  const made = createResources(source, { allowance });
  return { ...made, limit, ...bindOperations(made, allowance) };
}

function bindOperations({ resources }: Resources, allowance: Allowance) {
  async function responded(operation: typeof matchOperation, values: Record<string, string>, body = "") {
    const query = new URLSearchParams(values).toString();
    return JSON.parse(
      bodyText(
        await served(
          operation.respond(createCall(resources, query, { allowance, body })).then(({ result }) => result),
        ),
      ),
    );
  }
  return {
    match: (name: string, more = {}): Promise<MatchResponse> => responded(matchOperation, { name, ...more }),
    matchAll: (names: readonly string[], more = {}): Promise<MatchResponse[]> =>
      responded(matchesOperation, {}, JSON.stringify({ names, ...more })),
    find: (ids: readonly string[]) => responded(findsOperation, {}, JSON.stringify({ ids })),
  };
}

describe("GET /v1/match", () => {
  test("returns the parsed name and the match", async () => {
    expect(await setUpCatalog().match(MATRIX)).toEqual({
      name: MATRIX,
      read: {
        title: "The Matrix",
        year: "1999",
        type: null,
        season: null,
        episodes: [],
        part: null,
        edition: null,
      },
      match: { title: expect.objectContaining({ id: 1, title: "The Matrix" }), confidence: 0.99 },
      others: [],
    });
  });

  test.each([
    ["Wrong (2010) [imdbid-tt0133093].mkv", 1, 1],
    ["Wrong {tmdb-1396}/Season 1/S01E01.mkv", 4, 1],
    ["Wrong {tmdb-1396}.mkv", 2, 1],
    ["Breaking Bad {tmdb-1396}.mkv", 4, 1],
    ["Something (2008) {tmdb-1396}.mkv", 4, 1],
    ["Alien (1979) [imdbid-tt0000009].mkv", 2, 0.99],
    ["Alien (1979) [tmdbid-999].mkv", 2, 0.99],
  ])("matches %s with title %i and confidence %d", async (name, id, confidence) => {
    const { match } = await setUpCatalog().match(name);
    expect([match?.title.id, match?.confidence]).toEqual([id, confidence]);
  });

  test.each([
    "Wrong.S01E01.[tmdbid-603].mkv",
    "Wrong.S01E01.{imdb-tt0133093}.mkv",
    "Breaking.Bad.S01E01.{imdb-tt0133093}.mkv",
  ])("returns no match for an episode with a film's id: %s", async (name) => {
    expect((await setUpCatalog().match(name)).match).toBeNull();
  });

  test("returns contradictory matches as other candidates", async () => {
    const { others } = await setUpCatalog().match("Breaking.Bad.S01E01.{imdb-tt0133093}.mkv");
    expect(others.map(({ title, confidence }) => [title.id, confidence])).toEqual([
      [4, 0.5],
      [1, 0.5],
    ]);
  });

  test("matches adult titles only on request", async () => {
    const { match } = setUpCatalog();
    for (const name of ["Not.for.Children.2001.mkv", "x [imdbid-tt0000009].mkv"]) {
      expect(await match(name)).toMatchObject({ match: null, others: [] });
      expect((await match(name, { include_adult: "1" })).match?.title.id).toBe(3);
    }
  });

  test("needs at most four D1 calls per name", async () => {
    const { match, calls } = setUpCatalog();
    await match("Alien aka Other (1979) [tmdbid-603] [imdbid-tt0000001].mkv");
    expect(calls.length).toBeLessThanOrEqual(4);
  });

  test("serves repeated requests from the cache without rate limiting them", async () => {
    const { match, matchAll, calls, limit, settle } = setUpCatalog();
    await match(MATRIX);
    await settle();
    const asked = calls.length;
    await match(MATRIX);
    await matchAll([MATRIX]);
    expect([calls.length, limit.counted]).toEqual([asked, 1]);
  });

  test("fails during an outage unless the match is stored", async () => {
    const { match, matchAll, source, settle } = setUpCatalog();
    await match(MATRIX);
    await settle();
    source.isDown = true;
    expect((await matchAll([MATRIX]))[0]?.match?.title.id).toBe(1);
    await expect(match("Alien.1979.mkv")).rejects.toMatchObject({ type: "upstream-unavailable" });
    await expect(matchAll([MATRIX, "Alien.1979.mkv"])).rejects.toMatchObject({
      type: "upstream-unavailable",
    });
  });
});

describe("POST /v1/match and POST /v1/find", () => {
  test("keep the order of names and match duplicates only once", async () => {
    const { matchAll, limit } = setUpCatalog();
    const names = ["Alien.1979.mkv", "movie.mkv", MATRIX, "Alien.1979.mkv"];
    const results = await matchAll(names);
    expect(results.map(({ name, match }) => [name, match?.title.id])).toEqual(
      names.map((name, at) => [name, [2, undefined, 1, 2][at]]),
    );
    expect(limit.counted).toBe(3);
  });

  test("match a hundred names in 30 statements", async () => {
    const { matchAll, calls, limit } = setUpCatalog();
    expect(await matchAll(HUNDRED)).toHaveLength(100);
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(calls.reduce((sum, statements) => sum + statements)).toBeLessThanOrEqual(30);
    expect(limit.counted).toBe(20);
  });

  test("are rejected before the first lookup when over the rate limit", async () => {
    const { matchAll, calls, limit } = setUpCatalog();
    limit.left = 1;
    await expect(matchAll(["Alien.1979.mkv", MATRIX])).rejects.toMatchObject({ type: "rate-limited" });
    expect(calls).toEqual([]);
  });

  test("resolve several ids in one D1 call", async () => {
    const { find, calls } = setUpCatalog();
    const ids = ["tmdb-movie:603", "imdb:tt9999999", "imdb:tt0133093"];
    expect(await find(ids)).toEqual([{ kind: "title", id: 1 }, null, { kind: "title", id: 1 }]);
    expect(calls).toHaveLength(1);
  });
});

describe("GET /v1/match with TMDB", () => {
  test("matches a title by name and by id", async () => {
    const { match } = setUpMatching(createTmdb("").source);
    const named = await match("The.Glass.Lantern.1999.1080p.mkv");
    expect([named.match?.title.title, named.match?.confidence]).toEqual(["The Glass Lantern", 0.99]);
    const { match: identified } = await match(`x {tmdb-${(named.match?.title.id ?? 0) / 2}}.mkv`);
    expect([identified?.title.title, identified?.confidence]).toEqual(["The Glass Lantern", 1]);
  });
});

describe("GET /v1/match with a source that supports only searches", () => {
  function searching(titles: Parameters<typeof record>[0][]) {
    const searches: string[] = [];
    const origin = createTestSource({
      async search({ text }) {
        searches.push(text);
        return titleList(titles.map(record));
      },
    });
    return { searches, ...setUpMatching(origin) };
  }

  test("tries alternative readings only if the first one fails", async () => {
    const { match, searches } = searching([{ id: 7, title: "The Matrix", year: "1999" }]);
    expect((await match(MATRIX)).match?.title.id).toBe(7);
    expect(searches).toEqual(["The Matrix"]);
    await match("Other.1999.mkv");
    expect(searches.slice(1)).toEqual(["Other", "Other 1999"]);
  });

  test("matches by title and ignores ids in the name", async () => {
    const { match } = searching([{ id: 7, title: "The Matrix", year: "1999" }]);
    expect((await match("The Matrix (1999) [tmdbid-1].mkv")).match?.title.id).toBe(7);
  });
});

describe("GET /v1/match during catalog switches", () => {
  /** Sets up a match in which each search or record comes from the next of these catalog versions. */
  function setUpVersions(versions: readonly string[]) {
    const left = [...versions];
    const version = () => left.shift() ?? "z";
    const origin = createTestSource({
      search: async () => titleList([], { version: version() }),
      named: async () => NO_RESULTS,
      find: async () => ({ value: { kind: "title", id: 1 } }),
      title: async () => ({ value: record({ id: 1 }), version: version() }),
    });
    const own = { ...origin, traits: { ...origin.traits, isOwn: true } };
    const loading = {
      source: own,
      catalog: null,
      control: null,
      apiSettings: { imagesUrl: null },
      ...createResources(own),
    };
    const query = { name: IDENTIFIED, lang: "en", includeAdult: false };
    return { left, match: () => matchResource.load(query, loading) };
  }

  test("repeats the match with the new catalog version", async () => {
    const { left, match } = setUpVersions(["one", "other", "other", "other", "unread"]);
    expect(await match()).toMatchObject({ version: "other" });
    expect(left).toEqual(["unread"]);
  });

  test("fails if the catalog changes during every attempt", async () => {
    const { match } = setUpVersions(Array.from({ length: 20 }, (_, at) => String(at)));
    await expect(match()).rejects.toMatchObject({ type: "upstream-unavailable", retryAfter: 1 });
  });
});

describe("episodes in GET /v1/match", () => {
  const NAME = "Lantern.Street.S01E01-E02.1080p.mkv";

  test("include titles and air dates", async () => {
    const { match } = setUpMatching(createTmdb().source);
    expect((await match(NAME)).match).toMatchObject({
      title: { title: "Lantern Street" },
      episodes: [
        { season: 1, episode: 1, title: "The First Match", aired: "2003-09-01" },
        { season: 1, episode: 2, title: "Wax", aired: "2003-09-08" },
      ],
    });
  });

  test("can be identified by air date", async () => {
    const { match } = setUpMatching(createTmdb().source);
    expect((await match("Lantern.Street.2003.09.08.mkv")).match?.episodes).toMatchObject([{ episode: 2 }]);
  });

  test("are absent if the series does not have them", async () => {
    const { match } = setUpMatching(createTmdb().source);
    expect((await match("Lantern.Street.S07E01.mkv")).match).not.toHaveProperty("episodes");
  });

  const SERIES = record({ id: 9, type: "series", title: "Lantern Street", original_title: "" });
  const searching = { search: async () => titleList([SERIES]) };

  test("are absent if the source does not have seasons", async () => {
    const { match } = setUpMatching(createTestSource(searching));
    expect((await match(NAME)).match).not.toHaveProperty("episodes");
  });

  test("are omitted from a partial match when the source fails", async () => {
    const season = () => Promise.reject(new Error("down"));
    const { resources } = createResources(createTestSource({ ...searching, season, seasons: season }));
    const result = await resources.ask("match", { name: NAME, lang: "en", includeAdult: false });
    expect(result).toMatchObject({ kind: "served", outcome: "partial" });
  });
});
