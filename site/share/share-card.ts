/**
 * The picture shown where a link to a title is shared: its drawn poster, laid out wide. Titles in
 * letters that the font does not have are left to the words beside the picture.
 */
import {
  designPoster,
  type Pictured,
  POSTER_WIDTH,
  type PosterDesign,
} from "../components/title/poster-design.ts";
import { setTitle } from "../components/title/poster-letters.ts";
import { type Canvas, type Colour, colourOf, createCanvas, fill } from "./canvas.ts";
import type { Font } from "./font.ts";
import { type Contour, contoursOf, type Point } from "./outline.ts";

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

const LEFT = 72;
/** From poster units to pixels: the picture fills the height beside the title. */
const PICTURE_SCALE = 2.6;
const PICTURE_WIDTH = POSTER_WIDTH * PICTURE_SCALE;
const LETTER_SCALE = 3.1;
const COLUMN = { width: 170, bottom: 166, height: 130 };

export function drawShareCard(title: Pictured, font: Font): Canvas {
  const design = designPoster(title);
  const canvas = createCanvas(CARD_WIDTH, CARD_HEIGHT, colourOf(design.palette.ground));
  drawPicture(canvas, design);
  const ink = colourOf(design.palette.ink);
  const name = [title.title, title.original_title].find((text) => isSet(text, font));
  if (name !== undefined) {
    for (const { text, size, y, justified } of setTitle(name, COLUMN)) {
      const width = justified ? COLUMN.width * LETTER_SCALE : null;
      write(canvas, font, { text, x: LEFT, y: y * LETTER_SCALE, size: size * LETTER_SCALE, width }, ink);
    }
  }
  write(
    canvas,
    font,
    { text: "MARQUEE", x: LEFT, y: 96, size: 60, width: null },
    colourOf(design.palette.first),
  );
  write(canvas, font, { text: title.year, x: LEFT, y: 574, size: 48, width: null }, ink);
  return canvas;
}

function isSet(text: string, font: Font): boolean {
  return text.trim() !== "" && [...text.toUpperCase()].every((letter) => font.glyph(letter) !== null);
}

function drawPicture(canvas: Canvas, { shapes, palette }: PosterDesign): void {
  const left = CARD_WIDTH - PICTURE_WIDTH;
  const area = { x: left, y: 0, width: PICTURE_WIDTH, height: CARD_HEIGHT };
  for (const { path, colour } of shapes) {
    const contours = contoursOf(path).map((contour) =>
      contour.map(([x, y]): Point => [left + x * PICTURE_SCALE, y * PICTURE_SCALE]),
    );
    fill(canvas, contours, colourOf(palette[colour]), area);
  }
}

interface Text {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  /** Stretched to this; `null`: as wide as it is. */
  readonly width: number | null;
}

function write(canvas: Canvas, font: Font, { text, x, y, size, width }: Text, colour: Colour): void {
  const glyphs = [...text].map((letter) => font.glyph(letter)).filter((glyph) => glyph !== null);
  const natural = glyphs.reduce((sum, { advance }) => sum + advance, 0) * size;
  const stretch = width === null || natural === 0 ? 1 : width / natural;
  const contours: Contour[] = [];
  let at = x;
  for (const { advance, contours: outlines } of glyphs) {
    for (const outline of outlines) {
      contours.push(outline.map(([dx, dy]): Point => [at + dx * size * stretch, y - dy * size]));
    }
    at += advance * size * stretch;
  }
  const top = Math.max(0, Math.floor(y - size * 1.2));
  const bottom = Math.min(CARD_HEIGHT, Math.ceil(y + size * 0.3));
  fill(canvas, contours, colour, { x: 0, y: top, width: CARD_WIDTH, height: bottom - top });
}
