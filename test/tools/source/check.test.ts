/** `npm run source -- check`, as an operator runs it, against the stand-in for TMDB. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, TOKEN } from "../../tmdb/answers.ts";
import { startTmdb, type TmdbStandIn } from "../../tmdb/server.ts";
import { check } from "./run.ts";

let tmdb: TmdbStandIn;
beforeAll(async () => {
  tmdb = await startTmdb();
});
afterAll(() => tmdb.close());

const settings = (apiKey: string) => ({
  UPSTREAM_DIALECT: "tmdb",
  UPSTREAM_BASE_URL: `${tmdb.url}/3`,
  UPSTREAM_API_KEY: apiKey,
});

test.each([KEY, TOKEN])("tells what a source that works has", async (key) => {
  const { code, out } = await check(settings(key), "--query", "lantern");
  expect(
    out
      .replaceAll(/\d+ ms/g, "… ms")
      .replace(tmdb.url.slice(7), "tmdb.test")
      .trim()
      .split("\n"),
  ).toEqual([
    "Source: TMDB at tmdb.test/3",
    "Key: accepted",
    'Search for "lantern": 5 titles in … ms',
    "Fields: title 5/5, year 3/5, countries 1/5, genres 2/5, runtime 0/5, rating 2/5, plot 3/5, poster 2/5; runtime and a film's countries come with each title",
    'Credits of "The Glass Lantern" (1210): 18 entries (cast, writer, director, editing, production, art, visual effects, sound) in … ms',
    "Limit: the source does not say what is left",
  ]);
  expect(code).toBe(0);
});

test("says which setting is wrong when the key is refused, and never shows it", async () => {
  const { code, out } = await check(settings("fedcba9876543210fedcba9876543210"));
  expect(out).toContain("Key: refused with 401; UPSTREAM_API_KEY is not accepted.");
  expect(out).not.toContain("fedcba9876543210");
  expect(code).toBe(1);
});

test.each([
  ["429", "It answered 429: its limit is reached, or it is down for a moment."],
  ["500", "It answered 500, which is no use."],
  ["html", "It answered something that is not JSON."],
  ["no-results", "Its answer to search does not have the shape that was expected."],
  ["no-credits", "Its answer to credits does not have the shape that was expected."],
] as const)("says what is wrong: %s", async (mode, line) => {
  tmdb.mode = mode;
  const { code, out } = await check(settings(KEY), "--query", "lantern");
  tmdb.mode = "";
  expect(out).toContain(line);
  expect(code).toBe(1);
});

test("says that a source is not there", async () => {
  const { code, out } = await check({ ...settings(KEY), UPSTREAM_BASE_URL: "http://127.0.0.1:1/3" });
  expect(out).toContain("It could not be reached");
  expect(code).toBe(1);
});

test("says what is wrong with the settings, and that there is no source", async () => {
  expect((await check({ UPSTREAM_DIALECT: "tmdb" })).out).toContain("UPSTREAM_API_KEY must be a v3 API key");
  expect((await check({})).out).toContain("No source is set");
});
