/**
 * The picture shown where a link to a title is shared: its drawn poster, laid out wide. Titles in
 * letters that the font does not have are left to the words beside the picture.
 */
import { CARD_SIZE } from "../components/title/card.ts";
import {
  designPoster,
  type Pictured,
  POSTER_WIDTH,
  type PosterDesign,
} from "../components/title/poster-design.ts";
import { type Line, setTitle } from "../components/title/poster-letters.ts";
import { type Canvas, createCanvas, fill, type Ink } from "./canvas.ts";
import { canSet, type Font } from "./font.ts";
import { type Contour, contoursOf, type Point } from "./outline.ts";

const { width: CARD_WIDTH, height: CARD_HEIGHT } = CARD_SIZE;

const LEFT = 48;
/** From poster units to pixels: the picture fills the height beside the title. */
const PICTURE_SCALE = 1.75;
const PICTURE_WIDTH = POSTER_WIDTH * PICTURE_SCALE;
const LETTER_SCALE = 2.1;
const COLUMN = { width: 170, bottom: 166, height: 130 };

const [LETTERS, FIRST, SECOND] = [1, 2, 3] as const;

export function drawShareCard(title: Pictured, font: Font): Canvas {
  const design = designPoster(title);
  const { ground, ink, first, second } = design.palette;
  const canvas = createCanvas(CARD_WIDTH, CARD_HEIGHT, [ground, ink, first, second]);
  drawPicture(canvas, design);
  const lines = [title.title, title.original_title]
    .map((text) => setTitle(text, COLUMN))
    .find((set) => isWritable(set, font));
  for (const { text, size, y, justified } of lines ?? []) {
    const width = justified ? COLUMN.width * LETTER_SCALE : null;
    const [scaledSize, baseline] = [size * LETTER_SCALE, y * LETTER_SCALE];
    write(canvas, font, { text, y: baseline, size: scaledSize, width, ink: LETTERS });
  }
  write(canvas, font, { text: "MARQUEE", y: 64, size: 40, width: null, ink: FIRST });
  write(canvas, font, { text: title.year, y: 388, size: 32, width: null, ink: LETTERS });
  return canvas;
}

function isWritable(lines: readonly Line[], font: Font): boolean {
  const letters = lines.map(({ text }) => text).join("");
  return letters !== "" && canSet(font, letters);
}

function drawPicture(canvas: Canvas, { shapes }: PosterDesign): void {
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
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  /** Stretched to this; `null`: as wide as it is. */
  readonly width: number | null;
  readonly ink: Ink;
}

function write(canvas: Canvas, font: Font, { text, y, size, width, ink }: Text): void {
  const glyphs = [...text].map((letter) => font.glyph(letter)).filter((glyph) => glyph !== null);
  const natural = glyphs.reduce((sum, { advance }) => sum + advance, 0) * size;
  const stretch = width === null || natural === 0 ? 1 : width / natural;
  const contours: Contour[] = [];
  let at = LEFT;
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
