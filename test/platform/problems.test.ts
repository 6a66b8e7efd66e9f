/** Of all problems only a 404 is kept in front, and for a minute at most. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, HOST, startClock } from "./behind-front.ts";
import { type DatedUpstream, startDatedUpstream } from "./dated-upstream.ts";
import { type ImageServer, startImageServer } from "./image-server.ts";
import { type Deployment, startDeployment } from "./location.ts";

const clock = startClock();
let upstream: DatedUpstream;
let pictures: ImageServer;
let deployment: Deployment;
let keyed: Deployment;
let ids = 1_000;

beforeAll(async () => {
  upstream = await startDatedUpstream(clock);
  pictures = await startImageServer(clock);
  const settings = { SITE_URL: HOST, UPSTREAM_BASE_URL: upstream.url, IMAGE_BASE_URL: pictures.url };
  deployment = await startDeployment({ settings });
  keyed = await startDeployment({ settings: { ...settings, ACCESS: "keyed", CLIENT_KEYS: "0".repeat(64) } });
});
afterAll(async () => {
  await Promise.all([deployment.stop(), keyed.stop()]);
  await Promise.all([upstream.close(), pictures.close()]);
});

describe.each(["restarts", "continues"] as const)("when the front's Age %s", (age) => {
  test("an unknown id is not served stale when the upstream fails", async () => {
    const { ask } = behindFront(deployment, clock, { age });
    const id = ids++;
    upstream.unknown.add(id);
    await ask(`/v1/?id=${id}`);
    clock.pass(61);
    upstream.failing = true;
    const { status } = await ask(`/v1/?id=${id}`);
    upstream.failing = false;
    expect(status).toBeGreaterThanOrEqual(500);
    clock.pass(10);
  });

  test.each([
    ["a wrong parameter", "/v1/?id=x"],
    ["an address of the API that is none", "/v1/nothing"],
    ["a page that is none", "/nowhere"],
    ["an address that is too long", `/v1/?q=${"x".repeat(2_100)}`],
    ["a missing hashed file", "/_astro/nothing.0123abcd.js"],
    ["an image of no known form", "/images/1/2024/01/a.jpg"],
  ])("%s is kept for a minute at most, if at all", async (_, address) => {
    const { ask, front } = behindFront(deployment, clock, { age });
    const { status, headers } = await ask(address);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get("Cache-Control")).not.toContain("immutable");
    const { runs } = front;
    const again = await ask(address);
    if (again.front === "HIT") expect(status).toBe(404);
    else expect(front.runs).toBe(runs + 1);
    clock.pass(61);
    expect((await ask(address)).front).not.toMatch(/^(HIT|STALE|UPDATING)$/);
  });

  test("an outage is not kept: the first answer after it is given at once", async () => {
    const { ask } = behindFront(deployment, clock, { age });
    const addresses = [
      `/v1/?id=${ids++}`,
      `/v1/?category=search&q=zq+film+${ids++}`,
      `/search?q=zq+film+${ids++}`,
    ];
    upstream.failing = true;
    for (const address of addresses) expect((await ask(address)).status).toBeGreaterThanOrEqual(500);
    upstream.failing = false;
    clock.pass(2);
    for (const address of addresses) expect([address, (await ask(address)).status]).toEqual([address, 200]);
  });

  test("a broken image is not kept", async () => {
    const { ask } = behindFront(deployment, clock, { age });
    const path = `/images/240/2024/01/broken${ids++}.jpg`;
    pictures.status = 500;
    expect((await ask(path)).status).toBe(502);
    pictures.status = 200;
    expect((await ask(path)).status).toBe(200);
  });

  test("a missing key is not kept", async () => {
    const { ask } = behindFront(keyed, clock, { age });
    for (let turn = 0; turn < 2; turn++) {
      expect(await ask("/v1/?id=61")).toMatchObject({ status: 401, front: "BYPASS" });
    }
  });
});
