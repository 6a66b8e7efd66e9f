/** Tests the cards that link previews show, with the starter catalog, which has no images. */
import { inflateSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { drawCard } from "../../site/components/cards/draw-card.ts";
import { toDrawable } from "../../site/components/cards/drawable.ts";
import { newPage } from "../browser/browser.ts";

const get = (path: string) => fetch(inject("target") + path);

/** Returns the value of a `meta` element, by its property or name. */
async function readMeta(path: string): Promise<(name: string) => string | undefined> {
  const html = await (await get(path)).text();
  return (name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

const PAGES = [
  ["title", "/title/34/12-angry-men-1957", "/cards/title/34.png", "video.movie"],
  ["German title", "/de/title/34/die-zw%C3%B6lf-geschworenen-1957", "/de/cards/title/34.png", "video.movie"],
  ["credits", "/title/34/12-angry-men-1957/credits", "/cards/title/34.png", "video.movie"],
  ["person", "/person/1/henry-fonda", "/cards/person/1.png", "profile"],
  ["season", "/title/143/breaking-bad-2008/season/1", "/cards/season/143-1.png", "video.tv_show"],
  ["home page", "/", "/card.png", "website"],
] as const;

describe.each(PAGES)("link preview of a %s", (_, path, card, type) => {
  test("names an image of 1,200 by 630 pixels with a text", async () => {
    const meta = await readMeta(path);
    expect(meta("og:image")).toBe(inject("target") + card);
    expect([meta("og:image:width"), meta("og:image:height")]).toEqual(["1200", "630"]);
    expect(meta("og:image:alt")).not.toBe("");
    expect([meta("og:type"), meta("twitter:card")]).toEqual([type, "summary_large_image"]);
  });

  test("has a PNG of at most 60 KB that a browser decodes", async () => {
    const response = await get(card);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.byteLength).toBeLessThan(60_000);
    const page = await newPage();
    await page.goto(inject("target") + card);
    const size = await page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]");
    expect(size).toEqual([1_200, 630]);
    await page.close();
  });
});

describe("link preview", () => {
  test("names the locales of the other languages", async () => {
    const html = await (await get("/fr/title/34/12-hommes-en-colere-1957")).text();
    expect(html).toContain('<meta property="og:locale" content="fr_FR">');
    const alternates = [...html.matchAll(/og:locale:alternate" content="(\w+)"/g)].map(
      ([, locale]) => locale,
    );
    expect(alternates).toContain("en_US");
    expect(alternates).not.toContain("fr_FR");
  });

  test("has the original title if the font lacks the letters of the translation", async () => {
    const meta = await readMeta(
      "/ja/title/34/%E5%8D%81%E4%BA%8C%E4%BA%BA%E3%81%AE%E6%80%92%E3%82%8C%E3%82%8B%E7%94%B7-1957",
    );
    expect(meta("og:image")).toBe(`${inject("target")}/ja/cards/title/34.png`);
    expect((await get("/ja/cards/title/34.png")).status).toBe(200);
  });
});

describe("GET /cards/{of}/{id}.png", () => {
  test.each(["title/999999", "season/143-99", "season/34", "title/34-1", "nothing/34", "person/0"])(
    "responds with a problem for %s",
    async (path) => {
      const response = await get(`/cards/${path}.png`);
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get("Content-Type")).toContain("json");
    },
  );

  test("serves a stored card", async () => {
    await get("/cards/title/30.png");
    expect((await get("/cards/title/30.png")).headers.get("Cache-Status")).toContain("hit");
  });
});

describe("drawCard()", () => {
  const pictured = { title: "M", original_title: "M", year: "1931" };
  const draw = (title: string, lines: readonly string[] = []) => drawCard({ title, lines, pictured });

  test.each([
    "M",
    "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
    "Ängsthäse",
    "x".repeat(5_000),
  ])("draws a whole image for %s", async (title) => {
    const png = Buffer.from(await draw(title, ["1931", "y".repeat(5_000)]));
    const start = png.indexOf("IDAT");
    const data = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
    expect(data.byteLength).toBe(1_201 * 630);
    expect(png.byteLength).toBeLessThan(60_000);
  });
});

describe("toDrawable()", () => {
  test.each([
    ["Amélie", "Amélie"],
    ["Krzysztof Kieślowski", "Krzysztof Kieslowski"],
    ["七人の侍", null],
    ["العراب", null],
    ["", null],
  ])("returns the letters of %j as %j", (text, drawable) => {
    expect(toDrawable(text)).toBe(drawable);
  });
});
