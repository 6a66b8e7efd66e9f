/** Share cards: a picture of the right size, the same each time, set in letters the font has. */
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readFont } from "../../site/share/font.ts";
import { encodePng } from "../../site/share/png.ts";
import { CARD_HEIGHT, CARD_WIDTH, drawShareCard } from "../../site/share/share-card.ts";

const FILE = "node_modules/@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff";
const bytes = new Uint8Array(readFileSync(FILE));
const font = await readFont(bytes.buffer);
const metropolis = { title: "Metropolis", original_title: "Metropolis", year: "1927", genres: "Drama" };

test("the font has the letters of western Europe, and says which it has not", () => {
  for (const letter of "ABCXYZÄÉÑÇØ0189&'’!?–")
    expect(font.glyph(letter)?.advance, letter).toBeGreaterThan(0);
  expect(font.glyph("七")).toBeNull();
  expect(font.glyph("É")?.contours.length).toBeGreaterThan(font.glyph("E")?.contours.length ?? 0);
});

test("a card is a PNG of the size that was promised, with as many pixels", async () => {
  const png = Buffer.from(await encodePng(drawShareCard(metropolis, font)));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([CARD_WIDTH, CARD_HEIGHT]);
  const start = png.indexOf("IDAT") + 4;
  const content = png.subarray(start, start + png.readUInt32BE(start - 8));
  expect(inflateSync(content).byteLength).toBe((CARD_WIDTH * 3 + 1) * CARD_HEIGHT);
});

test("the title is on it, and the same title gives the same card", () => {
  const card = drawShareCard(metropolis, font);
  const blank = drawShareCard({ ...metropolis, title: "七" }, font);
  expect(drawShareCard(metropolis, font).pixels).toEqual(card.pixels);
  expect(blank.pixels).toEqual(card.pixels);
  const nameless = drawShareCard({ ...metropolis, title: "七人", original_title: "七人" }, font);
  expect(nameless.pixels).not.toEqual(card.pixels);
});
