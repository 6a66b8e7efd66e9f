/**
 * Tests methods, headers and CORS of every row of the route table, and of unknown URLs. Other tests check the bodies.
 */
import { describe, expect, test } from "vitest";
import { type Address, formatMethods, formatPath, ADDRESSES as TABLE } from "../../worker/web/addresses.ts";
import { expectDocumented, TARGET } from "./document.ts";

const VALUES = {
  id: 123,
  slug: "godzilla-minus-one-2023",
  type: "internal",
  part: 0,
  width: 240,
  path: "1999/03/x.jpg",
  source: "imdb",
  size: "w500",
  file: "x.jpg",
};

/** The paths to request for some routes. For all other routes, the parameters come from `VALUES`. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  "/v1/titles/:id/seasons/:season": ["/v1/titles/143/seasons/1"],
  "/v1": ["/v1?category=search&q=headed", "/v1?category=credits&id=61", "/v1?id=999999999", "/v1"],
  "/v1/titles": ["/v1/titles?ids=123,34"],
  "/v1/people": ["/v1/people?q=headed"],
  "/v1/people/shared": ["/v1/people/shared?ids=2386,2379"],
  "/v1/people/:id": ["/v1/people/2386"],
  "/v1/suggest": ["/v1/suggest?q=hea"],
  "/v1/find/:source/:id": ["/v1/find/imdb/tt0050083"],
  "/v1/match": ["/v1/match?name=Headed.1957.mkv"],
  "/3/:path+": ["/3/movie/389", "/3/movie/999999"],
  "/": ["/", "/de"],
  "/search": ["/search?q=headed+pages"],
  "/title/:id/:slug": ["/title/34/12-angry-men-1957", "/ja/title/12/a-slug-that-is-wrong"],
  "/suggestions": ["/suggestions?q=hea"],
};

interface Row {
  readonly path: string;
  readonly kind: Address["kind"];
  readonly methods: string;
  /** The path in the OpenAPI document, or `null` if it is not documented. */
  readonly documented: string | null;
}

const GET_METHODS = "GET, HEAD, OPTIONS";

// `/admin/purge` exists only if a token is set, so `product/purge.test.ts` tests it.
const LISTED: readonly Row[] = Object.values<Address>(TABLE)
  .filter(({ kind }) => kind !== "admin")
  .flatMap((address) => {
    const documented = address.kind === "api" ? address.path.replaceAll(/:(\w+)/g, "{$1}") : null;
    const row = { kind: address.kind, methods: formatMethods(address), documented };
    return (PATHS[address.path] ?? [formatPath(address, VALUES)]).map((path) => ({ path, ...row }));
  });

const UNLISTED: readonly Row[] = [
  { path: "/v1/nothing", kind: "api", methods: GET_METHODS, documented: null },
  { path: "/3/nothing", kind: "tmdb", methods: GET_METHODS, documented: null },
  { path: "/images/92/abc.jpg", kind: "image", methods: GET_METHODS, documented: null },
  { path: "/nothing/here", kind: "page", methods: GET_METHODS, documented: null },
  { path: "/_astro/missing.js", kind: "page", methods: GET_METHODS, documented: null },
  { path: "/500", kind: "page", methods: GET_METHODS, documented: null },
];

const ROWS = [...LISTED, ...UNLISTED];

function request(path: string, init?: RequestInit): Promise<Response> {
  // A compressed response to GET would have no Content-Length.
  const headers = { "Accept-Encoding": "identity" };
  return fetch(`${TARGET}${path}`, { redirect: "manual", headers, ...init });
}

/** Returns the response to a request after discarding its body. */
async function requestHead(path: string, init?: RequestInit): Promise<Response> {
  const response = await request(path, init);
  await response.arrayBuffer();
  return response;
}

/** Headers whose values change from response to response. */
const CHANGING = [
  "cache-control",
  "cdn-cache-control",
  "cache-status",
  "date",
  "server-timing",
  "x-request-id",
];
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding"];

function lastingHeaders({ headers }: Response): Record<string, string> {
  const skipped = [...CHANGING, ...HOP_BY_HOP];
  return Object.fromEntries([...headers].filter(([name]) => !skipped.includes(name)));
}

/**
 * Returns the remaining seconds for which a browser may reuse the response, or `NaN` if the header has no lifetime.
 */
function remainingLifetime({ headers }: Response): number {
  return Number(/max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1]);
}

