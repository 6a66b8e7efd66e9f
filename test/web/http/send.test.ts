import { describe, expect, test } from "vitest";
import { noneMatch, type Sendable, send } from "../../../worker/web/http/send.ts";

const policy = { lifetime: 3_600, staleWhileRevalidate: 600, staleIfError: 7_200 };
const URL_OF_LIST = "https://marquee.example/v1/";

function sent(sendable: Partial<Sendable>, condition?: string): Response {
  const headers: HeadersInit = condition === undefined ? {} : { "If-None-Match": condition };
  return send(new Request(URL_OF_LIST, { headers }), { body: null, freshness: null, ...sendable });
}

describe("send()", () => {
  test("sends Content-Length for a body in memory", async () => {
    const response = sent({ body: new TextEncoder().encode("é"), type: "text/plain" });
    expect(response.headers.get("Content-Length")).toBe("2");
    expect(await response.text()).toBe("é");
  });

  test("joins tags with commas", () => {
    expect(sent({ tags: ["search", "title-7"] }).headers.get("Cache-Tag")).toBe("search,title-7");
  });

  test("replaces the handler's Cache-Control headers", () => {
    const headers = { "cache-control": "no-store", "X-Own": "kept" };
    const freshness = { remaining: policy, browserSeconds: 60, cdnSeconds: 0 };
    const sentHeaders = Object.fromEntries(sent({ headers, freshness }).headers);
    expect(sentHeaders).toMatchObject({ "cache-control": "public, max-age=60", "x-own": "kept" });
  });

  describe("when the client has the response", () => {
    const known = { body: new Uint8Array([1]), entityTag: '"abc"', tags: ["search"] };

    test("returns 304 without a body", () => {
      const response = sent(known, '"abc"');
      expect([response.status, response.body, response.headers.has("Content-Length")]).toEqual([
        304,
        null,
        false,
      ]);
    });

    test("includes ETag and Cache-Tag in the 304 response", () => {
      const { headers } = sent(known, '"abc"');
      expect([headers.get("ETag"), headers.get("Cache-Tag")]).toEqual(['"abc"', "search"]);
    });

    test.each([308, 404, 503])("does not replace status %d with 304", (status) => {
      expect(sent({ ...known, status }, '"abc"').status).toBe(status);
    });

    test("returns 200 for a response without an ETag", () => {
      expect(sent({ body: known.body }, "*").status).toBe(200);
    });
  });

  describe("when the response has a freshness policy", () => {
    const cached = (browserSeconds: number, cdnSeconds: number) =>
      Object.fromEntries(sent({ freshness: { remaining: policy, browserSeconds, cdnSeconds } }).headers);

    test("limits the browser's lifetime to browserSeconds", () => {
      expect(cached(60, Infinity)["cache-control"]).toBe("public, max-age=60");
      expect(cached(Infinity, Infinity)["cache-control"]).toBe("public, max-age=3600");
    });

    test("sends all three windows to the CDN cache", () => {
      const windows = "max-age=3600, stale-while-revalidate=600, stale-if-error=7200";
      expect(cached(60, Infinity)["cdn-cache-control"]).toBe(windows);
    });

    test("limits the CDN cache's windows to cdnSeconds", () => {
      const windows = "max-age=60, stale-while-revalidate=60, stale-if-error=60";
      expect(cached(60, 60)["cdn-cache-control"]).toBe(windows);
    });

    test("sends no-store to the CDN cache with cdnSeconds=0", () => {
      expect(cached(60, 0)["cdn-cache-control"]).toBe("no-store");
    });

    test("adds immutable to Cache-Control", () => {
      const freshness = { remaining: policy, browserSeconds: 60, cdnSeconds: 60, isImmutable: true };
      expect(sent({ freshness }).headers.get("Cache-Control")).toBe("public, max-age=60, immutable");
    });

    test("does not send Age", () => {
      expect(cached(60, 60)).not.toHaveProperty("age");
    });
  });

  test("sends no-store without a freshness policy", () => {
    const none = { "cache-control": "no-store", "cdn-cache-control": "no-store" };
    expect(Object.fromEntries(sent({ freshness: null }).headers)).toMatchObject(none);
  });
});

describe("noneMatch()", () => {
  function isUnknown(condition: string | null): boolean {
    const headers: HeadersInit = condition === null ? {} : { "If-None-Match": condition };
    return noneMatch(new Request(URL_OF_LIST, { headers }), '"abc"');
  }

  test.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', "*", " * ", '"x",\t"abc"'])(
    "returns false for %s",
    (condition) => expect(isUnknown(condition)).toBe(false),
  );

  test.each([null, '"x"', "abc", '"ab', '""', '"abc d"', 'XW/"ab"', '"W/abc"', '"*"', "**"])(
    "returns true for %s",
    (condition) => expect(isUnknown(condition)).toBe(true),
  );
});
