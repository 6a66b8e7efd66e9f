/**
 * The picture shown where a link is shared: of a title its drawn poster, laid out wide; of a person the initials. Names in
 * letters that the font does not have are left to the words beside the picture.
 */
import { initialsOf } from "../components/person/initials.ts";
import { CARD_SIZE } from "../components/title/card.ts";
import {
  designPoster,
  type Pictured,
  POSTER_WIDTH,
  type PosterDesign,
} from "../components/title/poster-design.ts";
import { type Line, setTitle } from "../components/title/poster-letters.ts";
import { type Canvas, createCanvas, fill, type Ink } from "./canvas.ts";
import { canSet, type Font, type Glyph } from "./font.ts";
import { type Contour, contoursOf, type Point } from "./outline.ts";

const { width: CARD_WIDTH, height: CARD_HEIGHT } = CARD_SIZE;

const LEFT = 48;
/** From poster units to pixels: the picture fills the height beside the title. */
const PICTURE_SCALE = 1.75;
const PICTURE_WIDTH = POSTER_WIDTH * PICTURE_SCALE;
const LETTER_SCALE = 2.1;
const COLUMN = { width: 170, bottom: 166, height: 130 };

/** Behind the initials of a person. */
const MEDAL = { x: 610, y: CARD_HEIGHT / 2, radius: 140 };
const WHOLE = { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT };

const [GROUND, LETTERS, FIRST, SECOND] = [0, 1, 2, 3] as const;

export function drawShareCard(title: Pictured, font: Font): Canvas {
  const { palette, shapes } = designPoster(title);
  const canvas = emptyCard(palette);
  drawPicture(canvas, shapes);
  writeName(canvas, font, [title.title, title.original_title]);
  write(canvas, font, { text: title.year, y: 388, size: 32 });
  return canvas;
}

/** In the colours of a poster with that name. */
export function drawPersonCard(name: string, font: Font): Canvas {
  const { palette } = designPoster({ title: name, original_title: name, year: "", genres: "" });
  const canvas = emptyCard(palette);
  const { x, y, radius } = MEDAL;
  const half = `a${radius} ${radius} 0 0 1`;
  fill(
    canvas,
    contoursOf(`M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`),
    FIRST,
    WHOLE,
  );
  const text = initialsOf(name).toUpperCase();
  const size = radius * 1.1;
  const left = x - (widthOf(glyphsOf(font, text)) * size) / 2;
  write(canvas, font, { text, left, y: y + size * 0.36, size, ink: GROUND });
  writeName(canvas, font, [name]);
  return canvas;
}

function emptyCard({ ground, ink, first, second }: PosterDesign["palette"]): Canvas {
  return createCanvas(CARD_WIDTH, CARD_HEIGHT, [ground, ink, first, second]);
}

/** The first of the names that the font has the letters of, and the name of the site. */
function writeName(canvas: Canvas, font: Font, names: readonly string[]): void {
  const lines = names.map((text) => setTitle(text, COLUMN)).find((set) => isWritable(set, font));
  for (const { text, size, y, justified } of lines ?? []) {
    const width = justified ? COLUMN.width * LETTER_SCALE : null;
    write(canvas, font, { text, y: y * LETTER_SCALE, size: size * LETTER_SCALE, width });
  }
  write(canvas, font, { text: "MARQUEE", y: 64, size: 40, ink: FIRST });
}

function isWritable(lines: readonly Line[], font: Font): boolean {
  const letters = lines.map(({ text }) => text).join("");
  return letters !== "" && canSet(font, letters);
}

function drawPicture(canvas: Canvas, shapes: PosterDesign["shapes"]): void {
  const left = CARD_WIDTH - PICTURE_WIDTH;
  const area = { x: left, y: 0, width: PICTURE_WIDTH, height: CARD_HEIGHT };
  for (const { path, colour } of shapes) {
    const contours = contoursOf(path).map((contour) =>
      contour.map(([x, y]): Point => [left + x * PICTURE_SCALE, y * PICTURE_SCALE]),
    );
    fill(canvas, contours, colour === "first" ? FIRST : SECOND, area);
  }
}

interface Text {
  readonly text: string;
  readonly left?: number;
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  /** Stretched to this; `null`: as wide as it is. */
  readonly width?: number | null;
  readonly ink?: Ink;
}

function write(
  canvas: Canvas,
  font: Font,
  { text, left = LEFT, y, size, width = null, ink = LETTERS }: Text,
): void {
  const glyphs = glyphsOf(font, text);
  const natural = widthOf(glyphs) * size;
  const stretch = width === null || natural === 0 ? 1 : width / natural;
  const contours: Contour[] = [];
  let at = left;
  for (const { advance, contours: outlines } of glyphs) {
    for (const outline of outlines) {
      contours.push(outline.map(([dx, dy]): Point => [at + dx * size * stretch, y - dy * size]));
    }
    at += advance * size * stretch;
  }
  const top = Math.max(0, Math.floor(y - size * 1.2));
  const bottom = Math.min(CARD_HEIGHT, Math.ceil(y + size * 0.3));
  const right = Math.min(CARD_WIDTH, Math.ceil(at));
  fill(canvas, contours, ink, { x: 0, y: top, width: right, height: bottom - top });
}

/** Letters that the font does not have are left out. */
function glyphsOf(font: Font, text: string): Glyph[] {
  return [...text].map((letter) => font.glyph(letter)).filter((glyph) => glyph !== null);
}

/** In parts of the font size. */
function widthOf(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0);
}
