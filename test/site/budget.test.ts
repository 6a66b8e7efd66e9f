/** What a page weighs on its way to a browser: HTML, CSS and JavaScript compressed, the fonts as they are. */
import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { TESTED_PAGES } from "./pages.ts";

const KB = 1000;
const target = inject("target");

interface Weight {
  readonly html: number;
  readonly css: number;
  readonly js: number;
}

async function weigh(path: string): Promise<Weight> {
  const page = await (await fetch(`${target}${path}`)).text();
  const css = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href);
  const js = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = ""]) => src);
  return { html: compressed(page), css: await sum(css), js: await sum(js) };
}

async function sum(paths: readonly string[]): Promise<number> {
  const texts = await Promise.all(paths.map(async (path) => (await fetch(`${target}${path}`)).text()));
  return texts.reduce((total, text) => total + compressed(text), 0);
}

function compressed(text: string): number {
  return gzipSync(text).byteLength;
}

describe.each(TESTED_PAGES)("$name", ({ path }) => {
  test("weighs at most 30 KB, of which at most 6 KB is JavaScript", async () => {
    const { html, css, js } = await weigh(path);
    expect(html + css + js, JSON.stringify({ html, css, js })).toBeLessThanOrEqual(30 * KB);
    expect(js).toBeLessThanOrEqual(6 * KB);
    expect(css).toBeGreaterThan(0);
  });
});

test("all fonts together weigh at most 30 KB", async () => {
  const page = await (await fetch(`${target}/`)).text();
  const sheets = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href);
  const texts = await Promise.all(sheets.map(async (sheet) => (await fetch(`${target}${sheet}`)).text()));
  const fonts = new Set(
    texts.flatMap((text) => [...text.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(([, url = ""]) => url)),
  );
  const sizes = await Promise.all(
    [...fonts].map(async (font) => (await (await fetch(`${target}${font}`)).arrayBuffer()).byteLength),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(30 * KB);
});
