/**
 * What every address says to the cache in front. An answer that may be stored and does not name
 * `stale-if-error` is served on errors without end (workers/cache/configuration, "Serve stale on error").
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOST } from "./behind-front.ts";
import { directivesOf, secondsOf } from "./directives.ts";
import { type Deployment, startDeployment } from "./location.ts";

let deployment: Deployment;

beforeAll(async () => {
  deployment = await startDeployment({ settings: {}, catalog: true });
});
afterAll(() => deployment.stop());

const get = (address: string) => deployment.here.fetch(new Request(new URL(address, HOST)), Date.now());

test.each([
  "/",
  "/de",
  "/developers",
  "/developers/",
  "/search",
  "/search?q=stalker",
  "/browse",
  "/de/browse?genre=drama&sort=year",
  "/browse?page=0",
  "/title/61/stalker-1979",
  "/title/61/another-name",
  "/title/61/stalker-1979/credits",
  "/title/61",
  "/title/9007199254740991/nothing",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/0.xml",
  "/sitemaps/1.xml",
  "/sitemaps/people-1.xml",
  "/sitemaps/99.xml",
  "/opensearch.xml",
  "/de/opensearch.xml",
  "/manifest.webmanifest",
  "/favicon.svg",
  "/favicon.ico",
  "/icon-192.png",
  "/card.png",
  "/problems/internal",
  "/problems/internal.json",
  "/problems/nothing",
  "/nowhere",
  "/healthz",
  "/images/240/2024/01/nothing.jpg",
  "/_astro/nothing.0123abcd.js",
  "/v1",
  "/v1/",
  "/v1/nothing",
  "/v1/openapi.json",
  "/v1/?id=61",
  "/v1/?id=61&lang=de",
  "/v1/?id=x",
  "/v1/?id=9007199254740991",
  "/v1/?category=search&q=stalker",
  "/v1/?category=search&q=!!!",
  "/v1/?category=search&q=stalker&page=2",
])("%s says its lifetime and both windows of staleness, or that it is not to be stored", async (address) => {
  const { headers } = await get(address);
  expect(windowsOf(headers)).toEqual("said");
});

test("so do the files that pages need", async () => {
  const home = await (await get("/")).text();
  const files = [...home.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) expect([path, windowsOf((await get(path)).headers)]).toEqual([path, "said"]);
});

/** "said", or what is said in place of it. `must-revalidate` says that both windows are empty. */
function windowsOf(headers: Headers): string {
  const directives = directivesOf(headers);
  const isUnstored = directives.has("no-store") || directives.get("private") === true;
  const hasLifetime = secondsOf(directives, "max-age") !== null;
  const hasWindows = ["stale-while-revalidate", "stale-if-error"].every(
    (name) => secondsOf(directives, name) !== null,
  );
  if (isUnstored || (hasLifetime && (hasWindows || directives.has("must-revalidate")))) return "said";
  return `${headers.get("CDN-Cache-Control")} / ${headers.get("Cache-Control")}`;
}
