import { describe, expect, test } from "vitest";
import type { Unstable_Config as Config } from "wrangler";
import { isAtWorkersDev, preview, production, routedHost } from "../../tools/deploy/configuration.ts";
import { findSiteUrl } from "../../tools/deploy/deployment.ts";

const DATABASE = { name: "films-preview", id: "id-of-preview" };
const DOMAIN = { pattern: "films.example", custom_domain: true };
const built = {
  name: "marquee",
  vars: { UPSTREAM_BASE_URL: "https://up.example/v1/", ACCESS: "keyed" },
  routes: [DOMAIN],
  d1_databases: [
    { binding: "CATALOG_A", database_name: "x" },
    { binding: "CONTROL", database_name: "y" },
    { binding: "OTHER", database_name: "z", database_id: "id-of-production" },
  ],
  ratelimits: [{ name: "API_LIMIT", namespace_id: "1001", simple: { limit: 120, period: 60 } }],
  version_metadata: { binding: "VERSION" },
  cache: { enabled: true },
  previews: { vars: { UPSTREAM_BASE_URL: "https://test.example/v1/" } },
} as unknown as Config;

describe("configure()", () => {
  test("adds database ids, the site's URL and limits for production", () => {
    const { ratelimits, ...configured } = production(built, "https://films.example", {
      CATALOG_A: "id-a",
      CONTROL: "id-control",
    });
    expect(configured).toEqual({
      ...built,
      ratelimits: undefined,
      vars: { ...built.vars, SITE_URL: "https://films.example" },
      cache: { enabled: false },
      d1_databases: [
        { binding: "CATALOG_A", database_name: "x", database_id: "id-a" },
        { binding: "CONTROL", database_name: "y", database_id: "id-control" },
        { binding: "OTHER", database_name: "z", database_id: "id-of-production" },
      ],
    });
    expect(ratelimits?.[0]?.namespace_id).toMatch(/^[1-9]\d{0,8}$/);
  });

  test.each([[{ ...built, vars: {} }], [{ ...built, routes: [] }]])(
    "disables the CDN cache only if every response needs a key",
    (given) => {
      expect(production(given, "", {}).cache).toEqual({ enabled: true });
    },
  );

  test("does not use production's settings for a preview", () => {
    const configured = preview(built, "marquee-preview", DATABASE);
    expect(configured.previews).toMatchObject({
      vars: { UPSTREAM_BASE_URL: "https://test.example/v1/" },
      d1_databases: [
        { binding: "CATALOG_A", database_name: "films-preview", database_id: "id-of-preview" },
        { binding: "CONTROL", database_name: "films-preview", database_id: "id-of-preview" },
      ],
      version_metadata: { binding: "VERSION" },
    });
    expect(configured).toMatchObject({ name: "marquee-preview", routes: [], preview_urls: true });
    expect(JSON.stringify(configured)).not.toMatch(
      /up\.example|films\.example|keyed|id-of-production|"1001"/,
    );
  });

  test("assigns different rate limits to each Worker in an account", () => {
    const namespaces = ["marquee", "films"].map(
      (name) => production({ ...built, name }, "", {}).ratelimits?.[0]?.namespace_id,
    );
    expect(new Set(namespaces).size).toBe(2);
  });
});

describe("routedHost() and isAtWorkersDev()", () => {
  test.each([
    [[], undefined, null, true],
    [[DOMAIN, { pattern: "www.films.example", custom_domain: true }], undefined, "films.example", false],
    [["*.films.example/*", "films.example/*"], true, "films.example", true],
  ])("return the first host in %j and whether workers.dev is used", (routes, workers_dev, host, isAtDev) => {
    const configured = { name: "marquee", vars: {}, routes, workers_dev };
    expect([routedHost(configured), isAtWorkersDev(configured)]).toEqual([host, isAtDev]);
  });
});

const DEV = "https://marquee.me.workers.dev";
const FILMS = "https://films.example";
describe("findSiteUrl()", () => {
  test.each([
    ["the deployed URL if none is set", {}, [], undefined, DEV, DEV],
    ["the URL in wrangler.toml", { SITE_URL: FILMS }, [], "https://old.example", DEV, FILMS],
    ["the URL from the dashboard", {}, [], FILMS, DEV, FILMS],
    ["a domain that replaces workers.dev", {}, [DOMAIN], DEV, FILMS, FILMS],
  ])("returns %s", (_, vars, routes, siteUrl, address, expected) => {
    const running = siteUrl === undefined ? null : { id: "v", siteUrl };
    expect(findSiteUrl({ name: "marquee", vars, routes, workers_dev: undefined }, running, address)).toBe(
      expected,
    );
  });
});
