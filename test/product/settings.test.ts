/** Tests how invalid and unusual settings affect a running server. */
import { describe, expect, test } from "vitest";
import { search } from "../faults/asking.ts";
import { wellBehaved } from "../faults/behaviours.ts";
import { startFaultyUpstream } from "../faults/upstream.ts";
import { npmStart } from "./npm-start.ts";
import { sharedServer } from "./server.ts";

const VALUE = "ftp://user:pass@secret.example";
const server = sharedServer({ UPSTREAM_BASE_URL: VALUE });

describe("invalid setting", () => {
  test.each(["/v1/?category=search&q=alien", "/v1/openapi.json", "/healthz"])(
    "fails the API request %s without revealing the value",
    async (path) => {
      const response = await fetch(`${server.url}${path}`);
      expect(response.status).toBe(500);
      const body = await response.text();
      expect(JSON.parse(body)).toMatchObject({ type: `${server.url}/problems/internal`, status: 500 });
      expect(body).not.toContain("UPSTREAM_BASE_URL");
    },
  );

  test.each(["/", "/search?q=alien"])("fails the page %s with the same status", async (path) => {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(500);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  });

  test("is named in the log without its value", async () => {
    await (await fetch(`${server.url}/v1/?category=search&q=alien`)).text();
    await expect.poll(server.printed).toContain("UPSTREAM_BASE_URL must be");
    expect(server.printed()).not.toContain("secret.example");
  });
});

describe("setting with special characters", () => {
  test("reaches the Worker unchanged", async () => {
    const upstream = await startFaultyUpstream(wellBehaved);
    const key = "k$HOME$PATH '#\\n\"=é";
    const exact = await npmStart({ UPSTREAM_BASE_URL: upstream.url, UPSTREAM_API_KEY: key });
    expect((await search(exact, "zqexact")).status).toBe(200);
    expect(upstream.calls[0]?.parameters.get("api_key")).toBe(key);
    await exact.stop();
    await upstream.close();
  });
});
