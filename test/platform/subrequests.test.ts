/**
 * Counts subrequests with TMDB as the source, where a search also loads single titles, and D1 queries with the
 * catalog as the source. The free plan allows 50 of each per request. Cache API calls count as subrequests
 * (developers.cloudflare.com/workers/platform/limits, "Subrequests" and "Cache API limits", and
 * developers.cloudflare.com/d1/platform/limits).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settingsFor, startTmdb, type TmdbStandIn } from "../tmdb/server.ts";
import { type Deployment, startDeployment } from "./location.ts";

const FREE_PLAN = 50;
const MAX_CALLS = 12;

let tmdb: TmdbStandIn;
let deployment: Deployment;
/** The time of the next request. It moves on by a minute, so that an isolate has to read the log again. */
let now = Date.now();

beforeAll(async () => {
  tmdb = await startTmdb();
  deployment = await startDeployment({ settings: settingsFor(tmdb) });
});
afterAll(async () => {
  await deployment.stop();
  tmdb.close();
});
beforeEach(() => {
  tmdb.calls.length = 0;
  now += 60_000;
});

/**
 * Returns the subrequests of a request. Each test uses a language that the data centre has not served yet, so that
 * nothing is stored.
 */
async function countSubrequests(where: "here" | "there", path: string): Promise<number> {
  const location = deployment[where];
  const before = await location.subrequests();
  const response = await location.fetch(new Request(`https://marquee.test${path}`), now);
  await location.settle();
  expect(response.status, path).toBe(200);
  return (await location.subrequests()) - before;
}

/** Returns ids of titles in the TMDB stub, where every third title is a series. */
function idsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at).map((id) => 2 * id + (id % 3 === 1 ? 1 : 0));
}

describe("subrequest limit of the free plan", () => {
  test.each([
    ["here", "/v1/?category=search&q=harbour"],
    ["here", "/v1/?category=search&q=harbour&lang=de"],
    ["here", "/v1/?category=search&q=harbour&f=1993&lang=ja"],
    ["here", "/v1/?category=search&q=harbour&limit=100&lang=es"],
    ["here", "/pt/search?q=harbour"],
    ["there", "/search?q=harbour"],
    ["there", "/de/search?q=harbour&f=1993"],
    ["here", "/search?q=harbour&sort=year&genre=drama"],
    ["there", "/ar/search?q=harbour&sort=year&f=1993"],
    ["here", "/fr/search?q=japanese+lantern+under+100+minutes"],
    ["there", "/es/search?q=harbour+drama+1990s&runtime=-100"],
    ["here", "/zh/search?q=bram+oduya+tanaka"],
    ["there", "/pt/search?q=ada+holm+western"],
    ["there", "/v1/browse?q=zzqq+xxyy+vvww&lang=es"],
    ["here", "/browse"],
    ["there", "/ja/browse?sort=year&country=japan"],
  ] as const)("allows a search or list with empty caches (%s, %s)", async (where, path) => {
    const subrequests = await countSubrequests(where, path);
    expect(subrequests).toBeGreaterThan(tmdb.calls.length);
    expect(subrequests).toBeLessThanOrEqual(FREE_PLAN);
    expect(tmdb.calls.length).toBeLessThanOrEqual(MAX_CALLS);
  });

  /** A home page needs nine lists. Some of them are requested again in English if the page is in another language. */
  test.each([
    ["here", "/", 9],
    ["there", "/zh", 18],
  ] as const)("allows a home page with empty caches (%s, %s)", async (where, path, calls) => {
    expect(await countSubrequests(where, path)).toBeLessThanOrEqual(FREE_PLAN);
    expect(tmdb.calls.length).toBeGreaterThanOrEqual(9);
    expect(tmdb.calls.length).toBeLessThanOrEqual(calls);
  });

  test.each([
    ["here", 11, `/v1/titles?ids=${idsFrom(1_060, 11)}`],
    ["there", 6, `/v1/titles?ids=${idsFrom(1_060, 6)}&append=credits`],
  ] as const)("allows the documented number of uncached titles (%s, %i, %s)", async (where, titles, path) => {
    const subrequests = await countSubrequests(where, path);
    expect(tmdb.calls).toHaveLength(titles);
    expect(subrequests).toBeGreaterThanOrEqual(3 * titles);
    expect(subrequests).toBeLessThanOrEqual(FREE_PLAN);
  });
});

