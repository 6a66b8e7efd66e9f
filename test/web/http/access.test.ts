/** Access with ACCESS=keyed, whose responses no shared cache may store. */
import { describe, expect, test } from "vitest";
import { newKey } from "../../../worker/contract/key.ts";
import { callerKey, keepPrivate, requireKey, withoutKey } from "../../../worker/web/http/access.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const [KNOWN, OTHER, UNKNOWN] = [newKey(random), newKey(random), newKey(random)];

async function digest(key: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))).toHex();
}

const list = await Promise.all([KNOWN, OTHER].map(digest));

describe("a caller", () => {
  test.each([KNOWN, OTHER])("with any key on the list is admitted (%#)", async (key) => {
    await expect(requireKey(key, list)).resolves.toBeUndefined();
  });

  test.each([
    ["a key that is not on the list", UNKNOWN, "Unknown API key. Ask the operator for a valid one."],
    ["a key of another form", "letmein", "Unknown API key. Ask the operator for a valid one."],
    [
      "a known key with its last letter lost",
      KNOWN.slice(0, -1),
      "Unknown API key. Ask the operator for a valid one.",
    ],
    ["no key", null, "An API key is required"],
  ])("with %s is refused, and told which", async (_name, key, detail) => {
    await expect(requireKey(key, list)).rejects.toMatchObject({
      type: "key-required",
      detail: expect.stringContaining(detail),
    });
  });

  test("is refused without a key even if the empty text is on the list", async () => {
    await expect(requireKey(null, [await digest("")])).rejects.toMatchObject({ type: "key-required" });
  });

  test("is refused by an empty list", async () => {
    await expect(requireKey(KNOWN, [])).rejects.toMatchObject({ type: "key-required" });
  });
});

describe("a response that needs a key", () => {
  function kept(given: Record<string, string>): Record<string, string> {
    const headers = new Headers(given);
    keepPrivate(headers);
    return Object.fromEntries(headers);
  }

  test("may be stored by a browser, but by no shared cache", () => {
    const given = { "Cache-Control": "public, max-age=60", "CDN-Cache-Control": "max-age=3600" };
    expect(kept(given)).toEqual({ "cache-control": "private, max-age=60", "cdn-cache-control": "no-store" });
  });

  test("without caching headers is stored nowhere", () => {
    expect(kept({})).toEqual({ "cache-control": "no-store", "cdn-cache-control": "no-store" });
  });
});

describe("a caller's key", () => {
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
  ])("in %s with %j is %j", (path, authorization, key) => {
    expect(sent(path, authorization)).toBe(key);
  });

  test("is removed from the address at the check, and nothing else is", () => {
    expect(withoutKey("https://m.example/v1/?q=a%20b&api_key=one&api_key=two").href).toBe(
      "https://m.example/v1/?q=a+b",
    );
    expect(withoutKey("https://m.example/v1/?q=a%20b").href).toBe("https://m.example/v1/?q=a%20b");
  });
});
