/** Tests API keys, and that shared caches do not store responses that require one. */
import { describe, expect, test, vi } from "vitest";
import { createKey } from "../../../worker/contract/key.ts";
import { callerKey, keepPrivate, requireKey, withoutKey } from "../../../worker/web/http/access.ts";
import type { KeyState } from "../../../worker/web/http/known-keys.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const [KNOWN, OTHER, UNKNOWN] = [createKey(random), createKey(random), createKey(random)];

async function digest(key: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))).toHex();
}

const LISTED = await Promise.all([KNOWN, OTHER].map(digest));

/** Requires a key that is listed, or in the given state in CONTROL. */
async function requireFrom(key: string | null, state: KeyState | null = null, keyDigests = LISTED) {
  const note = vi.fn();
  const check = state === null ? null : vi.fn(async () => ({ state, requests: 60 }));
  const result = await requireKey(key, { keyDigests, check, note }).catch((thrown: unknown) => thrown);
  return { result, noted: note.mock.calls.length, checked: check?.mock.calls.length ?? 0 };
}

describe("requireKey()", () => {
  test.each([KNOWN, OTHER])("accepts any key on the list without a lookup (%#)", async (key) => {
    const { result, checked } = await requireFrom(key, "unknown");
    expect(result).toEqual({ digest: await digest(key), requests: null });
    expect(checked).toBe(0);
  });

  test("accepts a good key in CONTROL, with its limit", async () => {
    const { result, noted } = await requireFrom(UNKNOWN, "good");
    expect(result).toEqual({ digest: await digest(UNKNOWN), requests: 60 });
    expect(noted).toBe(1);
  });

  test.each<[string, string | null, KeyState | null, string, number]>([
    ["an unknown key", UNKNOWN, "unknown", "Unknown API key. Ask the operator for a valid one.", 0],
    ["an unlisted key without CONTROL", UNKNOWN, null, "Unknown API key.", 0],
    ["an expired key", UNKNOWN, "expired", "This API key has expired. Ask the operator for a new one.", 1],
    ["a revoked key", UNKNOWN, "revoked", "This API key was revoked. Ask the operator for a new one.", 1],
    ["a key in another format", "letmein", "good", "Malformed API key. Check that it is complete.", 0],
    ["a key without its last letter", KNOWN.slice(0, -1), "good", "Malformed API key.", 0],
    ["no key", null, "good", "An API key is required", 0],
  ])("rejects %s, and says why", async (_name, key, state, detail, counted) => {
    const { result, noted } = await requireFrom(key, state);
    expect(result).toMatchObject({ type: "key-required", detail: expect.stringContaining(detail) });
    expect(noted).toBe(counted);
  });

  test("returns 503 with Retry-After while a key cannot be checked", async () => {
    const { result } = await requireFrom(UNKNOWN, "unavailable");
    expect(result).toMatchObject({ type: "upstream-unavailable", retryAfter: 5 });
  });

  test("looks up no text that cannot be a key", async () => {
    expect((await requireFrom("letmein", "good")).checked).toBe(0);
  });

  test("rejects a missing key even if the empty string is listed", async () => {
    const { result } = await requireFrom(null, null, [await digest("")]);
    expect(result).toMatchObject({ type: "key-required" });
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
