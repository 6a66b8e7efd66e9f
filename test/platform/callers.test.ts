/**
 * Tests guarantees that hold whether the CDN cache or the Worker responds: API keys, HEAD, validators, and collapsed
 * requests.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, HOST } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";
import { sharedDeployment } from "./shared.ts";

const KEY = "a-key-of-this-test";
const { clock, deployment, settings, createSite } = await sharedDeployment();
let keyed: Deployment;

beforeAll(async () => {
  const digest = createHash("sha256").update(KEY).digest("hex");
  const ofKeys = { ACCESS: "keyed", TMDB_API: "keyed", CLIENT_KEYS: digest };
  keyed = await startDeployment({ settings: { ...settings, ...ofKeys }, catalog: true });
});
afterAll(() => keyed.stop());

/** Returns requests without a valid key. `entityTag` comes from the response to a request with a valid key. */
function requestsWithoutKey(entityTag: string): { method?: string; headers?: Record<string, string> }[] {
  return [
    {},
    { method: "HEAD" },
    { headers: { "If-None-Match": entityTag } },
    { headers: { Range: "bytes=0-10" } },
    { headers: { Authorization: "Bearer another" } },
  ];
}

describe("response that requires a key", () => {
  test.each(["/v1/?id=61", "/v1/?category=search&q=zq+film+61"])(
    "is not served from a cache without the key: %s",
    async (address) => {
      const { ask } = behindFront(keyed, clock);
      const headers = { Authorization: `Bearer ${KEY}` };
      const first = await ask(`${address}&api_key=${KEY}`);
      const others = [await ask(address, { headers }), await ask(`${address}&api_key=`, { headers })];
      expect([first, ...others].map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const way of requestsWithoutKey(first.headers.get("ETag") ?? "")) {
        for (const form of [address, `${address}&api_key=`, `${address}&api_key=another`]) {
          const { status, front } = await ask(form, way);
          expect([form, way, status, front]).toEqual([form, way, 401, "BYPASS"]);
        }
      }
    },
  );
});

/** Headers that may differ although the response is the same. */
const CHANGING = [
  "age",
  "cache-status",
  "cf-cache-status",
  "content-length",
  "server-timing",
  "x-request-id",
];

describe("HEAD request", () => {
  test.each(["/v1/?id=62", "/v1/?category=search&q=zq+film+62", "/search?q=zq+film+62", "/", "/v1/?id=x"])(
    "returns the status and headers of GET in any order: %s",
    async (address) => {
      for (const methods of [
        ["HEAD", "GET"],
        ["GET", "HEAD"],
      ]) {
        const { ask } = createSite();
        const said = [];
        for (const method of methods) {
          const { status, headers, body } = await ask(address, { method });
          expect(body === "").toBe(method === "HEAD");
          said.push([status, [...headers].filter(([name]) => !CHANGING.includes(name))]);
        }
        expect(said[0]).toEqual(said[1]);
      }
    },
  );
});

describe("If-None-Match request", () => {
  test.each([
    "/v1/?id=63",
    "/v1/?category=search&q=zq+film+63",
    "/search?q=zq+film+63",
    "/title/63/zq-film-63-1999",
    "/",
  ])("receives 304 from both caches, even for weak tags: %s", async (address) => {
    const { ask } = createSite();
    const entityTag = (await ask(address)).headers.get("ETag") ?? "";
    expect(entityTag).toMatch(/^"/);
    for (const value of [entityTag, `W/${entityTag}`]) {
      const headers = { "If-None-Match": value };
      const fromWorker = await deployment.here.fetch(
        new Request(`https://films.example${address}`, { headers }),
        clock.now(),
      );
      expect([value, fromWorker.status]).toEqual([value, 304]);
      expect(await ask(address, { headers })).toMatchObject({ status: 304, body: "" });
    }
  });
});

describe("CDN cache", () => {
  test("runs the Worker once for 200 simultaneous requests", async () => {
    for (const address of ["/v1/?id=64", "/search?q=zq+film+65", "/title/66/zq-film-66-1999"]) {
      const { ask, front } = createSite();
      const replies = await Promise.all(Array.from({ length: 200 }, () => ask(address)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect([address, front.runs]).toEqual([address, 1]);
    }
  });

  test.each([
    ["Cloudflare-Workers-Version-Key", "a visitor"],
    ["X-Forwarded-Scheme", "nothttps"],
  ])("stores a response per value of %s", async (name, value) => {
    for (const address of ["/v1/?id=68", "/title/68/zq-film-68-1999"]) {
      const { ask, front } = createSite();
      const usual = await ask(address);
      const other = await ask(address, { headers: { [name]: value } });
      expect([other.front, front.runs, other.body]).toEqual(["MISS", 2, usual.body]);
      expect((await ask(address)).front).toBe("HIT");
    }
  });

  test.each([
    ["/v1/?id=69", "HIT"],
    ["/title/69/zq-film-69-1999", "MISS"],
  ])("shares entries between http and https: %s is a %s", async (address, status) => {
    const { ask } = createSite();
    const plain = HOST.replace("https", "http");
    await ask(`${plain}${address}`, { headers: { "X-Forwarded-Scheme": "http" } });
    expect((await ask(address)).front).toBe(status);
  });

  test("starts empty after a deployment, unlike our own store", async () => {
    for (const address of ["/v1/?id=70", "/title/70/zq-film-70-1999"]) {
      const { ask, front } = createSite();
      await ask(address);
      front.deploy("2");
      const { headers, front: inFront } = await ask(address);
      expect([inFront, headers.get("Cache-Status")]).toEqual(["MISS", "marquee; hit"]);
    }
  });
});
