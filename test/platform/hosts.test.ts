/**
 * Tests a Worker with several hosts and one CDN cache, in which a stored response must not depend on the host of the
 * request. Also tests that every response states its lifetime.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, HOST, type Reply, startClock } from "./behind-front.ts";
import { parseDirectives, parseSeconds } from "./front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const PLATFORMS_OWN = "https://marquee.account.workers.dev";

/** A URL for each kind of response: rendered pages, responses that contain the host, files, the API, and problems. */
const FEW = [
  "/",
  "/developers",
  "/problems/internal.json",
  "/robots.txt",
  "/opensearch.xml",
  "/manifest.webmanifest",
  "/v1/?id=61",
  "/v1/?id=x",
  "/nowhere",
];
const MANY = [
  ...FEW,
  "/de",
  "/search?q=stalker",
  "/title/61/stalker-1979",
  "/title/61/stalker-1979/credits",
  "/sitemap.xml",
  "/sitemaps/0.xml",
  "/sitemaps/1.xml",
  "/sitemaps/people-1.xml",
  "/problems/internal",
  "/v1/openapi.json",
  "/v1/?category=search&q=stalker",
  "/v1/?id=9007199254740991",
];
const OTHERS =
  `/developers/ /search /browse /de/browse?genre=drama&sort=year /browse?page=0 /title/61/another-name /title/61
  /title/9007199254740991/nothing /sitemaps/99.xml /de/opensearch.xml /favicon.svg /favicon.ico /icon-192.png /card.png
  /problems/nothing /healthz /images/240/2024/01/nothing.jpg /_astro/nothing.0123abcd.js /v1 /v1/ /v1/nothing /v1/?id=61&lang=de
  /v1/?category=search&q=!!! /v1/?category=search&q=stalker&page=2`.split(/\s+/);

describe.each([
  ["with SITE_URL", { SITE_URL: HOST }, MANY, ["http://other.example", PLATFORMS_OWN]],
  ["without SITE_URL", {}, FEW, [PLATFORMS_OWN]],
])("deployment %s", (_, settings, addresses, foreignHosts) => {
  const clock = startClock();
  const [foreign = ""] = foreignHosts;
  const { hostname } = new URL(foreign);
  let deployment: Deployment;

  beforeAll(async () => {
    deployment = await startDeployment({ settings, catalog: true });
  });
  afterAll(() => deployment.stop());

  test.each(addresses)("returns %s with the site's host for requests to other hosts", async (address) => {
    const { ask } = behindFront(deployment, clock);
    const first = await ask(`${foreign}${address}`);
    const conditional = { "If-None-Match": first.headers.get("ETag") ?? '"none"' };
    for (const seconds of [0, 86_401]) {
      clock.pass(seconds);
      for (const headers of [conditional, {}]) {
        const reply = await ask(address, { headers });
        expect.soft(reply.headers.get("X-Robots-Tag"), `at ${seconds}`).toBeNull();
        expect.soft([...reply.headers].join().includes(hostname), `headers at ${seconds}`).toBe(false);
        expect.soft(reply.body.includes(hostname), `body at ${seconds}`).toBe(false);
      }
    }
  });

  test.each(foreignHosts)("forbids search engines to index %s", async (host) => {
    for (const address of ["/", "/title/61/stalker-1979", "/robots.txt"]) {
      const { ask } = behindFront(deployment, clock);
      expect((await ask(`${host}${address}`)).headers.get("X-Robots-Tag"), address).toBe("noindex");
    }
  });

  test.each(["/v1/?id=9007199254740991", "/v1/nothing", "/images/240/2024/01/none.jpg", "/v1/?id=x"])(
    "does not reveal another request's id in the problem at %s",
    async (address) => {
      const { ask } = behindFront(deployment, clock);
      const [one, other] = [await ask(address), await ask(address)];
      const instances = [one, other].map(({ body }) => JSON.parse(body).instance);
      expect(instances[0] === instances[1] && instances[0] !== undefined).toBe(false);
    },
  );

  test("sends a lifetime and both stale windows, or no-store", async () => {
    const { ask } = behindFront(deployment, clock);
    const files = [...(await ask("/")).body.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g)];
    expect(files.length).toBeGreaterThan(0);
    for (const path of [...MANY, ...OTHERS, ...files.map(([, path = ""]) => path)]) {
      expect([path, checkWindows(await ask(path))]).toEqual([path, "said"]);
    }
  });
});

/**
 * Returns "said" if a response states its lifetime and both stale windows, or need not state them. Otherwise, returns
 * its Cache-Control headers. A response without `stale-if-error` could be served during errors forever
 * (developers.cloudflare.com/workers/cache/configuration, "Serve stale on error"). With `must-revalidate`, both stale
 * windows are 0.
 */
function checkWindows({ headers }: Reply): string {
  const directives = parseDirectives(headers);
  const isUnstored = directives.has("no-store") || directives.get("private") === true;
  const hasLifetime = parseSeconds(directives, "max-age") !== null;
  const hasWindows = ["stale-while-revalidate", "stale-if-error"].every(
    (name) => parseSeconds(directives, name) !== null,
  );
  if (isUnstored || (hasLifetime && (hasWindows || directives.has("must-revalidate")))) return "said";
  return `${headers.get("CDN-Cache-Control")} / ${headers.get("Cache-Control")}`;
}
