import { describe, expect, test } from "vitest";
import { readConfig } from "../../worker/config.ts";
import { instructFront } from "../../worker/http/caching.ts";
import { addSecurity } from "../../worker/http/headers.ts";
import { siteOf } from "../../worker/routes/request-context.ts";

const env = (settings: Record<string, string> = {}) =>
  settings as unknown as Parameters<typeof readConfig>[0];

function instructed(given: Record<string, string>, isShared = true): Record<string, string> {
  const headers = new Headers(given);
  instructFront(headers, isShared);
  return Object.fromEntries(headers);
}

describe("every answer says to the cache in front", () => {
  test("that it is not to be stored, where it says nothing of caching", () => {
    expect(instructed({})).toMatchObject({ "cache-control": "no-store" });
  });

  test("all three windows, where it has a lifetime", () => {
    expect(instructed({ "Cache-Control": "public, max-age=300" })).toMatchObject({
      "cdn-cache-control": "max-age=300, stale-while-revalidate=0, stale-if-error=0",
    });
  });

  test.each(["private, max-age=60", "no-store", "no-cache, max-age=60", "max-age=x", "a b"])(
    "that it is not to be stored, with %s for browsers",
    (directives) => {
      expect(instructed({ "Cache-Control": directives })).toMatchObject({ "cdn-cache-control": "no-store" });
    },
  );

  test("what it has said itself", () => {
    const given = { "cache-control": "public, max-age=60", "cdn-cache-control": "max-age=3600" };
    expect(instructed(given)).toEqual(given);
  });

  test("nothing that could be stored, where it differs by host", () => {
    const given = { "Cache-Control": "public, max-age=60", "CDN-Cache-Control": "max-age=3600" };
    expect(instructed(given, false)).toMatchObject({ "cdn-cache-control": "no-store" });
  });
});

describe("the site", () => {
  const at = (host: string, settings = {}) =>
    siteOf(new URL(`https://${host}/search`), readConfig(env(settings)));

  test("is the host that is asked where a setting is wrong", () => {
    const site = siteOf(new URL("https://marquee.example/"), null);
    expect(site).toMatchObject({ origin: "https://marquee.example", isCanonical: false });
    expect(site.strictTransport).toBe("max-age=63072000");
  });

  test("at the platform's own host is stored in front, and not listed", () => {
    const site = at("marquee.a.workers.dev", { SITE_URL: "https://marquee.a.workers.dev" });
    expect(site).toMatchObject({ isListed: false, isCanonical: true });
  });
});

describe("Strict-Transport-Security", () => {
  function said(address: string, settings = {}): string | null {
    const url = new URL(address);
    const headers = new Headers();
    addSecurity(headers, url, siteOf(url, readConfig(env(settings))).strictTransport);
    return headers.get("Strict-Transport-Security");
  }

  test("is said over HTTPS only, and of the host only", () => {
    expect(said("http://marquee.example/")).toBeNull();
    expect(said("https://marquee.example/")).toBe("max-age=63072000");
  });

  test("says what the owner of the zone has chosen", () => {
    const chosen = "max-age=63072000; includeSubDomains; preload";
    expect(said("https://marquee.example/", { STRICT_TRANSPORT_SECURITY: chosen })).toBe(chosen);
  });
});
