/** What a new version means for what the front has stored. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, HOST, startClock } from "./behind-front.ts";
import { type DatedUpstream, startDatedUpstream } from "./dated-upstream.ts";
import { type Deployment, startDeployment } from "./location.ts";

const clock = startClock();
let upstream: DatedUpstream;
let deployment: Deployment;
let ids = 1_000;

beforeAll(async () => {
  upstream = await startDatedUpstream(clock);
  const settings = { SITE_URL: HOST, UPSTREAM_BASE_URL: upstream.url };
  deployment = await startDeployment({ settings });
});
afterAll(async () => {
  await deployment.stop();
  await upstream.close();
});

describe.each(["restarts", "continues"] as const)(
  "in an outage after a deployment, when the front's Age %s",
  (age) => {
    test.each([
      ["with cross_version_cache", true, 20],
      ["without", false, 0],
    ])(
      "and nothing of our own stored there, %s: %j answers %i of 20 known keys",
      async (_, crossVersion, expected) => {
        const known = Array.from({ length: 20 }, () => `/v1/?id=${ids++}`);
        const { ask, front, moveTo } = behindFront(deployment, clock, { age, crossVersion });
        for (const address of known) await ask(address);
        clock.pass(2 * 86_400);
        front.deploy("2");
        moveTo(deployment.there);
        upstream.failing = true;
        const replies = [];
        for (const address of known) replies.push(await ask(address));
        upstream.failing = false;
        clock.pass(10);
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(expected);
      },
    );
  },
);
