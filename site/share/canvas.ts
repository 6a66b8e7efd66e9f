/**
 * A picture in memory that outlines are filled into, with smooth edges. For every pixel the
 * signed area to the right of each edge is summed, so that one sum along a row gives how much
 * of each pixel lies inside; an outline within another is a hole when it runs the other way round.
 */
import type { Contour, Point } from "./outline.ts";

export type Colour = readonly [red: number, green: number, blue: number];

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, row by row. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** A part of the canvas, in whole pixels. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function createCanvas(width: number, height: number, [red, green, blue]: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
  }
  return { width, height, pixels };
}

/** Fills what the outlines enclose, as far as it lies within the area. */
export function fill(canvas: Canvas, contours: readonly Contour[], colour: Colour, area: Area): void {
  const sums = new Float32Array((area.width + 1) * area.height);
  for (const contour of contours) {
    for (const [at, point] of contour.entries()) {
      addEdge(sums, area, contour.at(at - 1) ?? point, point);
    }
  }
  for (let row = 0; row < area.height; row += 1) {
    let inside = 0;
    for (let column = 0; column < area.width; column += 1) {
      inside += sums[row * (area.width + 1) + column] ?? 0;
      const share = Math.min(1, Math.abs(inside));
      if (share > 0.004) blend(canvas, area.x + column, area.y + row, colour, share);
    }
  }
}

function blend({ pixels, width }: Canvas, x: number, y: number, colour: Colour, share: number): void {
  const at = (y * width + x) * 3;
  for (let part = 0; part < 3; part += 1) {
    const before = pixels[at + part] ?? 0;
    pixels[at + part] = Math.round(before + ((colour[part] ?? 0) - before) * share);
  }
}

function addEdge(sums: Float32Array, area: Area, from: Point, to: Point): void {
  if (from[1] === to[1]) return;
  const downwards = from[1] < to[1];
  const direction = downwards ? 1 : -1;
  const [top, bottom] = downwards ? [from, to] : [to, from];
  const slope = (bottom[0] - top[0]) / (bottom[1] - top[1]);
  const first = Math.max(0, Math.floor(top[1] - area.y));
  const last = Math.min(area.height, Math.ceil(bottom[1] - area.y));
  for (let row = first; row < last; row += 1) {
    const y0 = Math.max(row, top[1] - area.y);
    const y1 = Math.min(row + 1, bottom[1] - area.y);
    if (y1 <= y0) continue;
    const x0 = top[0] - area.x + (y0 + area.y - top[1]) * slope;
    const x1 = top[0] - area.x + (y1 + area.y - top[1]) * slope;
    addRow(sums, row * (area.width + 1), area.width, { x0, x1, height: (y1 - y0) * direction });
  }
}

interface Piece {
  readonly x0: number;
  readonly x1: number;
  /** How much of the row it spans, negative when it runs upwards. */
  readonly height: number;
}

/** A piece of an edge within one row: its height is spread over the pixels it crosses. */
function addRow(sums: Float32Array, start: number, width: number, { x0, x1, height }: Piece): void {
  const left = Math.min(Math.max(Math.min(x0, x1), 0), width);
  const right = Math.min(Math.max(Math.max(x0, x1), 0), width);
  const first = Math.floor(left);
  const last = Math.min(Math.floor(right), width);
  const span = right - left;
  for (let column = first; column <= last; column += 1) {
    const from = Math.max(left, column);
    const to = Math.min(right, column + 1);
    const part = span === 0 ? height : (height * (to - from)) / span;
    const covered = column + 1 - (from + to) / 2;
    add(sums, start, width, column, part * covered);
    add(sums, start, width, column + 1, part * (1 - covered));
  }
}

function add(sums: Float32Array, start: number, width: number, column: number, value: number): void {
  if (column <= width) sums[start + column] = (sums[start + column] ?? 0) + value;
}
