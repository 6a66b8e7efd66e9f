/** Share cards: a picture of the right size, the same each time, set in letters the font has. */
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { CARD_SIZE } from "../../site/components/title/card.ts";
import { designPoster } from "../../site/components/title/poster-design.ts";
import { MAX_TITLE } from "../../site/components/title/poster-letters.ts";
import { type Font, readFont } from "../../site/share/font.ts";
import { encodePng } from "../../site/share/png.ts";
import { drawPersonCard, drawShareCard } from "../../site/share/share-card.ts";

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
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([CARD_SIZE.width, CARD_SIZE.height]);
  const start = png.indexOf("IDAT") + 4;
  const content = png.subarray(start, start + png.readUInt32BE(start - 8));
  expect(inflateSync(content).byteLength).toBe((CARD_SIZE.width + 1) * CARD_SIZE.height);
});

test("the title is on it, and the same title gives the same card", () => {
  const card = drawShareCard(metropolis, font);
  const blank = drawShareCard({ ...metropolis, title: "七" }, font);
  expect(drawShareCard(metropolis, font).rows).toEqual(card.rows);
  expect(blank.rows).toEqual(card.rows);
  const nameless = drawShareCard({ ...metropolis, title: "七人", original_title: "七人" }, font);
  expect(nameless.rows).not.toEqual(card.rows);
});

test("a person's card has the name on it, and the initials where the font has them", () => {
  const card = drawPersonCard("Akira Kurosawa", font);
  expect(drawPersonCard("Akira Kurosawa", font).rows).toEqual(card.rows);
  expect(drawPersonCard("Akira Kurosawo", font).rows).not.toEqual(card.rows);
  const letters: string[] = [];
  const listening: Font = {
    glyph(character) {
      letters.push(character);
      return font.glyph(character);
    },
  };
  drawPersonCard("黒澤 明", listening);
  expect(letters.slice(0, 2)).toEqual(["黒", "明"]);
});

test.each(["x", "word ", "七人の侍", "e\u0323\u0301", " "])(
  "no more letters are drawn than can be read, whatever the title: %j without end",
  (piece) => {
    let asked = 0;
    const counting: Font = {
      glyph(character) {
        asked += 1;
        return font.glyph(character);
      },
    };
    drawShareCard({ ...metropolis, title: piece.repeat(100_000) }, counting);
    // Looked for once in each of two titles, drawn once; "MARQUEE" and the year beside them.
    expect(asked).toBeLessThan(3 * MAX_TITLE + 20);
  },
);

test("a pixel is a mixture of the poster's four colours, and one within a letter is all ink", () => {
  const { rows, palette, width } = drawShareCard(metropolis, font);
  const colourAt = (x: number, y: number) => {
    const pixel = rows[y * (width + 1) + 1 + x] ?? 0;
    return palette.subarray(3 * pixel, 3 * pixel + 3);
  };
  const { ground, ink } = designPoster(metropolis).palette;
  const hex = (colour: Uint8Array) => `#${Buffer.from(colour).toString("hex")}`;
  const line = Array.from({ length: 400 }, (_, x) => hex(colourAt(x, 300)));
  expect(line.slice(0, 45).every((colour) => colour === ground)).toBe(true);
  expect(line.filter((colour) => colour === ink).length).toBeGreaterThan(100);
});
