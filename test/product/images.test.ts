/** Tests that the Worker serves images from a source and stores only complete ones. */
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { respond } from "../faults/behaviours.ts";
import { type Behaviour, type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { sharedServer } from "./server.ts";

const MIB = 1024 * 1024;
const TOKEN = "image-host-token";
const PNG = { "Content-Type": "image/png" };
const image = (bytes: number) =>
  Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(bytes - 8, 7)]);

/** Each test has its own path, for which nothing is stored. */
let path: string;
let tests = 0;

let source: FaultyUpstream;
const server = sharedServer(async () => {
  source = await startFaultyUpstream(respond(404, {}, ""));
  return { IMAGE_BASE_URL: new URL(`posters?token=${TOKEN}`, source.url).href, RATE_LIMIT: "off" };
});
afterAll(() => source.close());

const get = (method = "GET") => fetch(`${server.url}${path}`, { method });
const isHit = ({ headers }: Response) => headers.get("Cache-Status") === "marquee; hit";
const failures = () => server.printed().split("'origin-failed'").length - 1;

/** Sets the source's behaviour. The returned function counts the requests since then. */
function setBehaviour(behaviour: Behaviour): () => number {
  path = `/images/240/1999/01/${++tests}.png`;
  source.behaviour = behaviour;
  const before = source.calls.length;
  return () => source.calls.length - before;
}

/**
 * Sends a body without Content-Length, and then completes it, closes the connection early, or keeps the connection
 * open.
 */
function chunked(body: Buffer, end: "whole" | "broken" | "open" = "whole"): Behaviour {
  return (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let at = 0; at < body.length; at += 65_536) {
      const piece = body.subarray(at, at + 65_536);
      socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(piece);
      socket.write("\r\n");
    }
    if (end !== "open") socket.end(end === "whole" ? "0\r\n\r\n" : "");
  };
}

