import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY, TOKEN } from "../tmdb/responses.ts";
import { startTmdb, type TmdbStandIn } from "../tmdb/server.ts";
import { tool } from "./process.ts";

let tmdb: TmdbStandIn;
beforeAll(async () => {
  tmdb = await startTmdb();
});
afterAll(() => tmdb.close());

async function check(settings: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await tool("tools/source.ts", ["check", ...words], settings);
  return { code, out: stdout + stderr };
}

const settings = (apiKey: string) => ({
  UPSTREAM_DIALECT: "tmdb",
  UPSTREAM_BASE_URL: `${tmdb.url}/3`,
  UPSTREAM_API_KEY: apiKey,
});

describe("npm run source -- check", () => {
  test.each([KEY, TOKEN])("prints the fields of a working source", async (key) => {
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
      "Fields: title 5/5, year 3/5, countries 1/5, genres 2/5, runtime 0/5, rating 2/5, plot 3/5, poster 2/5; runtime and countries are fetched per title",
      'Credits of "The Glass Lantern" (1210): 18 entries (cast, writer, director, editing, production, art, visual effects, sound) in … ms',
      "Rate limit: not reported by the source",
      "Its own API, for /3: configuration in … ms; TMDB_API controls access",
    ]);
    expect(code).toBe(0);
  });

  test("names the setting of a rejected key without printing the key", async () => {
    const { code, out } = await check(settings("fedcba9876543210fedcba9876543210"));
    expect(out).toContain("Key: rejected with status 401. Check UPSTREAM_API_KEY.");
    expect(out).not.toContain("fedcba9876543210");
    expect(code).toBe(1);
  });

  test.each([
    ["429", "The source responded with 429. Its rate limit is reached, or it is temporarily down."],
    ["500", "The source responded with the unexpected status 500."],
    ["html", "The response is not JSON."],
    ["no-results", "The search response does not have the expected shape."],
    ["no-credits", "The credits response does not have the expected shape."],
  ] as const)("explains an unusable response: %s", async (mode, line) => {
    tmdb.mode = mode;
    const { code, out } = await check(settings(KEY), "--query", "lantern");
    tmdb.mode = "";
    expect(out).toContain(line);
    expect(code).toBe(1);
  });

  test("reports a failed connection", async () => {
    const { code, out } = await check({ ...settings(KEY), UPSTREAM_BASE_URL: "http://127.0.0.1:1/3" });
    expect(out).toContain("Could not connect");
    expect(code).toBe(1);
  });

  test("reports invalid or missing settings", async () => {
    expect((await check({ UPSTREAM_DIALECT: "tmdb" })).out).toContain(
      "UPSTREAM_API_KEY must be a v3 API key",
    );
    expect((await check({})).out).toContain("No source is configured");
  });
});
