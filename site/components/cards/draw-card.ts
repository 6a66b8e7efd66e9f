/**
 * Draws a card for link previews: a PNG of 1,200 by 630 pixels with a title, a few facts, and a motif in the colours of
 * the drawn poster. Its letters are those of the display font, so it can only have Latin text.
 */
import { designPoster, type Pictured } from "../pictures/poster-design.ts";
import { Canvas } from "./canvas.ts";
import { CARD_SIZE } from "./drawable.ts";
import { type Contour, type Outlines, type Point, readOutlines } from "./outlines.ts";

export interface CardText {
  readonly title: string;
  /** Lines below the title, such as the year and the director. */
  readonly lines: readonly string[];
  /** The title that decides the colours. */
  readonly pictured: Pictured;
}

const MARGIN = 72;
const COLUMN = 720;
/** The maximum length of the title in characters, so that drawing takes bounded time. */
const MAX_TITLE = 120;

let outlines: Promise<Outlines> | undefined;

export async function drawCard({ title, lines, pictured }: CardText): Promise<Uint8Array<ArrayBuffer>> {
  outlines ??= readOutlines();
  const font = await outlines;
  const { palette, isMirrored } = designPoster(pictured);
  const canvas = new Canvas(CARD_SIZE.width, CARD_SIZE.height, palette.ground);
  drawMotif(canvas, palette, isMirrored);
  const { rows, size } = setTitle(font, title.slice(0, MAX_TITLE).toUpperCase());
  const facts = lines.slice(0, 3);
  // Accents on capitals must not touch the line above.
  const leading = size * (/[À-Þ]/.test(rows.slice(1).join("")) ? 1 : 0.86);
  const height = rows.length * leading + facts.length * 52 + 24;
  let y = (CARD_SIZE.height - height) / 2 + size * 0.76;
  for (const row of rows) {
    canvas.fill(setLine(font, row, [MARGIN, y], size), palette.ink);
    y += leading;
  }
  y += 64 - size * 0.76;
  for (const fact of facts) {
    canvas.fill(setLine(font, fitFact(font, fact), [MARGIN, y], 44), palette.ink);
    y += 52;
  }
  canvas.fill(setLine(font, "M A R Q U E E", [MARGIN, 590], 30), palette.first);
  return await canvas.toPng();
}

/** Draws one of two motifs: rings on the right, or bars with a disc behind them. */
function drawMotif(
  canvas: Canvas,
  { first, second }: { first: string; second: string },
  isRinged: boolean,
): void {
  if (isRinged) {
    const radii = [330, 300, 270, 240, 210, 180, 150, 120];
    const circles = radii.map((radius) => circle([1_010, 315], radius));
    canvas.fill(
      circles.map((contour, at) => (at % 2 === 0 ? contour : contour.toReversed())),
      second,
    );
    canvas.fill([circle([1_010, 315], 84)], first);
    return;
  }
  canvas.fill([circle([1_000, 270], 150)], first);
  const bars = [300, 350, 408, 474, 548].map((top, at) => box([0, top], [CARD_SIZE.width, 16 + at * 8]));
  canvas.fill(bars, second);
}

function circle([x, y]: Point, radius: number): Contour {
  return Array.from({ length: 96 }, (_, at): Point => {
    const angle = (at / 96) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function box([x, y]: Point, [width, height]: Point): Contour {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function measure(font: Outlines, text: string): number {
  return [...text].reduce((sum, letter) => sum + (font.glyph(letter)?.advance ?? 0), 0) / font.unitsPerEm;
}

/** Returns the outlines of a line in pixels. `y` is its baseline. */
function setLine(font: Outlines, text: string, [x, y]: Point, size: number): Contour[] {
  const scale = size / font.unitsPerEm;
  let left = x;
  return [...text].flatMap((letter) => {
    const { contours = [], advance = 0 } = font.glyph(letter) ?? {};
    const start = left;
    left += advance * scale;
    return contours.map((contour) => contour.map(([px, py]): Point => [start + px * scale, y - py * scale]));
  });
}

const SIZES = [200, 170, 140, 116, 96, 80, 66] as const;

/** Returns the title in the largest size at which its lines fit. The last size has at most four lines. */
function setTitle(
  font: Outlines,
  title: string,
): { readonly rows: readonly string[]; readonly size: number } {
  for (const size of SIZES) {
    const rows = wrap(font, title, COLUMN / size);
    if (rows.length * size <= 380 && rows.every((row) => measure(font, row) * size <= COLUMN))
      return { rows, size };
  }
  const size = SIZES.at(-1) ?? 66;
  return { rows: wrap(font, title, COLUMN / size).slice(0, 4), size };
}

function wrap(font: Outlines, text: string, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${rows.at(-1)} ${word}`;
    if (rows.length > 0 && measure(font, longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

function fitFact(font: Outlines, fact: string): string {
  let shown = fact.slice(0, 100);
  while (shown.length > 1 && measure(font, shown) * 44 > COLUMN)
    shown = `${shown.replace(/…$/, "").slice(0, -1).trimEnd()}…`;
  return shown;
}
