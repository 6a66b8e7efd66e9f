/** Of all problems only a 404 is kept in front, and for a minute in all, whatever way it is asked for. */
import { expect, test } from "vitest";
import { sharedDeployment } from "./shared.ts";

const { clock, pictures, upstream, behind, nextId } = await sharedDeployment();

test("an unknown id is requested again after a minute in all, whatever the address", async () => {
  const { ask } = behind();
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

test("an unknown id is not served stale when the upstream fails", async () => {
  const { ask } = behind();
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

test("a missing image is requested again after a minute, and is not served stale", async () => {
  const { ask } = behind();
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
  ["a wrong parameter", "/v1/?id=x"],
  ["an address of the API that is none", "/v1/nothing"],
  ["a page that is none", "/nowhere"],
  ["an address that is too long", `/v1/?q=${"x".repeat(2_100)}`],
  ["a missing hashed file", "/_astro/nothing.0123abcd.js"],
  ["an image of no known form", "/images/1/2024/01/a.jpg"],
])("%s is stored for a minute at most", async (_, address) => {
  const { ask, front } = behind();
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

test("an outage is not stored: the first answer after it is served at once", async () => {
  const { ask } = behind();
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

test("a broken image is not stored", async () => {
  const { ask } = behind();
  const path = `/images/240/2024/01/broken${nextId()}.jpg`;
  pictures.status = 500;
  expect((await ask(path)).status).toBe(502);
  pictures.status = 200;
  expect((await ask(path)).status).toBe(200);
});
