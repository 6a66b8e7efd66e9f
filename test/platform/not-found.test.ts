/** What was not found is looked for again after a minute in all, whatever way it is asked for. */
import { describe, expect, test } from "vitest";
import { sharedDeployment } from "./shared.ts";

const { clock, pictures, upstream, behind, nextId } = await sharedDeployment();

describe.each(["restarts", "continues"] as const)("when the front's Age %s", (age) => {
  test("an unknown id is asked about again after a minute in all, whatever way it was asked", async () => {
    const { ask } = behind(age);
    const id = nextId();
    // What is stored in the millisecond of another test's purge is purged with it.
    clock.pass(1);
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
    const { ask } = behind(age);
    const path = `/images/240/2024/01/missing${nextId()}.jpg`;
    pictures.status = 404;
    expect((await ask(path)).status).toBe(404);
    clock.pass(61);
    pictures.status = 503;
    expect.soft((await ask(path)).status).toBeGreaterThanOrEqual(500);
    pictures.status = 200;
    expect.soft((await ask(path)).status).toBe(200);
  });
});
