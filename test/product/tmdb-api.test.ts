/** Tests that every response and every error of /3 from the catalog has TMDB's fields. */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { type Server, startServer } from "./server.ts";
import * as shapes from "./tmdb-shapes.ts";

const target = inject("target");
const get = (path: string, init?: RequestInit) => fetchOwn(target + path, init);

async function read<S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> {
  return v.parse(schema, await (await get(path)).json());
}

/** The id of 12 Angry Men, which has a TMDB id. The films, series and people in `ownIds` have none. */
const FILM = 389;
const OWN = 2 ** 30;
const ownIds = { film: OWN + 30, series: 0, person: OWN + 2386 };

beforeAll(async () => {
  const { results } = await read("/3/tv/popular", shapes.pageSchema(shapes.SeriesEntry));
  ownIds.series = results[0]?.id ?? 0;
});

describe.each(Object.entries(shapes.RESPONSES))("GET /3/%s", (path, shape) => {
  test("returns the fields that TMDB documents", async () => {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ownIds) => String(ownIds[name]));
    const response = await get(`/3/${address}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json;charset=utf-8");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect([...response.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    const { issues } = v.safeParse(shape, await response.json());
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? []).toEqual([]);
  });
});

describe("/3 with the catalog as the source", () => {
  test("sends the corrected query in a header", async () => {
    const search = await get("/3/search/movie?query=seven+samuri");
    expect(search.headers.get("Marquee-Corrected-Query")).toBe("seven%20samurai");
    expect(await search.json()).toMatchObject({ results: [{ title: "Seven Samurai" }] });
  });

  test("sends the ignored discover parameters in a header", async () => {
    const discover = await get("/3/discover/movie?certification=G&with_genres=18&with_keywords=9");
    expect(discover.headers.get("Marquee-Ignored")).toBe("certification, with_keywords");
    expect(await discover.json()).toMatchObject({ results: [], total_results: 0 });
  });

  test("does not correct a query that is a person's name", async () => {
    for (const at of [1, 2]) {
      const search = await get(`/3/search/multi?query=fonda&page=${at}`);
      expect(search.headers.get("Marquee-Corrected-Query")).toBeNull();
      const { results } = v.parse(shapes.pageSchema(shapes.MixedEntry), await search.json());
      expect(results.filter((entry) => v.is(shapes.MixedTitle, entry))).toEqual([]);
      expect(results.length > 0).toBe(at === 1);
    }
  });

  test("tags a response with its titles and people", async () => {
    const response = await get(`/3/movie/${FILM}/credits`);
    expect(response.headers.get("Cache-Tag")?.split(",")).toEqual(
      expect.arrayContaining(["title-34", "person-1"]),
    );
  });
});

describe.each([
  ["/3", "GET", 404, 34],
  ["/3/movie/999999", "GET", 404, 34],
  ["/3/tv/389", "GET", 404, 34],
  [`/3/tv/${OWN + 30}`, "GET", 404, 34],
  ["/3/tv/1396/season/99", "GET", 404, 34],
  ["/3/movie%2F389", "GET", 404, 34],
  ["/3//movie/389", "GET", 404, 34],
  ["/3/movie/%FF", "GET", 404, 34],
  [`/3/${"x".repeat(3_000)}`, "GET", 414, 5],
  ["/3/movie/popular?page=501", "GET", 400, 22],
  [`/3/movie/389?append_to_response=${"a,".repeat(20)}a`, "GET", 400, 27],
  ["/3/search/movie", "GET", 422, 5],
  ["/3/movie/389/rating", "POST", 405, 42],
  ["/3/movie/389", "DELETE", 405, 42],
] as const)("rejected request: %.40s by %s", (path, method, status, code) => {
  test(`returns HTTP status ${status} and TMDB's status_code ${code}`, async () => {
    const response = await get(path, { method });
    const { status_code } = v.parse(shapes.TmdbErrorBody, await response.json());
    expect([response.status, status_code]).toEqual([status, code]);
    expect(response.headers.get("Content-Type")).toBe("application/json;charset=utf-8");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});

describe("normalisation of /3 URLs", () => {
  test.each([
    ["//3/movie/389", "/3/movie/389"],
    ["/3/movie/389?api_key=k&&language=en", "/3/movie/389?language=en&foo=1"],
    ["/3/movie/389?language=EN-us", "/3/movie/389?language=en-US"],
  ])("treats %s and %s as the same URL", async (one, other) => {
    const [first, second] = [await get(one), await get(other)];
    expect([first.status, await first.text()]).toEqual([200, await second.text()]);
    expect(second.headers.get("Cache-Status")).toBe("marquee; hit");
  });
});

describe("GET /t/p/{size}/{path} with the catalog as the source", () => {
  test("returns 404", async () => {
    for (const path of ["/t/p/w500/a.jpg", "/t/p/original//a.jpg", "/t/p/w500/a.svg"]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("TMDB_API", () => {
  const KEY = "0123456789abcdef0123456789abcdef";
  const CLIENT_KEYS = createHash("sha256").update(KEY).digest("hex");
  let keyed: Server;
  let off: Server;
  beforeAll(async () => {
    keyed = await startServer({ TMDB_API: "keyed", CLIENT_KEYS });
    off = await startServer({ TMDB_API: "off" });
  });
  afterAll(() => Promise.all([keyed.stop(), off.stop()]));

  test("requires a client key, as api_key or token, if keyed", async () => {
    const ask = async (query: string, headers = {}) =>
      (await fetch(`${keyed.url}/3/movie/389${query}`, { headers })).status;
    const bearer = { Authorization: `Bearer ${KEY}` };
    expect([await ask(`?api_key=${KEY}`), await ask("", bearer), await ask("?api_key=", bearer)]).toEqual([
      200, 200, 200,
    ]);
    expect([await ask(""), await ask("?api_key="), await ask("?api_key=another")]).toEqual([401, 401, 401]);
    const refused = await fetch(`${keyed.url}/3/movie/389`);
    expect(await refused.json()).toMatchObject({ success: false, status_code: 7 });
    const known = await fetch(`${keyed.url}/3/movie/389?api_key=${KEY}`);
    expect(known.headers.get("Cache-Control")).toMatch(/^private/);
    expect(known.headers.get("CDN-Cache-Control")).toBe("no-store");
    expect((await fetch(`${keyed.url}/v1/?category=search&q=the`)).status).toBe(200);
    expect(keyed.printed()).not.toContain(KEY);
  });

  test("turns /3 into a 404 if off", async () => {
    expect((await fetch(`${off.url}/3/movie/389`)).status).toBe(404);
  });
});
