import { describe, expect, test } from "vitest";
import { Problem } from "../../../worker/contract/problem.ts";
import { problemResponse } from "../../../worker/web/http/problem-response.ts";

const occurrence = { site: { origin: "https://marquee.example" }, requestId: "request-1" };

describe("problemResponse()", () => {
  test("sends the fields of RFC 9457 without the cause", async () => {
    const problem = new Problem("bad-upstream", "The source could not be read.", {
      cause: new Error("connect ECONNREFUSED 10.0.0.1"),
    });
    const response = problemResponse(problem, occurrence);
    expect(response.status).toBe(502);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({
      type: "https://marquee.example/problems/bad-upstream",
      title: "Bad response from the source",
      status: 502,
      detail: "The source could not be read.",
      instance: "request-1",
    });
  });

  test("lists the errors of invalid parameters", async () => {
    const errors = [{ parameter: "q", detail: "must be a text" }];
    const response = problemResponse(
      new Problem("invalid-parameter", "q is missing.", { errors }),
      occurrence,
    );
    expect(await response.json()).toMatchObject({ errors });
  });

  test("sends Content-Length in bytes and Content-Language", async () => {
    const response = problemResponse(new Problem("not-found", "“Nothing” is here."), occurrence);
    const { byteLength } = await response.clone().arrayBuffer();
    expect(response.headers.get("Content-Length")).toBe(String(byteLength));
    expect(byteLength).toBeGreaterThan((await response.text()).length);
    expect(response.headers.get("Content-Language")).toBe("en");
  });
});

describe("problemHeaders()", () => {
  const EXPLAINING = ["Allow", "WWW-Authenticate", "Retry-After"];
  const readHeaders = (problem: Problem) => {
    const { headers } = problemResponse(problem, occurrence);
    return Object.fromEntries(
      EXPLAINING.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])),
    );
  };

  test.each([
    [new Problem("not-found", ""), {}],
    [new Problem("method-not-allowed", ""), { Allow: "GET, HEAD, OPTIONS" }],
    [new Problem("method-not-allowed", "", { allow: "POST" }), { Allow: "POST" }],
    [new Problem("key-required", ""), { "WWW-Authenticate": 'Bearer realm="marquee"' }],
    [new Problem("rate-limited", "", { retryAfter: 60 }), { "Retry-After": "60" }],
  ])("adds the headers that explain %s", (problem, expected) => {
    expect(readHeaders(problem)).toEqual(expected);
  });
});
