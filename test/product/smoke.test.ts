/**
 * Tests that any deployment must pass: the one at TARGET_URL, or the Worker just built. SMOKE_API_KEY is required if
 * the deployment has ACCESS=keyed. SMOKE_QUERY overrides the query "the". SMOKE_OVERRIDE (`marquee="<version>"`)
 * selects a version that receives no traffic yet.
 */
import * as v from "valibot";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Credits } from "../../worker/contract/credits.ts";
import { Health } from "../../worker/contract/health.ts";
import { SearchResponse, type TitleRecord } from "../../worker/contract/record.ts";
import { VERSION, VERSION_OVERRIDES } from "../../worker/web/http/headers.ts";

const target = inject("target");
// Workflows pass "" for a missing value, which `??` would not replace.
const text = process.env.SMOKE_QUERY || "the";
const override = process.env.SMOKE_OVERRIDE;

/** Sends a request to the version under test. */
function get(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const name of override === undefined ? [] : [VERSION_OVERRIDES, VERSION])
    headers.set(name, override ?? "");
  return fetch(address, { ...init, headers });
}

function ask(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const address = new URL("/v1/", target);
  address.search = new URLSearchParams(parameters).toString();
  const key = process.env.SMOKE_API_KEY;
  if (key) address.searchParams.set("api_key", key);
  return get(address, { headers, redirect: "manual" });
}

describe("deployment", () => {
  let firstRecord: TitleRecord;

  beforeAll(async () => {
    const response = await ask({ category: "search", q: text });
    const [first] = v.parse(SearchResponse, await response.json());
    if (first === undefined) throw new Error(`A search for ${text} found nothing: set SMOKE_QUERY.`);
    firstRecord = first;
  });

  test("returns valid records for a search", async () => {
    const response = await ask({ category: "search", q: text });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(v.parse(SearchResponse, await response.json())).toContainEqual(firstRecord);
  });

  test("returns valid credits for a title", async () => {
    const response = await ask({ category: "credits", id: String(firstRecord.id) });
    expect(response.status).toBe(200);
    expect(v.parse(Credits, await response.json()).id).toBe(firstRecord.id);
  });

  test("sends Cache-Status and returns 304 for its ETag", async () => {
    const response = await ask({ category: "search", q: text });
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee; /);
    const entityTag = response.headers.get("ETag") ?? "";
    const again = await ask({ category: "search", q: text }, { "If-None-Match": entityTag });
    expect(again.status).toBe(304);
  });

  test("rejects an invalid request with a documented problem", async () => {
    const response = await ask({ category: "search", q: "" });
    expect(response.status).toBe(400);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const problem = v.parse(v.object({ type: v.pipe(v.string(), v.url()) }), await response.json());
    expect(new URL(problem.type).pathname).toBe("/problems/invalid-parameter");
  });

  test("is not down according to /healthz", async () => {
    const response = await get(`${target}/healthz`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { status, purges, catalog } = v.parse(Health, await response.json());
    expect(status).not.toBe("down");
    expect(purges).not.toBe("unread");
    expect(catalog?.isSearchable, "Load the catalog with this version first (docs/upgrading.md).").not.toBe(
      false,
    );
  });

  test("serves the home page", async () => {
    const response = await get(target);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
  });

  test("renders a search page with security headers", async () => {
    const response = await get(`${target}/search?q=${encodeURIComponent(text)}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("sends the request id and the version", async () => {
    const response = await ask({});
    expect(response.headers.get("X-Request-Id")).toMatch(/^[\w-]{8,64}$/);
    const version = response.headers.get("Marquee-Version");
    expect(version).not.toBeNull();
    if (override !== undefined) expect(override).toMatch(new RegExp(`-${version}"$`));
  });
});
