import { describe, expect, inject, onTestFinished, test } from "vitest";
import { version } from "../../package.json";
import { startBehindFaults } from "../faults/behind.ts";

/** The lifetime of a health check. It is long, because ten requests may take a while on a busy machine. */
const LIFETIME_MS = 10_000;

describe("GET /healthz", () => {
  test("returns the source, the catalog size and the version", async () => {
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
      catalog: {
        titles: expect.toSatisfy((titles) => titles >= 100),
        version: expect.any(String),
        loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        isRecorded: true,
        isSearchable: true,
      },
      purges: "read",
      quota: null,
      store: "kept",
    });
  });

  test("contacts a working upstream once for ten requests", async () => {
    const { server, upstream, stop } = await startBehindFaults();
    onTestFinished(stop);
    const began = Date.now();
    const response = await fetch(`${server.url}/healthz`);
    for (let again = 0; again < 9; again++) await fetch(`${server.url}/healthz`);
    const renewals = Math.floor((Date.now() - began) / LIFETIME_MS);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "ok", origin: "upstream" });
    expect(upstream.calls.length).toBeGreaterThanOrEqual(1);
    expect(upstream.calls.length).toBeLessThanOrEqual(1 + renewals);
  });

  test("reports a failing upstream without its URL", async () => {
    const { server, upstream, stop } = await startBehindFaults();
    onTestFinished(stop);
    await upstream.refuse();
    const response = await fetch(`${server.url}/healthz`);
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ status: "down", origin: null });
    for (const part of upstream.host.split(":")) expect(text).not.toContain(part);
  });
});
