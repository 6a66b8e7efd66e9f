import { spawnSync } from "node:child_process";
import { describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { sharedBehindFaults } from "../faults/behind.ts";

function runKeysCommand(command: string, { input = "", clientKeys = "" } = {}) {
  const env = { ...process.env, CLIENT_KEYS: clientKeys };
  return spawnSync(process.execPath, ["tools/keys.ts", ...command.split(" ")], {
    input,
    env,
    encoding: "utf8",
  });
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
    ["a mistyped key", `&api_key=${known.key.slice(0, -1)}`, {}, "Unknown"],
    ["an unknown Bearer token", "", { Authorization: `Bearer ${stranger.key}` }, "Unknown"],
    ["credentials of another scheme", "", { Authorization: `Basic ${known.key}` }, "required"],
    ["the hash instead of the key", `&api_key=${known.hash}`, {}, "Unknown"],
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
    expect(runKeysCommand("hash", { input: `${key}\n` }).stdout.trim()).toBe(hash);
  });

  test("lists every hash in CLIENT_KEYS once", () => {
    const [one, two] = ["a".repeat(64), "b".repeat(64)];
    expect(runKeysCommand("list", { clientKeys: `${one},${two.toUpperCase()}, ${one}` }).stdout).toBe(
      `${one}\n${two}\n`,
    );
  });

  test("prints its usage for unknown arguments", () => {
    expect(runKeysCommand("steal")).toMatchObject({ status: 2, stdout: "" });
  });
});