describe("GET /images/{path}", () => {
  test("accepts percent-encoded slashes in the path", async () => {
    setBehaviour(respond(200, PNG, image(100)));
    const encoded = path.replace(/1999.*/, (name) => encodeURIComponent(name));
    const response = await fetch(server.url + encoded);
    expect([encoded.split("%2F").length, response.status]).toEqual([3, 200]);
    expect((await response.arrayBuffer()).byteLength).toBe(100);
  });

  test.each([
    ["of a known length", respond(200, PNG, image(100_000)), 100_000],
    ["of an unknown length", chunked(image(100_000)), 100_000],
    ["of 8 MiB", respond(200, PNG, image(8 * MIB)), 8 * MIB],
    ["of 8 MiB and an unknown length", chunked(image(8 * MIB)), 8 * MIB],
    [
      "with a content coding",
      respond(200, { ...PNG, "Content-Encoding": "gzip" }, gzipSync(image(5_000))),
      5_000,
    ],
  ])("stores an image %s and sends its lifetime", async (_, behaviour, bytes) => {
    const countRequests = setBehaviour(behaviour);
    const first = await get();
    expect(first.headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
    expect(Buffer.from(await first.arrayBuffer()).equals(image(bytes))).toBe(true);
    const again = await fetchUntil(get, isHit);
    expect(Buffer.from(await again.arrayBuffer()).equals(image(bytes))).toBe(true);
    expect(again.headers.get("Content-Type")).toBe("image/png");
    const [, left] =
      /^public, max-age=(\d+), immutable$/.exec(again.headers.get("Cache-Control") ?? "") ?? [];
    expect(Number(left)).toBeGreaterThan(2_591_900);
    expect(again.headers.get("CDN-Cache-Control")).toBe(
      `max-age=${left}, stale-while-revalidate=0, stale-if-error=0`,
    );
    const calls = countRequests();
    await (await get()).arrayBuffer();
    expect(countRequests()).toBe(calls);
  });

  test.each([
    ["is empty", respond(200, PNG, "")],
    ["is empty and has no Content-Length", chunked(Buffer.alloc(0))],
    [
      "is an HTML page with the type of an image",
      respond(200, PNG, "<!doctype html><script>alert(1)</script>"),
    ],
    ["has the type of an HTML page", respond(200, { "Content-Type": "text/html" }, image(5_000))],
    ["has a Content-Length above 8 MiB", respond(200, PNG, image(8 * MIB + 1))],
    ["is longer than 8 MiB without a Content-Length", chunked(image(8 * MIB + 1))],
    ["breaks off", chunked(image(200_000), "broken")],
    [
      "is shorter than its Content-Length",
      respond(200, { ...PNG, "Content-Length": "200001" }, image(200_000)),
    ],
    ["is a partial response", respond(206, PNG, image(5_000))],
    ["is a redirect to a private address", respond(302, { Location: "https://127.0.0.1/" }, "")],
    ["is an error", respond(500, PNG, image(5_000))],
  ])("returns 502 without storing an image that %s", async (_, behaviour) => {
    const countRequests = setBehaviour(behaviour);
    const logged = failures();
    for (const calls of [1, 2]) {
      const response = await get();
      expect(response.status).toBe(502);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Cache-Status")).toMatch(/^marquee; fwd=uri-miss; fwd-status=\d{3}/);
      expect(await response.json()).toMatchObject({ type: `${server.url}/problems/bad-upstream` });
      expect(countRequests()).toBe(calls);
      await expect.poll(failures).toBe(logged + calls);
    }
  });

  test("returns 404 for a missing image and stores it for a minute", async () => {
    const countRequests = setBehaviour(respond(404, {}, "no such file"));
    const missing = await get();
    expect(missing.status).toBe(404);
    expect(await missing.text()).toBe("");
    expect(missing.headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(missing.headers.get("CDN-Cache-Control")).toBe(
      "max-age=60, stale-while-revalidate=0, stale-if-error=0",
    );
    expect(missing.headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
    source.behaviour = respond(200, PNG, image(5_000));
    const again = await fetchUntil(get, isHit);
    expect([again.status, countRequests()]).toEqual([404, 1]);
  });

  test("returns a problem for a missing image to a caller that asks for JSON", async () => {
    setBehaviour(respond(404, {}, "no such file"));
    const response = await fetch(`${server.url}${path}`, { headers: { Accept: "application/json" } });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "application/problem+json",
    ]);
    expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
  });

  test("follows a redirect within the image host", async () => {
    const found = respond(200, PNG, image(300));
    setBehaviour((socket, call) =>
      call.head.includes("moved")
        ? found(socket, call)
        : respond(302, { Location: "/moved.png" }, "")(socket, call),
    );
    expect((await (await get()).arrayBuffer()).byteLength).toBe(300);
  });

  test("adds the query string of IMAGE_BASE_URL without revealing it", async () => {
    setBehaviour(respond(200, PNG, image(5_000)));
    const response = await get();
    expect(source.calls.at(-1)?.head).toMatch(
      new RegExp(`^GET /v1/posters/1999/01/${tests}\\.png\\?token=${TOKEN} HTTP`),
    );
    setBehaviour((socket) => socket.resetAndDestroy());
    await (await get()).arrayBuffer();
    expect(JSON.stringify([...response.headers])).not.toContain(TOKEN);
    expect(server.printed()).not.toContain(TOKEN);
  });
});

describe("GET /images/{path} under load", () => {
  test.each([
    ["an image of 7.9 MB", 200, image(7_900_000)],
    ["a missing image", 404, Buffer.alloc(0)],
  ])("requests %s once for forty callers", async (_, status, body) => {
    const countRequests = setBehaviour(async (socket, call) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return respond(status, PNG, body)(socket, call);
    });
    const all = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await get();
        return [response.status, (await response.arrayBuffer()).byteLength];
      }),
    );
    expect(all).toEqual(Array(40).fill([status, body.byteLength]));
    expect(countRequests()).toBe(1);
  });

  test("sends the entity tag, and 304 to a caller who has it", async () => {
    const countRequests = setBehaviour(respond(200, PNG, image(5_000)));
    const entityTag = (await get()).headers.get("ETag") ?? "";
    const headers = { "If-None-Match": entityTag };
    const again = await fetchUntil(() => fetch(`${server.url}${path}`, { headers }), isHit);
    expect([again.status, await again.text(), countRequests()]).toEqual([304, "", 1]);
  });
});

