/** Tests that deployments keep the files of earlier builds. An HTTP server replaces the running version. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { addEarlierFiles, listOwnFiles } from "../../tools/deploy/files.ts";
import { freePort, type Listening, listen } from "../listening.ts";

const DAY = 86_400_000;
const folders: string[] = [];
const servers: Listening[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});

/** Creates a build with these files and returns its folder. */
function writeBuild(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "marquee-files-"));
  folders.push(folder);
  mkdirSync(join(folder, "_astro"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "_astro", name), text);
  listOwnFiles(folder);
  return folder;
}

/** Serves a build and returns its URL. `list`, if given, replaces the build's list of files. */
async function serve(folder: string, list?: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files");
    if (list !== undefined && pathname.endsWith("list.json")) return response.end(list);
    try {
      return response.end(readFileSync(join(folder, pathname)));
    } catch {
      return response.writeHead(404).end();
    }
  });
  const listening = await listen(server);
  servers.push(listening);
  return listening.url;
}

const names = (folder: string) => readdirSync(join(folder, "_astro")).sort();

describe("addEarlierFiles()", () => {
  test("keeps a replaced file for a day", async () => {
    const first = writeBuild({ "page.aaa.css": "old", "font.fff.woff2": "font" });
    const second = writeBuild({ "page.bbb.css": "new", "font.fff.woff2": "font" });
    expect(await addEarlierFiles(second, await serve(first), 0, fetch)).toBe(1);
    expect(names(second)).toEqual(["font.fff.woff2", "list.json", "page.aaa.css", "page.bbb.css"]);
    expect(readFileSync(join(second, "_astro/page.aaa.css"), "utf8")).toBe("old");

    const running = await serve(second);
    const third = writeBuild({ "page.ccc.css": "newer", "font.fff.woff2": "font" });
    expect(await addEarlierFiles(third, running, DAY - 1, fetch)).toBe(2);
    const dayAfter = writeBuild({ "page.ccc.css": "newer", "font.fff.woff2": "font" });
    expect(await addEarlierFiles(dayAfter, running, DAY, fetch)).toBe(1);
    expect(names(dayAfter)).not.toContain("page.aaa.css");
  });

  test("treats a restored file as part of the build", async () => {
    const first = writeBuild({ "page.aaa.css": "a" });
    const second = writeBuild({ "page.bbb.css": "b" });
    await addEarlierFiles(second, await serve(first), 0, fetch);
    const again = writeBuild({ "page.aaa.css": "a" });
    await addEarlierFiles(again, await serve(second), 1, fetch);
    const list = JSON.parse(readFileSync(join(again, "_astro/list.json"), "utf8"));
    expect(list).toEqual({ "page.aaa.css": null, "page.bbb.css": 1 + DAY });
  });

  test.each([
    ["HTML instead of a list", "<!doctype html>"],
    ["a path", '{"../page.aaa.css":null}'],
    ["a path that begins like a file name", '{"page/../../page.aaa.css":null}'],
    ["a hidden file", '{".env":null}'],
    ["an invalid time", '{"page.aaa.css":"tomorrow"}'],
  ])("ignores a malformed list of earlier files: %s", async (_, list) => {
    const folder = writeBuild({ "page.bbb.css": "new" });
    const earlier = writeBuild({ "page.aaa.css": "old" });
    writeFileSync(join(earlier, "page.aaa.css"), "above the folder");
    const address = await serve(earlier, list);
    expect(await addEarlierFiles(folder, address, 0, fetch)).toBe(0);
    expect(names(folder)).toEqual(["list.json", "page.bbb.css"]);
  });

  test("does not fail when the server or a file is missing", async () => {
    const folder = writeBuild({ "page.bbb.css": "new" });
    expect(await addEarlierFiles(folder, `http://127.0.0.1:${await freePort()}`, 0, fetch)).toBe(0);
    const address = await serve(writeBuild({}), '{"page.aaa.css":null}');
    expect(await addEarlierFiles(folder, address, 0, fetch)).toBe(0);
  });
});
