/**
 * Tests that a version without traffic, which a deployment tests at production's URL, shares nothing with the version
 * that runs, and that everything a version has stored can be purged.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { versionTag } from "../../worker/resources/keys.ts";
import { VERSION, VERSION_OVERRIDES } from "../../worker/web/http/headers.ts";
import { type BehindFront, behindFront, HOST, startClock } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const TOKEN = "token-of-this-test";
const clock = startClock();
let deployment: Deployment;
let site: BehindFront;

beforeAll(async () => {
  deployment = await startDeployment({ settings: { SITE_URL: HOST, ADMIN_TOKEN: TOKEN }, catalog: true });
  site = behindFront(deployment, clock);
});
afterAll(() => deployment.stop());

/** The requests of the smoke test that need data. */
const SMOKE = ["/v1/?category=search&q=the", "/search?q=the", "/v1/?category=credits&id=30"];

const status = async (address: string, headers: Record<string, string> = {}) => {
  const reply = await site.ask(address, { headers });
  return [reply.status, reply.headers.get("Cache-Status")];
};

describe.each([VERSION_OVERRIDES, VERSION])("request that selects a version with %s", (name) => {
  const selecting = () => ({ [name]: `marquee="${deployment.version}"` });

  test.each(SMOKE)("does not get what another version has stored: %s", async (address) => {
    await site.ask(address);
    site.front.purge({ purgeEverything: true });
    expect(await status(address)).toEqual([200, "marquee; hit"]);
    site.front.purge({ purgeEverything: true });
    await deployment.here.readFrom("failing");
    const selected = await status(address, selecting());
    const stored = await status(address);
    await deployment.here.readFrom("primary");
    // The stand-in for a broken version is a database that responds to no query.
    expect([selected[0], stored]).toEqual([503, [200, "marquee; hit"]]);
  });

  test.each(["/v1/?category=credits&id=61", "/title/61/stalker-1979"])(
    "stores nothing: %s",
    async (address) => {
      await site.purge(TOKEN, { everything: true });
      const { headers, front } = await site.ask(address, { headers: selecting() });
      expect([headers.get("CDN-Cache-Control"), front]).toEqual(["no-store", "BYPASS"]);
      expect((await status(address))[1]).toMatch(/^marquee; fwd=uri-miss/);
    },
  );

  test("reads and writes no shared store", async () => {
    // After this time, the copy of the log has to be read again.
    clock.pass(10);
    const before = await deployment.here.subrequests();
    expect((await status("/v1/titles/30", selecting()))[0]).toBe(200);
    await deployment.here.settle();
    expect((await deployment.here.subrequests()) - before).toBe(0);
  });

  test("uses the store if the version is another one", async () => {
    const other = { [name]: 'marquee="00000000-0000-4000-8000-000000000000"' };
    await site.ask("/v1/titles/61");
    site.front.purge({ purgeEverything: true });
    expect(await status("/v1/titles/61", other)).toEqual([200, "marquee; hit"]);
  });
});

describe("POST /admin/purge with the tag of a version", () => {
  test.each([
    "/v1/?category=credits&id=61",
    "/v1/titles/61",
    "/title/61/stalker-1979",
    "/v1/?id=9007199254740990",
  ])("removes what the version has stored: %s", async (address) => {
    await site.ask(address);
    site.front.purge({ purgeEverything: true });
    expect((await status(address))[1]).toBe("marquee; hit");
    const purged = await site.purge(TOKEN, { tags: [versionTag(deployment.version)] });
    expect(purged.status).toBe(200);
    expect((await status(address))[1]).toMatch(/^marquee; fwd=uri-miss/);
  });
});
