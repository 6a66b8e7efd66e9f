/** What was not found is looked for again after a minute in all, whatever way it is asked for. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, HOST, startClock } from "./behind-front.ts";
import { type DatedUpstream, startDatedUpstream } from "./dated-upstream.ts";
import { type ImageServer, startImageServer } from "./image-server.ts";
import { type Deployment, startDeployment } from "./location.ts";

const clock = startClock();
let upstream: DatedUpstream;
let pictures: ImageServer;
let deployment: Deployment;
let ids = 1_000;

beforeAll(async () => {
  upstream = await startDatedUpstream(clock);
  pictures = await startImageServer(clock);
  deployment = await startDeployment({
    settings: { SITE_URL: HOST, UPSTREAM_BASE_URL: upstream.url, IMAGE_BASE_URL: pictures.url },
  });
});
afterAll(async () => {
  await deployment.stop();
  await Promise.all([upstream.close(), pictures.close()]);
});

describe.each(["restarts", "continues"] as const)("when the front's Age %s", (age) => {
  test("an unknown id is asked about again after a minute in all, whatever way it was asked", async () => {
    const { ask } = behindFront(deployment, clock, { age });
    const id = ids++;
    upstream.unknown.add(id);
    expect((await ask(`/v1/?id=${id}`)).status).toBe(404);
    clock.pass(50);
    expect((await ask(`/v1/?id=${id}&other=1`)).status).toBe(404);
    upstream.unknown.delete(id);
    clock.pass(11);
    for (const address of [`/v1/?id=${id}`, `/v1/?id=${id}&other=1`, `/v1/?id=${id}&other=2`]) {
      expect([address, (await ask(address)).status]).toEqual([address, 200]);
    }
  });

  test("a missing image is asked for again after a minute, and is not served stale", async () => {
    const { ask } = behindFront(deployment, clock, { age });
    const path = `/images/240/2024/01/missing${ids++}.jpg`;
    pictures.status = 404;
    expect((await ask(path)).status).toBe(404);
    clock.pass(61);
    pictures.status = 503;
    expect.soft((await ask(path)).status).toBeGreaterThanOrEqual(500);
    pictures.status = 200;
    expect.soft((await ask(path)).status).toBe(200);
  });
});
