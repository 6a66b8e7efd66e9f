/** Headers that every response carries. */
import { describe, expect, test } from "vitest";
import {
  addSecurity,
  addVersion,
  allowAnyOrigin,
  methodsAllowed,
  preflight,
  REQUEST_ID,
  requestId,
} from "../../worker/http/headers.ts";

const asked = (id?: string) =>
  new Request("https://marquee.example/v1/", { headers: id === undefined ? {} : { [REQUEST_ID]: id } });
const filled = (fill: (headers: Headers) => void) => {
  const headers = new Headers();
  fill(headers);
  return Object.fromEntries(headers);
};

describe("the id of a request", () => {
  test.each(["12345678", "a-b_c-D9", "x".repeat(64)])("is the caller's own where it is %s", (id) => {
    expect(requestId(asked(id))).toBe(id);
  });

  test.each([undefined, "", "1234567", "x".repeat(65), "12345678 9", "a/12345678"])(
    "is new where it is %j",
    (id) => {
      const [one, other] = [requestId(asked(id)), requestId(asked(id))];
      expect(one).toMatch(/^[\da-f-]{36}$/);
      expect(other).not.toBe(one);
    },
  );

  test("is read from the header that it is sent in", () => {
    expect(REQUEST_ID).toBe("X-Request-Id");
  });
});

test("a version is named where the platform says one, by the part of its id that leads to no address", () => {
  const version = { id: "6b3f1c20-4425-4fe7-8c81-01bf963b6067", tag: "", timestamp: "" };
  expect(filled((headers) => addVersion(headers, version))).toEqual({ "marquee-version": "01bf963b6067" });
  expect(filled((headers) => addVersion(headers, undefined))).toEqual({});
});

test("no browser guesses a type, and no other site learns an address", () => {
  const url = new URL("http://marquee.example/");
  expect(filled((headers) => addSecurity(headers, url, "max-age=1"))).toEqual({
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  });
});

test("any site may read a response, and each header that explains it", () => {
  const headers = filled(allowAnyOrigin);
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["access-control-expose-headers"]?.split(", ")).toEqual([
    "Age",
    "Allow",
    "Cache-Status",
    "Content-Language",
    "ETag",
    "Link",
    "Marquee-Corrected-Query",
    "Marquee-Ignored",
    "Marquee-Version",
    "RateLimit-Policy",
    "Retry-After",
    "Server-Timing",
    "WWW-Authenticate",
    "X-Request-Id",
  ]);
});

test("a preflight request is answered for a day, and no cache in between stores the answer", async () => {
  const response = preflight("GET, HEAD, OPTIONS");
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    allow: "GET, HEAD, OPTIONS",
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    "access-control-allow-headers": "Accept, Authorization, Content-Type, If-None-Match, X-Request-Id",
    "access-control-allow-origin": "*",
    "access-control-max-age": "86400",
    "cache-control": "no-store",
  });
});

test("OPTIONS where no other site may read says the methods and nothing of other sites", () => {
  const response = methodsAllowed("POST");
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    204,
    { allow: "POST", "cache-control": "no-store" },
  ]);
});
