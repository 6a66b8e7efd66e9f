import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { sharedServer } from "../product/server.ts";

function runKeysCommand(command: string, input = "") {
  return spawnSync(process.execPath, ["tools/keys.ts", ...command.split(" ")], { input, encoding: "utf8" });
}

function makeKey(): { key: string; hash: string } {
  const [, key = "", hash = ""] =
    /(marquee_\w+)[\s\S]*?([0-9a-f]{64})/.exec(runKeysCommand("new").stdout) ?? expect.fail();
  return { key, hash };
}

describe("API with ACCESS=keyed", () => {
  const known = makeKey();
  const other = makeKey();
  const stranger = makeKey();
  const behind = sharedBehindFaults({
    ACCESS: "keyed",
    CLIENT_KEYS: `${known.hash}, ${other.hash.toUpperCase()}`,
  });

  function search(text: string, parameters = "", headers: Record<string, string> = {}): Promise<Response> {
    return fetchOwn(`${behind.server.url}/v1/?category=search&q=${text}${parameters}`, { headers });
  }

  test.each([
    ["no key", "", {}, "required"],
    ["an empty key", "&api_key=", {}, "required"],
    ["an unknown key", `&api_key=${stranger.key}`, {}, "Unknown"],
    ["a mistyped key", `&api_key=${known.key.slice(0, -1)}`, {}, "Malformed"],
    ["an unknown Bearer token", "", { Authorization: `Bearer ${stranger.key}` }, "Unknown"],
    ["credentials of another scheme", "", { Authorization: `Basic ${known.key}` }, "required"],
    ["the hash instead of the key", `&api_key=${known.hash}`, {}, "Malformed"],
  ])("rejects %s with 401, a challenge and the reason", async (_, parameters, headers, words) => {
    const response = await search("refused", parameters, headers);
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="marquee"');
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      type: `${behind.server.url}/problems/key-required`,
      detail: expect.stringContaining(words),
    });
  });

  test("accepts a valid key as parameter or Bearer token", async () => {
    const answers = [
      await search("admitted", `&api_key=${known.key}`),
      await search("admitted", `&api_key=${other.key}`),
      await search("admitted", "", { Authorization: `Bearer ${known.key}` }),
      await search("admitted", "", { Authorization: `bearer ${known.key}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("serves a stored response to another key and marks it private", async () => {
    await search("shared", `&api_key=${known.key}`);
    const response = await search("shared", `&api_key=${other.key}`);
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee; hit/);
    expect(response.headers.get("Cache-Control")).toMatch(/^private/);
    expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
  });

  test("rejects a repeated api_key parameter", async () => {
    const response = await search("twice", `&api_key=${known.key}&api_key=${known.key}`);
    expect(response.status).toBe(400);
  });

  test("requires no key for pages and prints no key on them", async () => {
    const response = await fetch(`${behind.server.url}/search?q=page&api_key=${known.key}`);
    expect(response.status).not.toBe(401);
    expect(await response.text()).not.toContain(known.key);
  });

  test("does not forward, log or print keys", async () => {
    const bodies = [];
    for (const key of [known.key, stranger.key]) {
      const asked = [await search("a&f=x", `&api_key=${key}`), await search("b", `&api_key=${key}`)];
      for (const response of asked) {
        bodies.push(await response.text(), JSON.stringify([...response.headers]));
      }
    }
    const received = behind.upstream.calls.map(({ head }) => head).join("");
    expect(received).toContain("q=b");
    for (const { key } of [known, other, stranger]) {
      expect(received).not.toContain(key);
      expect(behind.server.printed()).not.toContain(key);
      expect(bodies.join("\n")).not.toContain(key);
    }
    expect(received).not.toMatch(/api_key|authorization/i);
  });
});

describe("API without ACCESS=keyed", () => {
  test("ignores any key", async () => {
    const ask = (key: string) => fetch(`${inject("target")}/v1/?category=search&q=alien${key}`);
    const [without, withKey] = [await ask(""), await ask("&api_key=anything")];
    expect(withKey.status).toBe(200);
    expect(await withKey.text()).toBe(await without.text());
  });
});

describe("npm run keys", () => {
  test("prints the same hash for a key as `new` did", () => {
    const { key, hash } = makeKey();
    expect(runKeysCommand("hash", `${key}\n`).stdout.trim()).toBe(hash);
  });

  test.each([
    [["--name", "x".repeat(101)], "--name must be 1 to 100 printable characters."],
    [["--name", "a\nb"], "--name must be 1 to 100 printable characters."],
    [["--name", "a", "--limit", "601/m"], "--limit must be 60/m,"],
    [["--name", "a", "--limit", "60"], "--limit must be 60/m,"],
    [["--name", "a", "--expires", "2020-01-01"], "--expires must be a day within"],
    [["--name", "a", "--expires", "2027-02-30"], "--expires must be a day within"],
    [["--name", "a", "--expires", "2127-01-01"], "--expires must be a day within"],
    [["--limit", "60/m"], "--limit and --expires require --name."],
  ])("rejects the arguments new %j before it opens the database", (options, message) => {
    const result = spawnSync(process.execPath, ["tools/keys.ts", "new", ...options, "--state", "/nowhere"], {
      encoding: "utf8",
    });
    expect(result).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  test("prints its usage for unknown arguments", () => {
    expect(runKeysCommand("steal")).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("a key in CONTROL", () => {
  const server = sharedServer({ ACCESS: "keyed" });
  const keys = async (...command: string[]) =>
    (await promisify(execFile)(process.execPath, ["tools/keys.ts", ...command, "--state", server.state]))
      .stdout;
  const ask = (key: string, path = "/v1/?category=search&q=alien") =>
    fetchOwn(`${server.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });

  async function create(...options: string[]) {
    const stdout = await keys("new", "--name", "Film club", ...options);
    const [, key = "", id = ""] = /(marquee_\w+)[\s\S]*?([0-9a-f]{12})\n/.exec(stdout) ?? expect.fail(stdout);
    return { key, id };
  }

  test("works once it is created, and stops within a minute of its revocation", async () => {
    const { key, id } = await create("--limit", "60/m");
    const admitted = await ask(key);
    expect(admitted.status).toBe(200);
    expect(admitted.headers.get("RateLimit-Policy")).toBe('"key";q=60;w=60');
    expect(admitted.headers.get("RateLimit")).toBeNull();
    expect(await keys("revoke", id.slice(0, 8))).toContain(`Revoked ${id} (Film club).`);
    await expect
      .poll(async () => (await (await ask(key)).json()) as object, { timeout: 62_000, interval: 2_000 })
      .toMatchObject({ status: 401, detail: "This API key was revoked. Ask the operator for a new one." });
    expect(await keys("show", id)).toMatch(/^[0-9a-f]{12} {2}Film club .* 60\/m {2}revoked /);
  });

  test("is accepted by /3 and /mcp as well", async () => {
    const { key } = await create();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const called = await fetchOwn(`${server.url}/mcp`, { method: "POST", headers, body });
    expect([called.status, (await ask(key, "/3/configuration")).status]).toEqual([200, 200]);
  });

  test("is replaced by a key that works while the old one does", async () => {
    const old = await create();
    const stdout = await keys("rotate", old.id);
    const [key = ""] = /marquee_\w+/.exec(stdout) ?? [];
    expect([(await ask(key)).status, (await ask(old.key)).status]).toEqual([200, 200]);
    expect(await keys("show", old.id)).toMatch(/expires \d{4}-\d\d-\d\d\n$/);
  });

  test("is counted at /v1/usage, which does not reveal the key", async () => {
    const { key, id } = await create();
    await ask(key);
    await expect
      .poll(async () => (await ask(key, "/v1/usage")).json())
      .toMatchObject({
        id,
        limit: 600,
        days: [{ day: new Date().toISOString().slice(0, 10) }],
      });
    const response = await ask(key, "/v1/usage");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).not.toContain(key);
    expect((await ask("", "/v1/usage")).status).toBe(401);
    expect(await keys("usage")).toMatch(new RegExp(`^${id}  Film club  \\d+ requests`, "m"));
    expect(await keys("usage", id)).toMatch(/^\d{4}-\d\d-\d\d {2}\d+ requests/);
  });
});

describe("GET /v1/usage without a key", () => {
  test("requires one even if the API is open", async () => {
    const response = await fetch(`${inject("target")}/v1/usage`);
    expect(response.status).toBe(401);
  });
});