describe("subrequest limit with the catalog as the source", () => {
  let catalog: Deployment;
  beforeAll(async () => {
    catalog = await startDeployment({ settings: {}, catalog: true });
  });
  afterAll(() => catalog.stop());

  const list = <T>(count: number, one: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => one(at));
  /** File names that can be read in several ways. Each also contains an id. */
  const names = list(
    100,
    (at) => `Seven Samurai ${at} aka Other ${at} (19${at + 10}) [tmdbid-${389 + at}].mkv`,
  );
  const ids = list(100, (at) => (at % 2 === 0 ? `imdb:tt00500${10 + at}` : `tmdb-movie:${389 + at}`));

  test.each([
    [`/v1/titles?ids=${list(50, (at) => at + 1)}&append=credits,external_ids,votes`, 10],
    ["/v1/match", 40, { names }],
    ["/v1/find", 8, { ids }],
    ["/search?q=seven+samurai", 24],
    ["/search?q=samurai+kurosawa", 35],
    ["/search?q=samurai+kurosawa&genre=horror", 45],
    ["/de/search?q=japanische+Filme+der+1950er", 30],
    ["/search?q=zzzzqqqq+xxxxx", 45],
    ["/search?q=zzzzqqqq+xxxxx&f=movie,1999&genre=horror", 45],
    ["/search?q=rashomon+spaceship", 45],
    ["/search?q=robot+harbour+japanese+films+about+a+long+war", 45],
    ["/search?q=Роберт Де Ниро Аль Пачино Мартин Скорсезе Акира Куросава", 40],
    ["/search?q=japanese french korean italian comedy drama horror western 1990s 1980s 1970s short best", 46],
    ["/search?q=фильмы Де Ниро&genre=horror", 46],
    ["/search?q=korean drama Пачино Куросава", 46],
    ["/search?q=niro Filme Ρόμπερτ long with&f=1950-1960", 46],
    ["/ja/search?q=samurai drama korean war by not smauri Πατσίνο نيرو Πατσίνο", 46],
    // This query exceeds the free plan's limit, because no title matches the filters, and the page then also searches
    // without them.
    ["/search?q=series rashomon kurosawa samurai harbour der&f=movie,1999&genre=horror", 60],
    ["/", 13],
    ["/title/34/12-angry-men-1957", 16],
    ["/3/movie/389?language=de", 10],
    ["/3/movie/389?append_to_response=credits,external_ids,translations,alternative_titles&language=fr", 18],
    ["/3/search/multi?query=kurosawa&language=de", 30],
  ] as const)("allows %s, which needs %i D1 queries", async (path, most, body: object | null = null) => {
    const before = await catalog.here.queries();
    const headers = { "Content-Type": "application/json" };
    const init = body === null ? {} : { method: "POST", headers, body: JSON.stringify(body) };
    now += 60_000;
    const response = await catalog.here.fetch(new Request(`https://marquee.test${path}`, init), now);
    await catalog.here.settle();
    expect(response.status, path).toBe(200);
    expect((await catalog.here.queries()) - before).toBeLessThanOrEqual(most);
  });

  /** One of the calls reads the log of changes. */
  test.each([
    ["/title/30/seven-samurai-1954", 2],
    ["/title/30/seven-samurai-1954/credits", 2],
    ["/v1/?category=credits&id=31", 2],
  ] as const)("allows %s, which needs %i D1 calls", async (path, most) => {
    const before = await catalog.here.calls();
    now += 60_000;
    const response = await catalog.here.fetch(new Request(`https://marquee.test${path}`), now);
    await catalog.here.settle();
    expect(response.status, path).toBe(200);
    expect((await catalog.here.calls()) - before).toBeLessThanOrEqual(most);
  });
});
