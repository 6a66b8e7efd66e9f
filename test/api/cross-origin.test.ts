/**
 * Tests the API from a page on another origin in Chromium. `addresses.test.ts` checks the CORS headers of every URL.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newPage } from "../browser/browser.ts";
import { type Listening, listen } from "../listening.ts";
import { type Server, startServer } from "../product/server.ts";
import { BUILT, type importClient } from "./built-client.ts";

type Client = Awaited<ReturnType<typeof importClient>>;

const target = inject("target");
let elsewhere: Listening;
let page: Page;
let keyed: Server;

beforeAll(async () => {
  const code = readFileSync(BUILT.code);
  const server = createServer((request, response) => {
    if (request.url === "/client.js") response.setHeader("Content-Type", "text/javascript").end(code);
    else response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title>");
  });
  elsewhere = await listen(server);
  keyed = await startServer({ ACCESS: "keyed", CLIENT_KEYS: "a".repeat(64) });
  page = await newPage();
  await page.goto(`${elsewhere.url}/`);
});

afterAll(async () => {
  await page?.close();
  await keyed?.stop();
  await elsewhere?.close();
});

/** Returns the parts of a response that a script on the page can read. */
function read(address: string, init: { headers?: Record<string, string> } = {}) {
  return page.evaluate(
    async ([url, options]) => {
      const response = await fetch(url, options);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
    [address, init] as const,
  );
}

describe("page on another origin", () => {
  test("can read the body and the headers of an API response", async () => {
    const { status, headers, body } = await read(`${target}/v1/?category=search&q=alien`);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toBeInstanceOf(Array);
    const readable = ["cache-status", "content-language", "etag", "link", "x-request-id"];
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(readable));
  });

  test("can read the 401 response to an unknown key", async () => {
    const headers = { Authorization: "Bearer unknown" };
    const answer = await read(`${keyed.url}/v1/?category=search&q=alien`, { headers });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="marquee"']);
  });

  test("can send a conditional request", async () => {
    const address = `${target}/v1/?category=credits&id=123`;
    const { headers } = await read(address);
    const again = await read(address, { headers: { "If-None-Match": headers.etag ?? "" } });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  test("can use the client library", async () => {
    // The import is in a string, so that the test runner does not resolve it.
    const imported = await page.evaluateHandle<Client>('import("/client.js")');
    const seen = await page.evaluate(
      async ([module, baseUrl]) => {
        const client = module.marquee({ baseUrl });
        const [film] = await client.search("godzilla", { f: "2023" });
        const [first, second] = [await client.credits(film?.id ?? 0), await client.credits(film?.id ?? 0)];
        const problem = await client.search("").catch((thrown) => thrown);
        let pages = 0;
        for await (const found of client.pages("the", { limit: 10 })) pages += found.length > 0 ? 1 : 0;
        return {
          title: film?.title,
          same: JSON.stringify(first) === JSON.stringify(second),
          problem: problem instanceof module.MarqueeProblem && problem.type,
          pages,
        };
      },
      [imported, `${target}/v1`] as const,
    );
    expect(seen).toMatchObject({ title: "Godzilla Minus One", same: true, problem: "invalid-parameter" });
    expect(seen.pages).toBeGreaterThan(1);
  });
});
