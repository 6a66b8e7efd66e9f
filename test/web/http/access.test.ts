/** Tests API keys, and that shared caches do not store responses that require one. */
import { describe, expect, test } from "vitest";
import { createKey } from "../../../worker/contract/key.ts";
import { callerKey, keepPrivate, requireKey, withoutKey } from "../../../worker/web/http/access.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const [KNOWN, OTHER, UNKNOWN] = [createKey(random), createKey(random), createKey(random)];

async function digest(key: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))).toHex();
}

const list = await Promise.all([KNOWN, OTHER].map(digest));

describe("requireKey()", () => {
  test.each([KNOWN, OTHER])("accepts any key on the list (%#)", async (key) => {
    await expect(requireKey(key, list)).resolves.toBeUndefined();
  });

  test.each([
    ["a key that is not on the list", UNKNOWN, "Unknown API key. Ask the operator for a valid one."],
    ["a key in another format", "letmein", "Unknown API key. Ask the operator for a valid one."],
    [
      "a valid key without its last letter",
      KNOWN.slice(0, -1),
      "Unknown API key. Ask the operator for a valid one.",
    ],
    ["no key", null, "An API key is required"],
  ])("rejects %s", async (_name, key, detail) => {
    await expect(requireKey(key, list)).rejects.toMatchObject({
      type: "key-required",
      detail: expect.stringContaining(detail),
    });
  });

  test("rejects a missing key even if the empty string is listed", async () => {
    await expect(requireKey(null, [await digest("")])).rejects.toMatchObject({ type: "key-required" });
  });

  test("rejects every key if the list is empty", async () => {
    await expect(requireKey(KNOWN, [])).rejects.toMatchObject({ type: "key-required" });
  });
});

describe("keepPrivate()", () => {
  function kept(given: Record<string, string>): Record<string, string> {
    const headers = new Headers(given);
    keepPrivate(headers);
    return Object.fromEntries(headers);
  }

  test("lets browsers but not shared caches store the response", () => {
    const given = { "Cache-Control": "public, max-age=60", "CDN-Cache-Control": "max-age=3600" };
    expect(kept(given)).toEqual({ "cache-control": "private, max-age=60", "cdn-cache-control": "no-store" });
  });

  test("sends no-store for a response without Cache-Control", () => {
    expect(kept({})).toEqual({ "cache-control": "no-store", "cdn-cache-control": "no-store" });
  });
});

describe("callerKey()", () => {
  const sent = (path: string, authorization?: string) =>
    callerKey(
      new Request(`https://marquee.example${path}`, {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      }),
    );

  test.each([
    ["/v1/?api_key=one", undefined, "one"],
    ["/v1/?api_key=one", "Bearer other", "one"],
    ["/v1/?api_key=", "Bearer other", "other"],
    ["/v1/", "bearer   other", "other"],
    ["/v1/", "Bearer a.b~c+d/e-f_g==", "a.b~c+d/e-f_g=="],
    ["/v1/", undefined, null],
    ["/v1/?api_key=", undefined, null],
    ["/v1/", "Basic other", null],
    ["/v1/", "Bearer", null],
    ["/v1/", "Bearer one two", null],
    ["/v1/", "XBearer one", null],
    ["/v1/?key=one", undefined, null],
  ])("parses the key of %s with %j: %j", (path, authorization, key) => {
    expect(sent(path, authorization)).toBe(key);
  });

  test("removes the key and keeps the rest of the URL", () => {
    expect(withoutKey("https://m.example/v1/?q=a%20b&api_key=one&api_key=two").href).toBe(
      "https://m.example/v1/?q=a+b",
    );
    expect(withoutKey("https://m.example/v1/?q=a%20b").href).toBe("https://m.example/v1/?q=a%20b");
  });
});
