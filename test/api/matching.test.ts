import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { expectDocumented, TARGET } from "./document.ts";

const JSON_TYPE = "application/json";

function post(address: string, body: string, type: string = JSON_TYPE): Promise<Response> {
  return fetch(TARGET + address, { method: "POST", body, headers: { "Content-Type": type } });
}

const repeat = (count: number, text = "a") => Array(count).fill(text);

describe.each(["/v1/match", "/v1/find"])("POST %s", (address) => {
  const field = address === "/v1/match" ? "names" : "ids";
  const valid = JSON.stringify({ [field]: ["imdb:tt0050083"], lang: "fr", include_adult: "0" });

  test("responds in the requested language and forbids caching", async () => {
    for (const type of [JSON_TYPE, "Application/JSON; charset=utf-8"]) {
      const response = await post(address, valid, type);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Language")).toBe("fr");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      await expectDocumented(response, address, "post");
    }
  });

  test.each([
    ["a body that is not JSON", "names", "body"],
    ["a JSON string", '"names"', "body"],
    ["a missing list", "{}", field],
    ["an empty list", JSON.stringify({ [field]: [] }), field],
    ["more than a hundred entries", JSON.stringify({ [field]: repeat(101, "imdb:tt0050083") }), field],
    [
      "an empty entry among others",
      JSON.stringify({ [field]: [...repeat(3, "imdb:tt0050083"), " "] }),
      `${field}[3]`,
    ],
    ["a number", JSON.stringify({ [field]: [1] }), `${field}[0]`],
    ["an object", JSON.stringify({ [field]: [{ toString: 1, valueOf: 1 }] }), `${field}[0]`],
    ["deeply nested lists", `{"${field}":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}`, `${field}[0]`],
    [
      "a language that is an object",
      `{"${field}":["imdb:tt0050083"],"lang":{"toString":1,"valueOf":1}}`,
      "lang",
    ],
    ["an unknown language", JSON.stringify({ [field]: ["imdb:tt0050083"], lang: "!" }), "lang"],
  ])("rejects %s", async (_, body, parameter) => {
    const response = await post(address, body);
    const { errors } = JSON.parse(await expectDocumented(response, address, "post"));
    expect([response.status, errors.map((error: { parameter: string }) => error.parameter)]).toEqual([
      400,
      [parameter],
    ]);
  });

  test("ignores unknown fields", async () => {
    const fields = Array.from({ length: 4_000 }, (_, at) => [`f${at}`, { toString: 1 }]);
    const body = JSON.stringify({ ...JSON.parse(valid), ...Object.fromEntries(fields) });
    expect((await post(address, body)).status).toBe(200);
  });

  test("reads the whole body before rejecting it", async () => {
    const large = JSON.stringify({ [field]: repeat(100, "a".repeat(2_000)) });
    for (const [body, type, status] of [
      [valid, "text/plain", 415],
      [large, "text/plain", 415],
      [large, JSON_TYPE, 413],
    ] as const) {
      const refused = await post(address, body, type);
      await expectDocumented(refused, address, "post");
      // A body left unread would break the next request on the same connection.
      expect([refused.status, (await post(address, valid)).status]).toEqual([status, 200]);
    }
  });

  test("rejects a compressed body", async () => {
    const headers = { "Content-Type": JSON_TYPE, "Content-Encoding": "gzip" };
    const response = await fetch(TARGET + address, { method: "POST", body: gzipSync(valid), headers });
    await expectDocumented(response, address, "post");
    expect(response.status).toBe(415);
  });

  test("accepts CORS preflight requests", async () => {
    const { headers } = await fetch(TARGET + address, { method: "OPTIONS" });
    const methods = address === "/v1/match" ? "GET, HEAD, POST, OPTIONS" : "POST, OPTIONS";
    expect([headers.get("Allow"), headers.get("Access-Control-Allow-Methods")]).toEqual([methods, methods]);
    expect(headers.get("Access-Control-Allow-Headers")).toBe("*, Authorization");
    const refused = await fetch(TARGET + address, { method: "PUT" });
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, methods]);
  });
});

describe("GET /v1/match", () => {
  const address = "/v1/match?name=Alien.1979.Directors.Cut.1080p.mkv";

  test("is stored and revalidates by ETag", async () => {
    await fetch(TARGET + address);
    const response = await fetchOwn(TARGET + address);
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee; hit/);
    const again = await fetch(TARGET + address, {
      headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
    await expectDocumented(response, "/v1/match", "get");
  });

  test("limits the name to 1,000 code points", async () => {
    for (const [name, status] of [
      ["é".repeat(300), 200],
      ["𝄞".repeat(100), 200],
      ["a".repeat(1_000), 200],
      ["a".repeat(1_001), 400],
      [" ", 400],
    ] as const) {
      const response = await fetch(`${TARGET}/v1/match?${new URLSearchParams({ name })}`);
      expect([name.length, response.status]).toEqual([name.length, status]);
      await expectDocumented(response, "/v1/match", "get");
    }
    expect((await post("/v1/match", JSON.stringify({ names: ["𝄞".repeat(1_000)] }))).status).toBe(200);
    expect((await post("/v1/match", JSON.stringify({ names: ["𝄞".repeat(1_001)] }))).status).toBe(400);
  });

  test("returns no match for a name without a title", async () => {
    const response = await fetch(`${TARGET}/v1/match?name=1080p.x264`);
    expect(await response.json()).toMatchObject({ read: { title: "" }, match: null, others: [] });
  });
});
