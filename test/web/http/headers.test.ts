import { describe, expect, test } from "vitest";
import type { LogLine } from "../../../worker/log.ts";
import { addVersion, REQUEST_ID, withoutBody } from "../../../worker/web/http/headers.ts";
import { requestId } from "../../../worker/web/request-context.ts";

const createRequest = (id?: string) =>
  new Request("https://marquee.example/v1/", { headers: id === undefined ? {} : { [REQUEST_ID]: id } });
const filled = (fill: (headers: Headers) => void) => {
  const headers = new Headers();
  fill(headers);
  return Object.fromEntries(headers);
};

describe("requestId()", () => {
  test.each(["12345678", "a-b_c-D9", "x".repeat(64)])("returns the client's id if it is %s", (id) => {
    expect(requestId(createRequest(id))).toBe(id);
  });

  test.each([undefined, "", "1234567", "x".repeat(65), "12345678 9", "a/12345678"])(
    "replaces the client's invalid id %j",
    (id) => {
      const [one, other] = [requestId(createRequest(id)), requestId(createRequest(id))];
      expect(one).toMatch(/^[\da-f-]{36}$/);
      expect(other).not.toBe(one);
    },
  );

  test("uses the X-Request-Id header", () => {
    expect(REQUEST_ID).toBe("X-Request-Id");
  });
});

describe("addVersion()", () => {
  test("adds the part of the version id that URLs omit", () => {
    const version = { id: "6b3f1c20-4425-4fe7-8c81-01bf963b6067", tag: "", timestamp: "" };
    expect(filled((headers) => addVersion(headers, version))).toEqual({ "marquee-version": "01bf963b6067" });
    expect(filled((headers) => addVersion(headers, undefined))).toEqual({});
  });
});

const request = new Request("https://marquee.test/images/240/1999/01/a.png", { method: "HEAD" });

function head(body: BodyInit | null, headers: HeadersInit = {}) {
  const work: Promise<unknown>[] = [];
  const lines: LogLine[] = [];
  const services = {
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    log: (line: LogLine) => lines.push(line),
  };
  const response = withoutBody(new Response(body, { headers }), request, services);
  return { response, lines, settled: () => Promise.all(work) };
}

describe("withoutBody()", () => {
  test("cancels an endless body without reading it", async () => {
    let given = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        given += 1;
        controller.enqueue(new Uint8Array(1_024));
      },
      cancel() {
        cancelled = true;
      },
    });
    const { response, settled } = head(endless, { ETag: '"a"' });
    await settled();
    expect(response.body).toBeNull();
    expect(response.headers.get("ETag")).toBe('"a"');
    expect(response.headers.has("Content-Length")).toBe(false);
    expect([cancelled, given <= 1]).toEqual([true, true]);
  });

  test("does not log the error message of a failing body", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new TypeError("at https://secret.example/"));
      },
    });
    const { response, lines, settled } = head(broken);
    await settled();
    expect(response.status).toBe(200);
    expect(lines).toEqual([{ event: "body-failed", reason: "TypeError" }]);
  });
});

describe("Content-Length of a HEAD response", () => {
  function length(status: number, type: string, encodings?: string): string | null {
    const headers = { "Content-Length": "5", "Content-Type": type };
    const cf = encodings === undefined ? {} : { cf: { clientAcceptEncoding: encodings } };
    const asked = new Request(request.url, { method: "HEAD", ...cf } as RequestInit);
    const services = { waitUntil: () => undefined, log: () => undefined };
    return withoutBody(new Response(null, { status, headers }), asked, services).headers.get(
      "Content-Length",
    );
  }

  test.each([
    ["an image", 200, "image/png", "gzip, br"],
    ["JSON for a client that accepts no compression", 200, "application/json", "identity"],
    ["JSON for a client that sends no Accept-Encoding", 200, "application/json", undefined],
    ["a response without a type", 200, "", undefined],
    ["a problem", 404, "application/problem+json", undefined],
  ])("is sent with %s", (_name, status, type, encodings) => {
    expect(length(status, type, encodings)).toBe("5");
  });

  test.each([
    ["a page", 200, "text/html; charset=utf-8", undefined],
    ["JSON that the platform compresses with gzip", 200, "application/json", "gzip"],
    ["JSON that the platform compresses with Brotli", 200, "application/json", "deflate, br"],
    ["JSON that the platform compresses with Zstandard", 200, "application/json", "zstd"],
    ["an SVG that the platform compresses", 200, "image/svg+xml", "gzip"],
    ["no content", 204, "image/png", undefined],
    ["a result that was not modified", 304, "image/png", undefined],
    ["what has an image in the name of its type", 200, "text/html; profile=image/png", undefined],
  ])("is not sent with %s", (_name, status, type, encodings) => {
    expect(length(status, type, encodings)).toBeNull();
  });
});
