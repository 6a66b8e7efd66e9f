/** Tests the forms of the site for language models: Markdown of titles and people, and `/llms.txt`. */
import { describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { sharedServer } from "../product/server.ts";

const target = inject("target");

const get = (path: string, init: RequestInit = {}) =>
  fetchOwn(`${target}${path}`, { redirect: "manual", ...init });

describe.each([
  ["/title/34/12-angry-men-1957", "# 12 Angry Men", "director"],
  ["/person/2386/akira-kurosawa", "# Akira Kurosawa", "Seven Samurai"],
])("%s.md", (path, heading, fact) => {
  test("contains the data of the page", async () => {
    const response = await get(`${path}.md`);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "text/markdown; charset=utf-8",
    ]);
    const text = await response.text();
    expect(text.startsWith(`${heading}\n\n<${target}${path}>\n\n- `)).toBe(true);
    expect(text).toContain(fact);
  });

  test("is linked from the page", async () => {
    const page = await (await get(path)).text();
    expect(page).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
  });

  test("is stored like the page, and supports HEAD and validators", async () => {
    const page = await get(path);
    const first = await get(`${path}.md`);
    await first.arrayBuffer();
    for (const name of ["Cache-Control", "CDN-Cache-Control"])
      expect(first.headers.get(name)?.replaceAll(/\d+/g, "n")).toBe(
        page.headers.get(name)?.replaceAll(/\d+/g, "n"),
      );
    const head = await get(`${path}.md`, { method: "HEAD" });
    expect([head.status, head.headers.get("Cache-Status"), await head.text()]).toEqual([
      200,
      expect.stringMatching(/^marquee; hit/),
      "",
    ]);
    const etag = first.headers.get("ETag") ?? "";
    expect((await get(`${path}.md`, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });
});

describe("Markdown form of a page", () => {
  test.each([
    ["/title/34/wrong.md", "/title/34/12-angry-men-1957.md"],
    ["/de/title/34/wrong.md", "/de/title/34/die-zwolf-geschworenen-1957.md"],
    ["/person/2386/wrong.md", "/person/2386/akira-kurosawa.md"],
    ["/fr/person/2386/wrong.md", "/fr/person/2386/akira-kurosawa.md"],
  ])("redirects %s to %s", async (path, location) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([308, location]);
  });

  test.each(["/title/9007199254740991/x.md", "/person/9007199254740991/x.md"])(
    "returns 404 for %s",
    async (path) => {
      const [text, page] = [await get(path), await get(path.slice(0, -".md".length))];
      expect([text.status, page.status]).toEqual([404, 404]);
      expect(text.headers.get("Cache-Control")).toBe(page.headers.get("Cache-Control"));
    },
  );
});

describe("/llms.txt", () => {
  test("links to pages, the API and the tools of this host", async () => {
    const text = await (await get("/llms.txt")).text();
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(6);
    for (const link of links.filter((link) => !link.endsWith("/mcp"))) {
      expect([link, (await fetchOwn(link)).status]).toEqual([link, 200]);
    }
    expect(text).toContain(`(${target}/mcp): Streamable HTTP without a session, read-only. Needs no key.`);
  });

  describe("with MCP=off and ACCESS=keyed", () => {
    const server = sharedServer({ MCP: "off", ACCESS: "keyed" });
    test("omits tools that are off, and mentions the key", async () => {
      const text = await (await fetchOwn(`${server.url}/llms.txt`)).text();
      expect(text).not.toContain("/mcp");
      expect(text).toContain("Requires a key, as a Bearer token.");
    });
  });
});
