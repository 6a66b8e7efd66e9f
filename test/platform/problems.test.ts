/** Of all problems only a 404 is kept in front, and for a minute at most. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";
import { sharedDeployment } from "./shared.ts";

const { clock, pictures, settings, upstream, behind, nextId } = await sharedDeployment();
let keyed: Deployment;

beforeAll(async () => {
  keyed = await startDeployment({ settings: { ...settings, ACCESS: "keyed", CLIENT_KEYS: "0".repeat(64) } });
});
afterAll(() => keyed.stop());

describe.each(["restarts", "continues"] as const)("when the front's Age %s", (age) => {
  test("an unknown id is not served stale when the upstream fails", async () => {
    const { ask } = behind(age);
    const id = nextId();
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
    const { ask, front } = behind(age);
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
    const { ask } = behind(age);
    const addresses = [
      `/v1/?id=${nextId()}`,
      `/v1/?category=search&q=zq+film+${nextId()}`,
      `/search?q=zq+film+${nextId()}`,
    ];
    upstream.failing = true;
    for (const address of addresses) expect((await ask(address)).status).toBeGreaterThanOrEqual(500);
    upstream.failing = false;
    clock.pass(2);
    for (const address of addresses) expect([address, (await ask(address)).status]).toEqual([address, 200]);
  });

  test("a broken image is not kept", async () => {
    const { ask } = behind(age);
    const path = `/images/240/2024/01/broken${nextId()}.jpg`;
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