describe("GET /t/p/{size}/{path}", () => {
  const SVG_TYPE = { "Content-Type": "image/svg+xml" };
  const LOGO = '<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';

  /** Sets the source's behaviour, as `setBehaviour()` does, and a path on TMDB's image server. */
  function setTmdbBehaviour(address: string, behaviour: Behaviour): () => number {
    const countRequests = setBehaviour(behaviour);
    path = address.replace("{n}", String(tests));
    return countRequests;
  }

  test.each([
    "original/2019/05/{n}.png",
    "w92/2019/05/{n}.png",
    "w500//2019/05/{n}.png",
    "h632/2019/05/{n}.png",
    "w600_and_h900_bestv2/2019/05/{n}.png",
    "w1920_and_h800_multi_faces_filter(duotone,00192f,00baff)/2019/05/{n}.png",
    "h100_filter(negate,000,666)/2019/05/{n}.png",
    "w500/2019%2F05%2F{n}.png",
  ])("serves %s from the image source and stores it", async (address) => {
    const countRequests = setTmdbBehaviour(`/t/p/${address}`, respond(200, PNG, image(500)));
    expect((await (await get()).arrayBuffer()).byteLength).toBe(500);
    await (await fetchUntil(get, isHit)).arrayBuffer();
    expect(countRequests()).toBe(1);
    expect(source.calls.at(-1)?.head).toMatch(
      new RegExp(`^GET /v1/posters/2019/05/${tests}\\.png\\?token=${TOKEN} HTTP`),
    );
    expect((await get()).headers.get("Cache-Control")).toMatch(/^public, max-age=\d+, immutable$/);
  });

  test.each([
    "w500/a.jpg",
    "w500/2019/05",
    "w500/2019/05/../../../secret.png",
    "w500/%2e%2e/%2e%2e/secret.png",
    "w500/2019/05/%2e%2e%2fsecret.png",
    "w500/https://example.org/2019/05/a.png",
    "w500/2019/05/a.png%3Fother=1",
    "w5/2019/05/a.png",
    "w99999/2019/05/a.png",
    "h100_filter(negate,000,666,url)/2019/05/a.png",
    "h100_filter(negate,000)/2019/05/a.png",
    "x/2019/05/a.png",
  ])("returns 404 without an upstream request for %s", async (address) => {
    const countRequests = setTmdbBehaviour(`/t/p/${address}`, respond(200, PNG, image(500)));
    const { status, headers } = await get();
    expect([status, headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
    expect(countRequests()).toBe(0);
  });

  test("serves an SVG with a policy that forbids scripts", async () => {
    setTmdbBehaviour("/t/p/w500/2019/05/{n}.svg", respond(200, SVG_TYPE, LOGO));
    const response = await get();
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await response.text()).toBe(LOGO);
  });

  test.each([
    ["an HTML page", "/t/p/original/2019/05/{n}.svg", "<!doctype html><body><svg></svg></body>"],
    ["an XHTML page", "/t/p/original/2019/05/{n}.svg", '<?xml version="1.0"?><html><svg></svg></html>'],
    ["an SVG with another file extension", "/t/p/original/2019/05/{n}.png", LOGO],
    ["an SVG at /images", "/images/240/2019/05/{n}.svg", LOGO],
  ])("returns 502 for %s and does not store it", async (_, address, body) => {
    setTmdbBehaviour(address, respond(200, SVG_TYPE, body));
    expect((await get()).status).toBe(502);
  });

  test("returns 502 and logs a body that is not an image", async () => {
    setTmdbBehaviour("/t/p/w500/2019/05/{n}.png", respond(200, PNG, "<!doctype html>"));
    const logged = failures();
    expect((await get()).status).toBe(502);
    await expect.poll(failures).toBe(logged + 1);
  });
});

describe("HEAD /images/{path}", () => {
  test("returns the status and headers of GET without a body", async () => {
    setBehaviour(respond(200, PNG, image(100_000)));
    const [missed, reading] = [await get("HEAD"), fetchUntil(get, isHit)];
    const read = await reading;
    const headed = await get("HEAD");
    for (const answer of [missed, headed]) {
      expect(await answer.text()).toBe("");
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Content-Length")).toBe("100000");
    }
    expect(stableHeaders(headed)).toEqual(stableHeaders(read));
    await read.arrayBuffer();
  });

  test.each([
    ["breaks off", chunked(image(200_000), "broken"), 502],
    ["never ends", chunked(image(200_000), "open"), 504],
  ])("fails like GET and logs the failure when the image %s", async (_, behaviour, status) => {
    const countRequests = setBehaviour(behaviour);
    const logged = failures();
    expect((await get("HEAD")).status).toBe(status);
    await expect.poll(failures).toBe(logged + 1);
    source.behaviour = respond(200, PNG, image(5_000));
    expect((await get()).headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
    expect(countRequests()).toBe(2);
    expect(server.printed()).not.toMatch(/uncaught/i);
  });
});

/** Returns the headers that stay the same when a request is repeated. */
function stableHeaders({ headers }: Response): Record<string, string> {
  const passing = ["cache-control", "cdn-cache-control", "date", "server-timing", "x-request-id"];
  const hop = ["connection", "keep-alive", "transfer-encoding"];
  return Object.fromEntries([...headers].filter(([name]) => ![...passing, ...hop].includes(name)));
}

/** Repeats a request until `enough` accepts the response, because images are stored in the background. */
async function fetchUntil(
  ask: () => Promise<Response>,
  enough: (response: Response) => boolean,
): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (enough(response)) return response;
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
