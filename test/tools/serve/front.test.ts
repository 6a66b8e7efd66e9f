import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFront } from "../../../tools/serve/front.ts";

const received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
const target = createServer(async (request, response) => {
  received.push({ url: request.url, headers: request.headers, body: await text(request) });
  response.writeHead(200, { "X-Test": "yes" }).end("served");
});
let port = 0;
let front: ReturnType<typeof createFront>;

beforeAll(async () => {
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  const url = new URL(`http://127.0.0.1:${(target.address() as AddressInfo).port}`);
  front = createFront({ target: url, callerOf: () => "192.0.2.9" });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  port = (front.address() as AddressInfo).port;
});
afterAll(() => {
  front.close();
  target.close();
});

/** Sends a request as it is, because clients would normalise its path. */
async function send(path: string, headers: readonly string[] = [], body = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const length = body === "" ? [] : [`Content-Length: ${body.length}`];
  const lines = [
    `${body === "" ? "GET" : "POST"} ${path} HTTP/1.1`,
    "Host: films.example",
    "Connection: close",
  ];
  socket.write([...lines, ...headers, ...length, "", body].join("\r\n"));
  return await text(socket);
}

describe("front of a local server", () => {
  test("forwards the path, the host and the body unchanged", async () => {
    expect(await send("/v1/?q=%61&x=1", [], "input")).toMatch(
      /^HTTP\/1\.1 200 OK[\s\S]*X-Test: yes[\s\S]*served/,
    );
    expect(received.at(-1)).toMatchObject({
      url: "/v1/?q=%61&x=1",
      body: "input",
      headers: { host: "films.example" },
    });
  });

  test.each([
    "/cdn-cgi/explorer/api/d1/database/CONTROL/raw",
    "/cdn-cgi/local/platform-proxy",
    "/cdn-cgi",
    "/x/../cdn-cgi/local/explorer",
    "/x/%2e%2e/cdn-cgi/local",
    "/\\cdn-cgi/local".replace("/\\", "\\"),
    "http://films.example/cdn-cgi/local",
  ])("does not forward %s", async (path) => {
    const before = received.length;
    expect(await send(path)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(received).toHaveLength(before);
  });

  test("replaces headers that name the caller or control Miniflare", async () => {
    await send("/", ["CF-Connecting-IP: 198.51.100.1", "MF-Original-URL: http://other/", "MF-CF-Blob: {}"]);
    const { headers } = received.at(-1) ?? expect.fail();
    expect(headers["cf-connecting-ip"]).toBe("192.0.2.9");
    expect(Object.keys(headers).filter((name) => name.startsWith("mf-"))).toEqual([]);
  });
});
