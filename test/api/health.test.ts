import { afterAll, describe, expect, inject, test } from "vitest";
import { version } from "../../package.json";
import { freePort } from "../listening.ts";
import { type Server, startServer } from "../product/server.ts";
import { startRecorder } from "./recorder.ts";

/** For which a look serves: on a busy machine ten of them take longer. */
const LIFETIME_MS = 10_000;

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function look(settings: Record<string, string>) {
  const server = await startServer(settings);
  servers.push(server);
  const response = await fetch(`${server.url}/healthz`);
  return { status: response.status, text: await response.text() };
}

describe("/healthz", () => {
  test("says which origin answers, how much the catalog holds, and what version this is", async () => {
    const response = await fetch(`${inject("target")}/healthz`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
    expect(await response.json()).toEqual({
      status: "ok",
      version,
      origin: "catalog",
      catalog: { titles: expect.toSatisfy((titles) => titles >= 100), version: expect.any(String) },
      purges: "read",
      quota: null,
      store: "kept",
    });
  });

  test("is ok with an upstream that answers, and asks it once in ten looks", async () => {
    const upstream = await startRecorder();
    const asked = () => upstream.heard().match(/category=credits/g)?.length ?? 0;
    const began = Date.now();
    const { status, text } = await look({ UPSTREAM_BASE_URL: upstream.baseUrl });
    const url = servers.at(-1)?.url;
    for (let again = 0; again < 9; again++) await fetch(`${url}/healthz`);
    const renewals = Math.floor((Date.now() - began) / LIFETIME_MS);
    await upstream.stop();
    expect({ status, health: JSON.parse(text) }).toMatchObject({
      status: 200,
      health: { status: "ok", origin: "upstream" },
    });
    expect(asked()).toBeGreaterThanOrEqual(1);
    expect(asked()).toBeLessThanOrEqual(1 + renewals);
  });

  test("is degraded when the upstream fails and the catalog answers, and never says the address", async () => {
    const port = await freePort();
    const { status, text } = await look({ UPSTREAM_BASE_URL: `http://127.0.0.1:${port}/v1/` });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: "degraded", origin: "catalog" });
    expect(text).not.toMatch(new RegExp(`127\\.0\\.0\\.1|${port}`));
  });
});
