import { describe, expect, test } from "vitest";
import { isTmdbKey, TMDB_PROTOCOL } from "../../worker/tmdb/tmdb.ts";
import { KEY, TOKEN } from "./answers.ts";

test.each([KEY, TOKEN, "a".repeat(16)])("%s has the form of a key or a token", (text) => {
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
])("%j has not", (text) => {
  expect(isTmdbKey(text)).toBe(false);
});

describe("the key", () => {
  test.each([
    [KEY, KEY, null],
    [TOKEN, null, `Bearer ${TOKEN}`],
    [`${TOKEN}.x`, `${TOKEN}.x`, null],
  ])("%s is a parameter or a header, never both", (key, parameter, header) => {
    const request = { address: new URL("https://tmdb.test/3/"), headers: new Headers() };
    TMDB_PROTOCOL.authorize(request, key);
    expect([request.address.searchParams.get("api_key"), request.headers.get("Authorization")]).toEqual([
      parameter,
      header,
    ]);
  });
});

test("a request for rest without a time is heeded, since TMDB may not send one", () => {
  expect(TMDB_PROTOCOL.backsOffWithoutRetryAfter).toBe(true);
});
