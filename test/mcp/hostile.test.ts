/** Sends requests to `/mcp` that no well-behaved client sends. */
import { describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { sharedServer } from "../product/server.ts";

const TARGET = inject("target");

function post(body: unknown, headers: Record<string, string> = {}, url = TARGET): Promise<Response> {
  return fetchOwn(`${url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function call(name: unknown, args: unknown): Promise<Response> {
  return post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
}

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("POST /mcp", () => {
  test.each([
    ["text instead of JSON", "{", 400, -32_700],
    ["a batch", [LIST, LIST], 400, -32_600],
    ["an empty batch", [], 400, -32_600],
    ["a message without a version", { id: 1, method: "ping" }, 400, -32_600],
    ["a message whose id is an object", { ...LIST, id: {} }, 400, -32_600],
    ["a message whose params are an array", { ...LIST, params: [] }, 400, -32_600],
    ["an unknown method", { ...LIST, method: "resources/list" }, 200, -32_601],
    ["the name of an inherited property", { ...LIST, method: "constructor" }, 200, -32_601],
  ])("rejects %s", async (_, body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
  });

  test.each(["delete_title", "constructor", "__proto__", 7, null])("rejects the tool %j", async (name) => {
    expect(await (await call(name, {})).json()).toMatchObject({ error: { code: -32_602 } });
  });

  test.each([
    ["search_titles", {}, "q must be search text"],
    ["search_titles", { q: { $gt: "" } }, "q must be a string"],
    ["search_titles", { q: ["a", ["b"]] }, "q must be a string"],
    ["search_titles", { q: true }, "q must be a string"],
    ["search_titles", { q: "a".repeat(100_000) }, "q must be search text"],
    ["search_titles", { q: "a", year: 1999 }, "year is unknown; the arguments are q, f"],
    ["search_titles", { q: "a", api_key: "secret" }, "api_key is unknown"],
    ["search_titles", ["a"], "arguments must be an object"],
    ["get_title", { id: "../people/7" }, "id must be the id of a title"],
    ["get_title", { id: 1e300 }, "id must be the id of a title"],
    ["get_title", { id: 34, append: ["secrets"] }, "append must be one or more of"],
    ["get_title", { id: 9_007_199_254_740_991 }, "No title has this id."],
    ["get_person", { id: 1, name: "a" }, "name cannot be combined with id"],
    ["get_person", { name: "zzzzqqqq" }, "No person has this name."],
    ["get_season", { id: 143, season: -1 }, "season must be an integer"],
    ["discover_titles", { offset: "-1" }, "offset must be an integer"],
  ])("explains what is wrong with %s %j", async (name, args, words) => {
    const response = await call(name, args);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      result: { isError: true, content: [{ type: "text", text: expect.stringContaining(words) }] },
    });
  });

  test("rejects a body of 1 MB", async () => {
    const response = await post({ ...LIST, params: { padding: "a".repeat(1_000_000) } });
    expect(response.status).toBe(413);
  });

  test("rejects a body that is not declared as JSON", async () => {
    expect((await post(LIST, { "Content-Type": "text/plain" })).status).toBe(415);
  });

  test.each(["https://evil.example", "null", `${TARGET}.evil.example`, `${TARGET}:1`])(
    "rejects the Origin %s",
    async (origin) => {
      const response = await post(LIST, { Origin: origin });
      expect(response.status).toBe(403);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    },
  );

  test("rejects an Origin that DNS rebinding made equal to the host", async () => {
    const headers = { Origin: "http://evil.example", Host: "evil.example" };
    expect((await post(LIST, headers)).status).toBe(403);
  });

  test("accepts the Origin of its own site", async () => {
    expect((await post(LIST, { Origin: TARGET })).status).toBe(200);
  });

  test("accepts notifications and replies without a body", async () => {
    const notified = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([notified.status, await notified.text()]).toEqual([202, ""]);
    expect((await post({ jsonrpc: "2.0", id: 1, result: {} })).status).toBe(202);
  });

  test("rejects an unsupported protocol version and lists the supported ones", async () => {
    const response = await post(LIST, { "MCP-Protocol-Version": "2001-01-01" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { data: { requested: "2001-01-01" } } });
  });

  test("sends responses that no cache may store", async () => {
    expect((await post(LIST)).headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("/mcp", () => {
  test.each(["GET", "DELETE", "PUT"])("rejects %s with 405", async (method) => {
    const response = await fetchOwn(`${TARGET}/mcp`, { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});

describe("/mcp with MCP=off", () => {
  const server = sharedServer({ MCP: "off" });

  test("returns 404", async () => {
    expect((await post(LIST, {}, server.url)).status).toBe(404);
  });
});

describe("/mcp with ACCESS=keyed", () => {
  const key = "marquee_0123456789abcdef0123456789abcdef";
  const server = sharedServer(async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
    return { ACCESS: "keyed", CLIENT_KEYS: Buffer.from(digest).toString("hex") };
  });

  test("requires a Bearer token", async () => {
    const response = await post(LIST, {}, server.url);
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="marquee"');
  });

  test("accepts a valid one", async () => {
    expect((await post(LIST, { Authorization: `Bearer ${key}` }, server.url)).status).toBe(200);
  });
});
