import { describe, expect, test } from "vitest";
import { isTmdbKey, TMDB_PROTOCOL } from "../../worker/tmdb/tmdb.ts";
import { KEY, TOKEN } from "./responses.ts";

describe("isTmdbKey()", () => {
  test.each([KEY, TOKEN, "a".repeat(16)])("accepts %s", (text) => {
    expect(isTmdbKey(text)).toBe(true);
  });

  test.each([
    "",
    "a".repeat(15),
    `${KEY} `,
    ` ${KEY}`,
    `Bearer ${TOKEN}`,
    "a.b",
    "a.b.c.d",
    "a..c",
    `${TOKEN}=`,
    ".b.c",
    "a.b.",
  ])("rejects %j", (text) => {
    expect(isTmdbKey(text)).toBe(false);
  });
});

describe("TMDB_PROTOCOL.authorize()", () => {
  test.each([
    [KEY, KEY, null],
    [TOKEN, null, `Bearer ${TOKEN}`],
    [`${TOKEN}.x`, `${TOKEN}.x`, null],
  ])("sends %s as a parameter or as a header", (key, parameter, header) => {
    const request = { address: new URL("https://tmdb.test/3/"), headers: new Headers() };
    TMDB_PROTOCOL.authorize(request, key);
    expect([request.address.searchParams.get("api_key"), request.headers.get("Authorization")]).toEqual([
      parameter,
      header,
    ]);
  });
});

describe("TMDB_PROTOCOL", () => {
  test("backs off after a 429 without Retry-After", () => {
    expect(TMDB_PROTOCOL.backsOffWithoutRetryAfter).toBe(true);
  });
});