describe.each(ROWS)("$path", ({ path, kind, methods, documented }) => {
  const isPublic = kind !== "page" && kind !== "mcp";

  test("does not return a server error", async () => {
    expect((await requestHead(path)).status).not.toBeOneOf([500, 502, 503, 504]);
  });

  test.runIf(methods.includes("GET"))("returns the status and headers of GET for HEAD requests", async () => {
    const headed = await request(path, { method: "HEAD" });
    expect(await headed.text()).toBe("");
    const read = await requestHead(path);
    expect(headed.status).toBe(read.status);
    const { "content-length": length, ...headers } = lastingHeaders(headed);
    const { "content-length": lengthOfGet, ...headersOfGet } = lastingHeaders(read);
    expect(headers).toEqual(headersOfGet);
    // HEAD may omit Content-Length if the body would have to be generated to know it (RFC 9110 section 9.3.2).
    if (length !== undefined || path.startsWith("/v1/")) expect(length).toBe(lengthOfGet);
    // The lifetimes may differ by the seconds between the two requests.
    const [before, after] = [headed, read].map(remainingLifetime) as [number, number];
    if (Number.isNaN(after)) expect(before).toBeNaN();
    else expect(before - after).toBeLessThan(5);
    expect([...headed.headers.keys()]).toEqual(
      expect.arrayContaining(CHANGING.filter((name) => read.headers.has(name))),
    );
  });

  test("sends the headers that all responses share", async () => {
    const { headers } = await requestHead(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": expect.stringMatching(/\w/),
      "cache-status": expect.stringMatching(/^marquee; /),
      ...(kind === "image"
        ? {}
        : { "content-security-policy": expect.stringContaining("default-src 'none'; ") }),
      "marquee-version": expect.stringMatching(/^[\da-f]{12}$/),
      "referrer-policy": "strict-origin-when-cross-origin",
      "server-timing": expect.stringMatching(/\w/),
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headers.has("Set-Cookie")).toBe(false);
  });

  test("allows cross-origin reads only if it is public", async () => {
    const { headers } = await requestHead(path);
    expect(headers.get("Access-Control-Allow-Origin")).toBe(isPublic ? "*" : null);
    expect(headers.has("Access-Control-Expose-Headers")).toBe(isPublic);
    expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });

  test("lists its methods in response to OPTIONS", async () => {
    const response = await request(path, { method: "OPTIONS" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      allow: methods,
      "cache-control": "no-store",
    });
  });

  test("accepts CORS preflight requests only if it is public", async () => {
    const { headers } = await request(path, { method: "OPTIONS" });
    const cors = [...headers].filter(([name]) => /^access-control-(?!expose)/.test(name));
    const admitted = {
      "access-control-allow-headers": "*, Authorization",
      "access-control-allow-methods": methods,
      "access-control-allow-origin": "*",
      "access-control-max-age": "86400",
    };
    expect(Object.fromEntries(cors)).toEqual(isPublic ? admitted : {});
  });

  test("returns 405 and Allow for any other method", async () => {
    const response = await requestHead(path, { method: methods.includes("POST") ? "PUT" : "POST" });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(methods);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(isPublic ? "*" : null);
  });

  test("returns 304 when If-None-Match contains its entity tag", async () => {
    const { headers } = await requestHead(path);
    const entityTag = headers.get("ETag");
    if (entityTag === null) return;
    const list = `"x", W/${entityTag.replace(/^W\//, "")}`;
    for (const method of ["GET", "HEAD"]) {
      const response = await request(path, { method, headers: { "If-None-Match": list } });
      expect([response.status, await response.text()]).toEqual([304, ""]);
      expect(response.headers.get("ETag")).toBe(entityTag);
    }
    const whole = await request(path, { headers: { "If-None-Match": '"x", "y"' } });
    expect([whole.status, (await whole.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  if (documented === null || !methods.includes("GET")) return;

  test.each(["GET", "HEAD", "OPTIONS", "DELETE"])("responds to %s as documented", async (method) => {
    const operation = methods.includes(method) ? method.toLowerCase() : "get";
    await expectDocumented(await request(path, { method }), documented, operation);
  });
});

describe.each(["/favicon.svg", "/icon-192.png", "/manifest.webmanifest"])("static file %s", (path) => {
  test("is served without invoking the Worker", async () => {
    const { status, headers } = await requestHead(path);
    expect(status).toBe(200);
    expect(headers.has("Cache-Status")).toBe(false);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("is not served stale after an error", async () => {
    const { headers } = await requestHead(path);
    const directives = headers.get("CDN-Cache-Control") ?? headers.get("Cache-Control");
    expect(directives).toMatch(/stale-if-error=0|must-revalidate/);
  });

  test("returns 405 for POST", async () => {
    expect((await requestHead(path, { method: "POST" })).status).toBe(405);
  });
});

describe("/_astro scripts", () => {
  test("are cached permanently by browsers", async () => {
    const [, path = ""] = /src="(\/_astro\/[^"]+)"/.exec(await (await request("/")).text()) ?? [];
    const { status, headers } = await requestHead(path);
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("CDN-Cache-Control")).toContain("stale-if-error=0");
    expect(headers.has("Cache-Status")).toBe(false);
  });
});

describe.each(["/problems/internal/", "/developers/", "/developers.html"])("non-canonical URL %s", (path) => {
  test("redirects to the canonical URL", async () => {
    const { status, headers } = await requestHead(path);
    expect(status).toBeOneOf([301, 302, 307, 308]);
    expect(headers.get("Cache-Control")).not.toBeNull();
  });
});

describe("compressed response", () => {
  test("sends the same Content-Length for HEAD and GET", async () => {
    const path = "/v1?category=search&q=headed";
    const headers = { "Accept-Encoding": "gzip" };
    const [headed, read] = [
      await requestHead(path, { headers, method: "HEAD" }),
      await requestHead(path, { headers }),
    ];
    expect(headed.headers.get("Content-Length")).toBe(read.headers.get("Content-Length"));
    expect(read.headers.get("Content-Encoding")).toBe("gzip");
  });
});
