/** One Worker, many hosts, one cache in front: nothing that is stored there may depend on the host it was asked under. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, HOST, startClock } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const PLATFORMS_OWN = "https://marquee.account.workers.dev";

const ADDRESSES = [
  "/",
  "/de",
  "/developers",
  "/search?q=stalker",
  "/title/61/stalker-1979",
  "/title/61/stalker-1979/credits",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/0.xml",
  "/sitemaps/1.xml",
  "/sitemaps/people-1.xml",
  "/opensearch.xml",
  "/manifest.webmanifest",
  "/problems/internal",
  "/problems/internal.json",
  "/nowhere",
  "/v1/openapi.json",
  "/v1/?id=61",
  "/v1/?category=search&q=stalker",
  "/v1/?id=9007199254740991",
  "/v1/?id=x",
];

describe.each([
  ["with SITE_URL", { SITE_URL: HOST }, ["http://other.example"], [PLATFORMS_OWN]],
  ["without SITE_URL", {}, [PLATFORMS_OWN], []],
])("%s", (_, settings, foreignHosts, furtherHosts) => {
  const clock = startClock();
  let deployment: Deployment;

  beforeAll(async () => {
    deployment = await startDeployment({ settings, catalog: true });
  });
  afterAll(() => deployment.stop());

  describe.each(foreignHosts)("asked under %s before", (foreign) => {
    const { hostname } = new URL(foreign);

    test.each(ADDRESSES)("%s is the site's own, also once it was confirmed by a 304", async (address) => {
      const { ask } = behindFront(deployment, clock, { age: "restarts" });
      const first = await ask(`${foreign}${address}`);
      const held = { "If-None-Match": first.headers.get("ETag") ?? '"none"' };
      for (const seconds of [0, 86_401]) {
        clock.pass(seconds);
        for (const headers of [held, {}]) {
          const reply = await ask(address, { headers });
          expect.soft(reply.headers.get("X-Robots-Tag"), `at ${seconds}`).toBeNull();
          expect.soft([...reply.headers].join().includes(hostname), `headers at ${seconds}`).toBe(false);
          expect.soft(reply.body.includes(hostname), `body at ${seconds}`).toBe(false);
        }
      }
    });
  });

  test.each([...foreignHosts, ...furtherHosts])("under %s nothing is for search engines", async (foreign) => {
    for (const address of ["/", "/title/61/stalker-1979", "/robots.txt"]) {
      const { ask } = behindFront(deployment, clock, { age: "restarts" });
      expect((await ask(`${foreign}${address}`)).headers.get("X-Robots-Tag"), address).toBe("noindex");
    }
  });

  test.each(["/v1/?id=9007199254740991", "/v1/nothing", "/images/240/2024/01/none.jpg", "/v1/?id=x"])(
    "the problem at %s names no other caller's request",
    async (address) => {
      const { ask } = behindFront(deployment, clock, { age: "restarts" });
      const [one, other] = [await ask(address), await ask(address)];
      const instances = [one, other].map(({ body }) => JSON.parse(body).instance);
      expect(instances[0] === instances[1] && instances[0] !== undefined).toBe(false);
    },
  );
});
