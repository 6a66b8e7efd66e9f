/** What a new version means for what the front has stored. */
import { describe, expect, test } from "vitest";
import { behindFront } from "./behind-front.ts";
import { sharedDeployment } from "./shared.ts";

const { clock, deployment, upstream, nextId } = await sharedDeployment();

describe.each(["restarts", "continues"] as const)("in an outage after a deployment, Age %s", (age) => {
  test.each([
    ["with cross_version_cache", true, 20],
    ["without", false, 0],
  ])("%s, 20 known keys that we do not store there: %j, %i are served", async (_, crossVersion, expected) => {
    const known = Array.from({ length: 20 }, () => `/v1/?id=${nextId()}`);
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
  });
});
