/**
 * A picture of four colours in memory that outlines are filled into, with smooth edges. A pixel is
 * one byte: two of the colours and how much of the second lies over the first. There are 256 of these,
 * as many as the palette of a PNG has.
 */
import { type Area, Coverage } from "./coverage.ts";
import type { Contour } from "./outline.ts";

/** The place of a colour among the four. */
export type Ink = 0 | 1 | 2 | 3;

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Row by row, each after a byte that is 0: the filter of the row, as PNG has it. */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** Three bytes each. */
  readonly palette: Uint8Array<ArrayBuffer>;
}

/** As many shades as four bits tell. */
const FULL = 15;

/** All of it in the first of the colours, each as `#rrggbb`. */
export function createCanvas(
  width: number,
  height: number,
  colours: readonly [string, string, string, string],
): Canvas {
  return { width, height, rows: new Uint8Array((width + 1) * height), palette: paletteOf(colours) };
}

/** Fills what the outlines enclose, as far as it lies within the area. */
export function fill({ width, rows }: Canvas, contours: readonly Contour[], ink: Ink, area: Area): void {
  new Coverage(contours, area).spans((row, from, to, share) => {
    const start = row * (width + 1) + 1;
    const shade = Math.round(share * FULL);
    if (shade === FULL) rows.fill(mixture(ink, ink, FULL), start + from, start + to);
    else for (let at = start + from; at < start + to; at += 1) rows[at] = over(rows[at] ?? 0, ink, shade);
  });
}

function mixture(below: number, above: Ink, shade: number): number {
  return (below << 6) | (above << 4) | shade;
}

/** What is below an edge may be an edge itself: of its two colours the stronger one is kept. */
function over(pixel: number, ink: Ink, shade: number): number {
  if (shade === 0) return pixel;
  return mixture((pixel & FULL) > FULL / 2 ? (pixel >> 4) & 3 : pixel >> 6, ink, shade);
}

function paletteOf(colours: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = colours.map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  return Uint8Array.from({ length: 3 * 256 }, (_, at) => {
    const [pixel, part] = [Math.floor(at / 3), at % 3];
    const below = parts[pixel >> 6]?.[part] ?? 0;
    const above = parts[(pixel >> 4) & 3]?.[part] ?? 0;
    return Math.round(below + ((above - below) * (pixel & FULL)) / FULL);
  });
}
