/** Tests the URLs of merged and removed titles on a running server that had cached them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { lines } from "../tools/catalog/folder.ts";
import { catalog } from "../tools/catalog/run.ts";
import { sharedServer } from "./server.ts";

const server = sharedServer({ RATE_LIMIT: "off" });
const get = (path: string) => fetch(`${server.url}${path}`, { redirect: "manual" });

const MERGED = "/title/34/12-angry-men-1957";
const REMOVED = "/title/30/seven-samurai-1954";
const OF_REMOVED = [
  "/v1/titles/30",
  "/v1/?category=credits&id=30",
  "/title/30",
  REMOVED,
  `${REMOVED}/credits`,
];

/** Breaking Bad, and the air dates of its new episodes in days from today. */
const SERIES = 143;
const EPISODES = [-1, 2, 9];
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  // All of these responses are cached before the update.
  for (const path of ["/v1/titles/34", "/v1/titles?ids=30,34", MERGED, ...OF_REMOVED])
    expect((await get(path)).status, path).toBeLessThan(400);
  const update = lines([
    { op: "merge", title: 34, into: 61 },
    { op: "remove", title: 30 },
    {
      op: "put",
      title: SERIES,
      episodes: EPISODES.map((day, at) => ({ season: 1, episode: at + 1, aired: dayAfter(day) })),
    },
  ]);
  const file = join(server.state, "update.jsonl");
  writeFileSync(file, update);
  expect(await catalog("update", file, "--state", server.state)).toMatchObject({ code: 0 });
  await vi.waitUntil(async () => (await get("/v1/titles/30")).status === 404, { timeout: 30_000 });
});

describe("merged title", () => {
  test.each([
    ["/title/34", "/title/61/stalker-1979"],
    ["/title/34/stalker-1979", "/title/61/stalker-1979"],
    [MERGED, "/title/61/stalker-1979"],
    [`${MERGED}/credits`, "/title/61/stalker-1979/credits"],
    ["/de/title/34/die-zwoelf-geschworenen-1957", "/de/title/61/stalker-1979"],
  ])("redirects %s to %s", async (path, to) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([308, to]);
  });

  test.each(["", "?append=credits&lang=de", "?api_key=the-callers-own&append=credits"])(
    "returns the remaining title at /v1/titles/{id}%s",
    async (query) => {
      const [merged, whole] = await Promise.all([34, 61].map((id) => get(`/v1/titles/${id}${query}`)));
      expect([merged?.status, await merged?.json()]).toEqual([200, await whole?.json()]);
    },
  );

  test("returns the remaining title's record and credits in a batch", async () => {
    const [kept, batch] = await Promise.all(["/v1/titles/61", "/v1/titles?ids=34"].map(get));
    expect(await batch?.json()).toEqual([await kept?.json()]);
    const ids = [34, 61].map((id) => get(`/v1/?category=credits&id=${id}`).then((read) => read.json()));
    const [merged, whole] = await Promise.all(ids);
    expect(merged).toEqual(whole);
  });
});

describe("removed title", () => {
  test.each(OF_REMOVED)("returns 404 at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test("is null in a batch and missing from searches", async () => {
    expect(await (await get("/v1/titles?ids=30")).json()).toEqual([null]);
    expect(await (await get("/v1/?category=search&q=seven+samurai+1954")).text()).not.toContain('"id":30,');
  });
});

describe("series with upcoming episodes", () => {
  test("includes its last and next episode at /3", async () => {
    const { results } = (await (await get("/3/search/tv?query=breaking+bad")).json()) as {
      results: { id: number }[];
    };
    expect(await (await get(`/3/tv/${results[0]?.id}`)).json()).toMatchObject({
      last_episode_to_air: { episode_number: 1 },
      next_episode_to_air: { season_number: 1, episode_number: 2, name: "Episode 2" },
    });
  });

  test("is listed in /3/tv/on_the_air", async () => {
    expect(await (await get("/3/tv/on_the_air")).json()).toMatchObject({
      results: [{ name: "Breaking Bad" }],
    });
  });
});
