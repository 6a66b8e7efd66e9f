import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { responding } from "../../tools/deploy/responding.ts";
import { versionName } from "../../worker/resources/keys.ts";
import { type Listening, listen } from "../listening.ts";

let server: Listening;
/** The versions that respond to the next requests, in order. Further requests receive the last one. */
let versions: string[] = [];
beforeAll(async () => {
  server = await listen(
    createServer((request, response) => {
      const [, named] = /"(.*)"/.exec(String(request.headers["cloudflare-workers-version-overrides"])) ?? [];
      const version = named ?? (versions.length > 1 ? versions.shift() : versions[0]);
      if (version === undefined) return response.destroy();
      return response.setHeader("Marquee-Version", versionName(version)).writeHead(400).end();
    }),
  );
});
afterAll(() => server.close());

const impatient: typeof fetch = (asked, init) => fetch(asked, { ...init, signal: AbortSignal.timeout(200) });
const waiting = (version: string | null, more = {}) =>
  responding({ address: server.url, version, ...more }, impatient, async () => {});

describe("responding()", () => {
  test("resolves after three consecutive responses of the version", async () => {
    versions = ["old", "new", "old", "new", "new", "new", "rest"];
    await waiting("new");
    expect(versions).toEqual(["rest"]);
  });

  test("requests the version explicitly if another one has the traffic", async () => {
    versions = ["old"];
    const version = "6b3f1c20-4425-4fe7-8c81-01bf963b6067";
    await waiting(version, { override: `marquee="${version}"` });
  });

  test("accepts any version if none is given", async () => {
    versions = ["one"];
    await waiting(null);
  });

  test("names the responding version or the connection error on failure", async () => {
    versions = ["old"];
    await expect(waiting("new")).rejects.toThrow("version old");
    versions = [];
    await expect(waiting("new")).rejects.toThrow(/does not respond at .*: .*(?:closed|ECONNRESET|hang up)/);
  });
});
