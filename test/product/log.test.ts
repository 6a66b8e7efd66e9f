/** Tests the log of the built Worker, and the response headers that refer to it. */
import { describe, expect, test } from "vitest";
import { logLines } from "../printed-log.ts";
import { sharedServer } from "./server.ts";

const CANARY = "canary-key-7f3a";
/** No server listens on this port, so that the log contains failures. */
const server = sharedServer({ UPSTREAM_BASE_URL: "http://127.0.0.1:9/v1/", UPSTREAM_API_KEY: CANARY });

/** Waits for the log line of a request, and returns all lines of this request. */
async function waitForLines(requestId: string): Promise<Record<string, unknown>[]> {
  const read = () => logLines(server.printed()).filter((line) => line.requestId === requestId);
  await expect.poll(() => read().map(({ event }) => event)).toContain("request");
  return read();
}

async function ask(path: string, requestId: string): Promise<Response> {
  const response = await fetch(`${server.url}${path}`, { headers: { "X-Request-Id": requestId } });
  await response.text();
  return response;
}

describe("request log", () => {
  test("contains one line per request with its path and durations", async () => {
    await ask(`/v1/?category=search&q=alien&api_key=${CANARY}`, "log-test-api");
    const lines = (await waitForLines("log-test-api")).filter(({ event }) => event === "request");
    expect(lines).toEqual([
      expect.objectContaining({
        method: "GET",
        route: "/v1?category=search",
        status: 502,
        cache: "miss",
        origin: "upstream",
        durationMs: expect.any(Number),
      }),
    ]);
  });

  test("contains the upstream's failure with the request's id", async () => {
    await ask("/v1/?category=search&q=aliens", "log-test-failure");
    const failure = (await waitForLines("log-test-failure")).find(({ event }) => event === "origin-failed");
    expect(failure).toMatchObject({ resource: "search", problem: "bad-upstream" });
  });

  test("contains the version and the data centre in every line", async () => {
    const response = await ask("/v1/?category=search&q=nosferatu", "log-test-place");
    const lines = await waitForLines("log-test-place");
    expect(lines.map(({ event }) => event)).toContain("origin-failed");
    for (const line of lines) {
      expect(line.version).toBe(response.headers.get("Marquee-Version"));
      expect(line.colo).toMatch(/^[A-Z]{3}$/);
    }
  });

  test("contains the route of pages", async () => {
    await ask("/search?q=alien", "log-test-page");
    expect(await waitForLines("log-test-page")).toContainEqual(
      expect.objectContaining({ event: "request", route: "/search", renderMs: expect.any(Number) }),
    );
  });

  test("contains neither the upstream's key nor a client's key", () => {
    const lines = logLines(server.printed());
    expect(lines).toContainEqual(expect.objectContaining({ event: "request" }));
    expect(JSON.stringify(lines)).not.toContain(CANARY);
  });
});

describe("X-Request-Id", () => {
  test("equals the client's id and the problem's `instance`", async () => {
    const response = await fetch(`${server.url}/v1/?q=`, { headers: { "X-Request-Id": "in-the-problem" } });
    expect(response.headers.get("X-Request-Id")).toBe("in-the-problem");
    expect(await response.json()).toMatchObject({ instance: "in-the-problem" });
  });
});

describe("Server-Timing and Marquee-Version", () => {
  test.each([
    ["GET", "/v1/?category=search&q=alien"],
    ["HEAD", "/v1/?category=search&q=alien"],
    ["OPTIONS", "/v1/"],
    ["POST", "/v1/"],
    ["GET", "/v1/?q="],
    ["GET", "/v1/nowhere"],
    ["GET", "/healthz"],
    ["GET", "/search?q=alien"],
    ["GET", "/nowhere"],
  ])("are sent for %s %s", async (method, path) => {
    const response = await fetch(`${server.url}${path}`, { method });
    await response.text();
    expect(response.headers.get("Server-Timing")).toMatch(
      /^((cache|origin|render);dur=\d+, )*total;dur=\d+$/,
    );
    expect(response.headers.get("Marquee-Version")).not.toBeNull();
  });
});
