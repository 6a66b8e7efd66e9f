import { describe, expect, test } from "vitest";
import { readConfig } from "../../../worker/config.ts";
import { addSecurity, setCdnHeaders } from "../../../worker/web/http/headers.ts";
import { createSite } from "../../../worker/web/request-context.ts";

const env = (settings: Record<string, string> = {}) =>
  settings as unknown as Parameters<typeof readConfig>[0];

function applyCdnHeaders(given: Record<string, string>, isShared = true): Record<string, string> {
  const headers = new Headers(given);
  setCdnHeaders(headers, isShared);
  return Object.fromEntries(headers);
}

describe("setCdnHeaders()", () => {
  test("sends no-store for a response without Cache-Control", () => {
    expect(applyCdnHeaders({})).toMatchObject({ "cache-control": "no-store" });
  });

  test("derives all three windows from max-age", () => {
    expect(applyCdnHeaders({ "Cache-Control": "public, max-age=300" })).toMatchObject({
      "cdn-cache-control": "max-age=300, stale-while-revalidate=0, stale-if-error=0",
    });
  });

  test.each(["private, max-age=60", "no-store", "no-cache, max-age=60", "max-age=x", "a b"])(
    "forbids the CDN to store a response with %s",
    (directives) => {
      expect(applyCdnHeaders({ "Cache-Control": directives })).toMatchObject({
        "cdn-cache-control": "no-store",
      });
    },
  );

  test("keeps a CDN-Cache-Control header of the response", () => {
    const given = { "cache-control": "public, max-age=60", "cdn-cache-control": "max-age=3600" };
    expect(applyCdnHeaders(given)).toEqual(given);
  });

  test("forbids the CDN to store a response that depends on the host", () => {
    const given = { "Cache-Control": "public, max-age=60", "CDN-Cache-Control": "max-age=3600" };
    expect(applyCdnHeaders(given, false)).toMatchObject({ "cdn-cache-control": "no-store" });
  });
});

describe("createSite()", () => {
  const at = (host: string, settings = {}) =>
    createSite(new URL(`https://${host}/search`), readConfig(env(settings)));

  test("uses the requested host when the settings are invalid", () => {
    const site = createSite(new URL("https://marquee.example/"), null);
    expect(site).toMatchObject({ origin: "https://marquee.example", isCanonical: false });
    expect(site.strictTransport).toBe("max-age=63072000");
  });

  test("does not list a workers.dev host in search engines", () => {
    const site = at("marquee.a.workers.dev", { SITE_URL: "https://marquee.a.workers.dev" });
    expect(site).toMatchObject({ isListed: false, isCanonical: true });
  });
});

describe("Strict-Transport-Security", () => {
  function strictTransportFor(address: string, settings = {}): string | null {
    const url = new URL(address);
    const headers = new Headers();
    addSecurity(headers, url, createSite(url, readConfig(env(settings))).strictTransport);
    return headers.get("Strict-Transport-Security");
  }

  test("is sent over HTTPS only, without subdomains", () => {
    expect(strictTransportFor("http://marquee.example/")).toBeNull();
    expect(strictTransportFor("https://marquee.example/")).toBe("max-age=63072000");
  });

  test("uses the value of STRICT_TRANSPORT_SECURITY", () => {
    const chosen = "max-age=63072000; includeSubDomains; preload";
    expect(strictTransportFor("https://marquee.example/", { STRICT_TRANSPORT_SECURITY: chosen })).toBe(
      chosen,
    );
  });
});
