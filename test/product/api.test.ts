/** The API of the built Worker, answering from the starter catalog. */
import * as v from "valibot";
import { describe, expect, inject, test } from "vitest";
import { PROBLEMS } from "../../worker/contract/problem.ts";
import { SearchAnswer } from "../../worker/contract/record.ts";

const target = inject("target");

function get(query: string, init?: RequestInit): Promise<Response> {
  return fetch(`${target}/v1/?${query}`, { redirect: "manual", ...init });
}

async function search(query: string) {
  const response = await get(`category=search&${query}`);
  expect(response.status).toBe(200);
  return v.parse(SearchAnswer, await response.json());
}

async function titles(query: string): Promise<string[]> {
  return (await search(query)).map(({ title, year }) => `${title} ${year}`);
}

describe("a search", () => {
  test("answers with a bare array of records of the contract, in its order of fields", async () => {
    const [first] = await search("q=metropolis");
    expect(Object.keys(first ?? {})).toEqual(Object.keys(SearchAnswer.item.entries));
    expect(first).toMatchObject({ title: "Metropolis", year: "1927", rating: 0, poster: null });
  });

  test("is paged by links and stays a bare array", async () => {
    const first = await get("category=search&q=the&limit=2");
    expect(await first.json()).toHaveLength(2);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = v.parse(SearchAnswer, await (await fetch(new URL(next, target))).json());
    expect(second).toHaveLength(2);
    expect(await titles("q=the&limit=4")).toHaveLength(4);
    expect(await titles("q=the&page=9007199254740991")).toEqual([]);
  });

  test("of the year nought finds nothing", async () => {
    expect(await search("q=the&f=0000~")).toEqual([]);
  });
});

describe("a credits lookup", () => {
  test("of an unknown id is a problem that its caller may keep for a minute, and no shared cache", async () => {
    const response = await get("category=credits&id=9007199254740991");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ type: `${target}/problems/title-not-found` });
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=(?:[1-5]?\d|60)$/);
    expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
  });
});

describe("every answer", () => {
  const refusals: [string, string, RequestInit, keyof typeof PROBLEMS][] = [
    ["a missing text", "/v1/?category=search", {}, "invalid-parameter"],
    ["a repeated parameter", "/v1/?category=search&q=a&q=b", {}, "invalid-parameter"],
    ["a text of 10,000 characters", `/v1/?category=search&q=${"x".repeat(10_000)}`, {}, "address-too-long"],
    ["an address that is none", "/v1/search", {}, "not-found"],
    ["a slash too many", "/v1//?id=1", {}, "not-found"],
    ["another method", "/v1/?category=search&q=a", { method: "POST" }, "method-not-allowed"],
  ];
  test.each(refusals)("to %s is a problem that says so", async (_name, path, init, type) => {
    const response = await fetch(`${target}${path}`, init);
    expect(response.status).toBe(PROBLEMS[type].status);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee;/);
    const problem: unknown = await response.json();
    expect(problem).toMatchObject({
      type: `${target}/problems/${type}`,
      status: response.status,
      instance: response.headers.get("X-Request-Id"),
    });
  });
});
