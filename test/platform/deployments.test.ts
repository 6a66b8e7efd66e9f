/** What a new version means for what the front has stored. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, startClock } from "./behind-front.ts";
import { type DatedUpstream, startDatedUpstream } from "./dated-upstream.ts";
import { type Location, startLocation } from "./location.ts";

const clock = startClock();
let upstream: DatedUpstream;
let here: Location;
let empty: Location;

beforeAll(async () => {
  upstream = await startDatedUpstream(clock);
  const settings = { UPSTREAM_BASE_URL: upstream.url };
  here = await startLocation({ settings });
  empty = await startLocation({ settings });
});
afterAll(async () => {
  await Promise.all([here.stop(), empty.stop()]);
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
        const known = Array.from({ length: 20 }, (_key, number) => `/v1/?id=${number + 1}`);
        const { ask, front, moveTo } = behindFront(here, clock, { age, crossVersion });
        for (const address of known) await ask(address);
        clock.pass(2 * 86_400);
        front.deploy("2");
        moveTo(empty);
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
