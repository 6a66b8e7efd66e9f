/** Whatever the address, the methods mean the same: on the API, on pages rendered or made at build time, on files. */
import { describe, expect, inject, test } from "vitest";

const target = inject("target");

/** Of each kind one that no other test asks for, so that nothing of it is stored. */
const ADDRESSES = [
  "/v1/?category=search&q=headed",
  "/v1/?category=credits&id=61",
  "/v1/?category=credits&id=999999999",
  "/v1/?category=search",
  "/v1/openapi.json",
  "/healthz",
  "/",
  "/de",
  "/developers",
  "/problems/not-found",
  "/search?q=headed+pages",
  "/ja/title/12/a-slug-that-is-wrong",
  "/sitemap.xml",
  "/robots.txt",
  "/images/92/abc.jpg",
  "/nothing/here",
  "/_astro/missing.js",
  "/500",
] as const;

/** What differs from one answer to the next. */
const PASSING = [
  "cache-control",
  "cdn-cache-control",
  "cache-status",
  "date",
  "server-timing",
  "x-request-id",
];
/** What belongs to the connection. */
const OF_THE_HOP = ["connection", "keep-alive", "transfer-encoding"];

function ask(path: string, init?: RequestInit): Promise<Response> {
  // As it is, so that GET says how long it is.
  return fetch(`${target}${path}`, {
    redirect: "manual",
    headers: { "Accept-Encoding": "identity" },
    ...init,
  });
}

function lasting({ headers }: Response): Record<string, string> {
  const skipped = [...PASSING, ...OF_THE_HOP];
  return Object.fromEntries([...headers].filter(([name]) => !skipped.includes(name)));
}

/** How long a browser may reuse an answer from now; `NaN`: nothing is said of it. */
function secondsLeft({ headers }: Response): number {
  return Number(/max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1]);
}

describe.each(ADDRESSES)("%s", (path) => {
  test("has for HEAD the status and headers of GET, cold or stored, and no body", async () => {
    const headed = await ask(path, { method: "HEAD" });
    expect(await headed.text()).toBe("");
    const read = await ask(path);
    await read.arrayBuffer();
    expect(headed.status).toBe(read.status);
    const { "content-length": said, ...others } = lasting(headed);
    const { "content-length": length, ...same } = lasting(read);
    expect(others).toEqual(same);
    // Where it is known only from reading the body, HEAD leaves it out (RFC 9110 section 9.3.2).
    if (said !== undefined || path.startsWith("/v1/")) expect(said).toBe(length);
    // A second or two may have passed between them.
    const [before, after] = [secondsLeft(headed), secondsLeft(read)];
    if (Number.isNaN(after)) expect(before).toBeNaN();
    else expect(before - after).toBeLessThan(5);
    expect([...headed.headers.keys()]).toEqual(
      expect.arrayContaining(PASSING.filter((name) => read.headers.has(name))),
    );
  });

  test("answers OPTIONS with 204 and the allowed methods", async () => {
    const response = await ask(path, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("admits a preflight request only if any site may read the response to GET", async () => {
    const read = await ask(path);
    await read.arrayBuffer();
    const allowed = read.headers.get("Access-Control-Allow-Origin");
    const { headers } = await ask(path, { method: "OPTIONS" });
    expect(headers.get("Access-Control-Allow-Origin")).toBe(allowed);
    expect(headers.has("Access-Control-Allow-Methods")).toBe(allowed !== null);
    expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });

  test("refuses other methods, and names the allowed ones", async () => {
    const response = await ask(path, { method: "POST" });
    await response.arrayBuffer();
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe.each(["/favicon.svg", "/icon-192.png", "/manifest.webmanifest"])(
  "%s, which is not a page",
  (path) => {
    test("is served by the platform, without the Worker", async () => {
      const response = await ask(path);
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      expect(response.headers.has("Cache-Status")).toBe(false);
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    });

    test("bounds how long it is served stale", async () => {
      const { headers, body } = await ask(path);
      await body?.cancel();
      const said = headers.get("CDN-Cache-Control") ?? headers.get("Cache-Control");
      expect(said).toMatch(/stale-if-error=0|must-revalidate/);
    });

    test("refuses other methods", async () => {
      const response = await ask(path, { method: "POST" });
      await response.arrayBuffer();
      expect(response.status).toBe(405);
    });
  },
);

test("an existing script is immutable", async () => {
  const [, script = ""] = /src="(\/_astro\/[^"]+)"/.exec(await (await ask("/")).text()) ?? [];
  const response = await ask(script);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("CDN-Cache-Control")).toContain("stale-if-error=0");
  expect(response.headers.has("Cache-Status")).toBe(false);
  await response.arrayBuffer();
});

test.each(["/problems/internal/", "/developers/", "/developers.html"])(
  "%s redirects to its normal form",
  async (path) => {
    const response = await ask(path);
    expect(response.status).toBeGreaterThanOrEqual(301);
    expect(response.status).toBeLessThan(309);
    expect(response.headers.get("Cache-Control")).not.toBeNull();
  },
);

test.each(["/", "/developers", "/v1/openapi.json", "/problems/not-found"])(
  "a request for %s with its entity tag gets a 304 without a body, and with another one the whole",
  async (path) => {
    const first = await ask(path);
    await first.arrayBuffer();
    const tag = first.headers.get("ETag") ?? "";
    const asked = (method: string, condition: string) =>
      ask(path, { method, headers: { "If-None-Match": condition, "Accept-Encoding": "identity" } });
    for (const method of ["GET", "HEAD"]) {
      const response = await asked(method, `"x", W/${tag.replace(/^W\//, "")}`);
      expect([response.status, await response.text(), response.headers.get("ETag")]).toEqual([304, "", tag]);
      expect(response.headers.get("Cache-Control")).toBe(first.headers.get("Cache-Control"));
    }
    const other = await asked("GET", '"x", "y"');
    expect([other.status, (await other.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  },
);

test("HEAD omits Content-Length when the response to GET is compressed", async () => {
  const init = { headers: { "Accept-Encoding": "gzip" } };
  const [headed, read] = [
    await ask(ADDRESSES[0], { ...init, method: "HEAD" }),
    await ask(ADDRESSES[0], init),
  ];
  expect(headed.headers.get("Content-Length")).toBe(read.headers.get("Content-Length"));
  expect(read.headers.get("Content-Encoding")).toBe("gzip");
});
