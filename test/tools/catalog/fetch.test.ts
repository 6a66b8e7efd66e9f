/** Tests `catalog fetch` against a server on a loopback port that breaks off, changes its files and sends broken ones. */

import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { random } from "../../bench/search/titles.ts";
import { listen } from "../../listening.ts";
import { createFolder } from "./folder.ts";
import { catalog } from "./run.ts";

/** The time for the client to read what was sent, in milliseconds. Data that it has not read is lost when a connection ends. */
const READ_MS = 300;
const MODIFIED = "Sun, 22 Nov 2026 10:00:00 GMT";
const next = random(16);
const WHOLE = gzipSync(Buffer.from(Array.from({ length: 60_000 }, () => Math.floor(next() * 256))));

const served = {
  body: WHOLE as Buffer,
  entityTag: '"one"' as string | null,
  status: 200,
  /** The number of bytes after which each of the next responses breaks off. */
  breaks: [] as number[],
  /** Called after each response that broke off. */
  onBreak: () => {},
};
let asked: string[] = [];
const server = createServer((request, response) => {
  const { range = "", "if-range": ifRange = "", "if-modified-since": since = "" } = request.headers;
  asked.push([range, ifRange, since].filter((text) => text !== "").join(" "));
  const { body, entityTag, status, breaks } = served;
  if (status !== 200) return void response.writeHead(status).end();
  if (since === MODIFIED) return void response.writeHead(304).end();
  const validators = { "Last-Modified": MODIFIED, ...(entityTag !== null && { ETag: entityTag }) };
  const from = ifRange === (entityTag ?? MODIFIED) ? Number(/\d+/.exec(range)?.[0] ?? 0) : 0;
  const sent = body.subarray(from);
  const headers = { ...validators, "Content-Length": sent.length };
  if (from > 0)
    response.writeHead(206, {
      ...headers,
      "Content-Range": `bytes ${from}-${body.length - 1}/${body.length}`,
    });
  else response.writeHead(200, headers);
  const end = breaks.shift();
  if (end === undefined) {
    response.end(sent);
    return;
  }
  response.write(sent.subarray(0, end), () => setTimeout(() => response.destroy(), READ_MS));
  served.onBreak();
});
const { url, close } = await listen(server);
afterAll(close);

let folder: string;
beforeEach(() => {
  Object.assign(served, { body: WHOLE, entityTag: '"one"', status: 200, breaks: [], onBreak: () => {} });
  asked = [];
  folder = createFolder({});
});

const fetched = () => catalog("fetch", `${url}/title.basics.tsv.gz`, "--to", folder);
const file = () => join(folder, "title.basics.tsv.gz");
const isWhole = () => existsSync(file()) && readFileSync(file()).equals(WHOLE);

describe("catalog fetch", () => {
  test("fetches a file with its date, and not again until it changes", async () => {
    expect(await fetched()).toMatchObject({ code: 0 });
    expect([isWhole(), readdirSync(folder)]).toEqual([true, ["title.basics.tsv.gz"]]);
    expect(statSync(file()).mtime.toUTCString()).toBe(MODIFIED);
    expect(await fetched()).toEqual({ code: 0, out: `${file()} is up to date.\n` });
    expect(asked).toEqual(["", MODIFIED]);
  });

  test.each(['"one"', null])("resumes after each break, with the validator %s", async (entityTag) => {
    served.entityTag = entityTag;
    served.breaks = [10_000, 20_000, 5_000, 5_000, 5_000];
    expect(await fetched()).toMatchObject({ code: 0 });
    const validator = entityTag ?? MODIFIED;
    const resumed = asked.filter((request) => request !== "");
    expect(resumed.length).toBeGreaterThan(2);
    for (const request of resumed) expect(request).toMatch(new RegExp(`^bytes=\\d+- ${validator}$`));
    const offsets = resumed.map((request) => Number(/\d+/.exec(request)?.[0]));
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
    expect([isWhole(), readdirSync(folder)]).toEqual([true, ["title.basics.tsv.gz"]]);
  });

  test("begins again if the file changes meanwhile", async () => {
    served.body = Buffer.alloc(50_000, "old");
    served.breaks = [10_000];
    served.onBreak = () => Object.assign(served, { body: WHOLE, entityTag: '"two"' });
    expect(await fetched()).toMatchObject({ code: 0 });
    expect(isWhole()).toBe(true);
  });

  test("gives up after attempts without progress, and continues when it is run again", async () => {
    served.breaks = [10_000, 0, 0, 0, 0];
    const { code, out } = await fetched();
    expect([code, asked.length]).toEqual([1, 5]);
    expect(out).toMatch(/could not be fetched: .*\. To continue, run the command again\.\n$/);
    served.breaks = [];
    expect(await fetched()).toMatchObject({ code: 0 });
    expect([isWhole(), asked.at(-1)]).toEqual([true, 'bytes=10000- "one"']);
  });

  test.each([
    ["cut off", WHOLE.subarray(0, -10), "is broken or cut off"],
    ["no gzip", Buffer.from("<html>"), "is broken or cut off"],
    ["empty", Buffer.alloc(0), "the file is empty"],
  ])("keeps the earlier file if the new one is %s", async (_, body, reason) => {
    await fetched();
    Object.assign(served, { body, entityTag: '"broken"' });
    const since = new Date(0);
    utimesSync(file(), since, since);
    const { code, out } = await fetched();
    expect([code, out]).toEqual([1, expect.stringContaining(reason)]);
    expect([isWhole(), readdirSync(folder)]).toEqual([true, ["title.basics.tsv.gz"]]);
  });

  test.each([404, 403])("fails at once with status %i", async (status) => {
    served.status = status;
    const { code, out } = await fetched();
    expect([code, out, asked.length]).toEqual([
      1,
      expect.stringContaining(`status ${status}. Nothing was replaced`),
      1,
    ]);
  });

  test("retries while the server responds with 503", async () => {
    served.status = 503;
    expect(await fetched()).toMatchObject({ code: 1 });
    expect(asked).toHaveLength(4);
  });

  test.each([
    [["ftp://x/a.gz"], "is not a URL"],
    [["https://x/"], "does not end in the name of a file"],
    [["https://x/a/.hidden"], "does not end in the name of a file"],
    [["https://x/a.gz", "https://y/a.gz"], "Two URLs end in a.gz."],
    [[], "fetch needs URLs and --to with a folder."],
  ])("rejects %j", async (urls, reason) => {
    expect(await catalog("fetch", ...urls, "--to", folder)).toEqual({
      code: 1,
      out: expect.stringContaining(reason),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
