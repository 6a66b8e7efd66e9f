/** Tests that the CDN cache stores a 404 problem for up to a minute and no other problems. */
import { describe, expect, test } from "vitest";
import { sharedDeployment } from "./shared.ts";

const { clock, pictures, upstream, createSite, nextId } = await sharedDeployment();

describe("CDN cache", () => {
  test("requests an unknown id again after a minute", async () => {
    const { ask } = createSite();
    const id = nextId();
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

  test("does not serve a stale 404 during an outage", async () => {
    const { ask } = createSite();
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

  test("requests a missing image again after a minute", async () => {
    const { ask } = createSite();
    const path = `/images/240/2024/01/missing${nextId()}.jpg`;
    pictures.status = 404;
    expect((await ask(path)).status).toBe(404);
    clock.pass(61);
    pictures.status = 503;
    expect.soft((await ask(path)).status).toBeGreaterThanOrEqual(500);
    pictures.status = 200;
    expect.soft((await ask(path)).status).toBe(200);
  });

  test.each([
    ["an invalid parameter", "/v1/?id=x"],
    ["an unknown API path", "/v1/nothing"],
    ["an unknown page", "/nowhere"],
    ["a URL that is too long", `/v1/?q=${"x".repeat(2_100)}`],
    ["a missing hashed file", "/_astro/nothing.0123abcd.js"],
    ["an image with an unknown path", "/images/1/2024/01/a.jpg"],
  ])("stores the response to %s for at most a minute", async (_, address) => {
    const { ask, front } = createSite();
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

  test("does not store problems during an outage", async () => {
    const { ask } = createSite();
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

  test("does not store the problem for a broken image", async () => {
    const { ask } = createSite();
    const path = `/images/240/2024/01/broken${nextId()}.jpg`;
    pictures.status = 500;
    expect((await ask(path)).status).toBe(502);
    pictures.status = 200;
    expect((await ask(path)).status).toBe(200);
  });
});
