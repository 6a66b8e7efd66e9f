/**
 * How much of each pixel lies within outlines. For every pixel the signed area to the right of
 * each edge is summed, so that one sum along a row gives the share of it that lies inside; an outline
 * within another is a hole when it runs the other way round. Which pixels an edge crosses is noted:
 * between them the share does not change, so that what a picture costs grows with the length of its
 * edges, not with its area.
 */
import type { Contour, Point } from "./outline.ts";

/** A part of a picture, in whole pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** So many pixels of a row, all covered to the same share. */
export type Span = (row: number, from: number, to: number, share: number) => void;

/** Less than what rounding leaves. */
const LEAST_SHARE = 0.004;

export class Coverage {
  readonly #area: Area;
  /** In a row of sums, which has one more than there are pixels: where an edge leaves to the right. */
  readonly #stride: number;
  readonly #sums: Float32Array;
  /** A bit for each sum. */
  readonly #crossed: Int32Array;
  /** In a row of `#crossed`. */
  readonly #words: number;

  /** Of what the outlines enclose, as far as it lies within the area. */
  constructor(contours: readonly Contour[], area: Area) {
    this.#area = area;
    this.#stride = area.width + 2;
    this.#words = Math.ceil(this.#stride / 32);
    this.#sums = new Float32Array(this.#stride * area.height);
    this.#crossed = new Int32Array(this.#words * area.height);
    for (const contour of contours) {
      let from = contour.at(-1);
      for (const to of contour) {
        if (from !== undefined) this.#addEdge(from, to);
        from = to;
      }
    }
  }

  /** Row by row, from left to right; what is not covered at all is left out. */
  spans(draw: Span): void {
    for (let row = 0; row < this.#area.height; row += 1) this.#spansOf(row, draw);
  }

  #spansOf(row: number, draw: Span): void {
    const { x, y, width } = this.#area;
    let inside = 0;
    let from = 0;
    const drawTo = (column: number) => {
      const share = Math.min(1, Math.abs(inside));
      if (share > LEAST_SHARE && column > from) draw(y + row, x + from, x + column, share);
      from = column;
    };
    for (let word = 0; word < this.#words; word += 1) {
      let bits = this.#crossed[row * this.#words + word] ?? 0;
      for (; bits !== 0; bits &= bits - 1) {
        const column = Math.min(word * 32 + 31 - Math.clz32(bits & -bits), width);
        drawTo(column);
        inside += this.#sums[row * this.#stride + column] ?? 0;
      }
    }
    drawTo(width);
  }

  #addEdge(from: Point, to: Point): void {
    if (from[1] === to[1]) return;
    const downwards = from[1] < to[1];
    const direction = downwards ? 1 : -1;
    const [[topX, topY], [bottomX, bottomY]] = downwards ? [from, to] : [to, from];
    const { x, y, height } = this.#area;
    const slope = (bottomX - topX) / (bottomY - topY);
    const xAt = (row: number) => topX - x + (row + y - topY) * slope;
    const last = Math.min(height, Math.ceil(bottomY - y));
    for (let row = Math.max(0, Math.floor(topY - y)); row < last; row += 1) {
      const y0 = Math.max(row, topY - y);
      const y1 = Math.min(row + 1, bottomY - y);
      if (y1 > y0) this.#addPiece(row, xAt(y0), xAt(y1), (y1 - y0) * direction);
    }
  }

  /** A piece of an edge within one row. How much of the row it spans, negative when it runs upwards, is spread over the pixels it crosses. */
  #addPiece(row: number, x0: number, x1: number, height: number): void {
    const { width } = this.#area;
    const left = Math.min(Math.max(Math.min(x0, x1), 0), width);
    const right = Math.min(Math.max(Math.max(x0, x1), 0), width);
    const span = right - left;
    const last = Math.floor(right);
    for (let column = Math.floor(left); column <= last; column += 1) {
      const from = Math.max(left, column);
      const to = Math.min(right, column + 1);
      const part = span === 0 ? height : (height * (to - from)) / span;
      const covered = column + 1 - (from + to) / 2;
      this.#add(row, column, part * covered);
      this.#add(row, column + 1, part * (1 - covered));
    }
  }

  #add(row: number, column: number, value: number): void {
    const sum = row * this.#stride + column;
    this.#sums[sum] = (this.#sums[sum] ?? 0) + value;
    const word = row * this.#words + (column >> 5);
    this.#crossed[word] = (this.#crossed[word] ?? 0) | (1 << (column & 31));
  }
}
