/**
 * Draws flat shapes with smooth edges and encodes them as PNG. A card has few colours, so a pixel is a byte: a quarter
 * of the work for the compression, which is the platform's.
 */
import type { Contour, Point } from "./outlines.ts";

/** The number of blends between two colours at the edge of a shape. */
const BLENDS = 8;

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;
  /** The colours as RGB, by index. */
  readonly #palette: number[];
  /** The index of a blend by the indices of its colours and its share. */
  readonly #blends = new Map<number, number>();

  /** @param ground - The colour of the background, such as `#f4ecd8`. */
  constructor(width: number, height: number, ground: string) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height);
    this.#palette = [parseColour(ground)];
  }

  /** Fills closed outlines in pixels. Where they overlap in opposite directions, there is a hole. */
  fill(contours: readonly Contour[], colour: string): void {
    const area = this.#boundsOf(contours);
    if (area.width <= 0 || area.height <= 0) return;
    const cover = new Float32Array((area.width + 2) * area.height);
    for (const contour of contours) {
      for (let at = 0; at < contour.length; at += 1) {
        const [from, to] = [contour[at], contour[at + 1] ?? contour[0]];
        if (from !== undefined && to !== undefined) addEdge(cover, area, from, to);
      }
    }
    this.#paint(cover, area, this.#indexOf(parseColour(colour)));
  }

  #boundsOf(contours: readonly Contour[]): Area {
    let [left, top, right, bottom] = [this.width, this.height, 0, 0];
    for (const contour of contours) {
      for (const [x, y] of contour) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
    const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
    return {
      x,
      y,
      width: Math.min(this.width, Math.ceil(right)) - x,
      height: Math.min(this.height, Math.ceil(bottom)) - y,
    };
  }

  #paint(cover: Float32Array, { x, y, width, height }: Area, colour: number): void {
    const pixels = this.#pixels;
    for (let row = 0; row < height; row += 1) {
      const start = row * (width + 2);
      const first = (y + row) * this.width + x;
      let sum = 0;
      let share = 0;
      for (let column = 0; column < width; column += 1) {
        const change = cover[start + column] as number;
        if (change !== 0) {
          sum += change;
          share = Math.round(Math.min(Math.abs(sum), 1) * BLENDS);
        }
        if (share === 0) continue;
        const at = first + column;
        pixels[at] = share === BLENDS ? colour : this.#blend(pixels[at] as number, colour, share);
      }
    }
  }

  #blend(under: number, over: number, share: number): number {
    const key = (under * 256 + over) * BLENDS + share;
    const known = this.#blends.get(key);
    if (known !== undefined) return known;
    const mix = (shift: number) => {
      const [from, to] = [under, over].map((index) => ((this.#palette[index] ?? 0) >> shift) & 255) as [
        number,
        number,
      ];
      return Math.round(from + ((to - from) * share) / BLENDS) << shift;
    };
    // A palette has at most 256 colours. Only a card with many overlapping shapes would need more.
    const index = this.#palette.length < 256 ? this.#palette.push(mix(16) | mix(8) | mix(0)) - 1 : over;
    this.#blends.set(key, index);
    return index;
  }

  #indexOf(colour: number): number {
    const index = this.#palette.indexOf(colour);
    return index === -1 ? this.#palette.push(colour) - 1 : index;
  }

  async toPng(): Promise<Uint8Array<ArrayBuffer>> {
    const rows = new Uint8Array((this.width + 1) * this.height);
    for (let row = 0; row < this.height; row += 1)
      rows.set(this.#pixels.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1);
    const header = new Uint8Array(13);
    const view = new DataView(header.buffer);
    view.setUint32(0, this.width);
    view.setUint32(4, this.height);
    header.set([8, 3], 8);
    const palette = Uint8Array.from(this.#palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]));
    const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
    const data = new Uint8Array(await new Response(stream).arrayBuffer());
    const chunks = [
      SIGNATURE,
      toChunk("IHDR", header),
      toChunk("PLTE", palette),
      toChunk("IDAT", data),
      toChunk("IEND", new Uint8Array()),
    ];
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  }
}

/** A rectangle of pixels. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Adds the part of each pixel to the right of an edge. The sum along a row is then the share of a pixel that is covered.
 * Edges outside of the area count at its sides.
 */
function addEdge(cover: Float32Array, { x, y, width, height }: Area, [x0, y0]: Point, [x1, y1]: Point): void {
  if (y0 === y1) return;
  const direction = y0 < y1 ? 1 : -1;
  const top = Math.min(y0, y1) - y;
  const bottom = Math.max(y0, y1) - y;
  const slope = (x1 - x0) / (y1 - y0);
  const last = Math.min(height, Math.ceil(bottom));
  for (let row = Math.max(0, Math.floor(top)); row < last; row += 1) {
    const from = Math.max(top, row);
    const to = Math.min(bottom, row + 1);
    const part = (to - from) * direction;
    const place = Math.min(Math.max(x0 + ((from + to) / 2 + y - y0) * slope - x, 0), width);
    const column = Math.floor(place);
    const at = row * (width + 2) + column;
    const share = 1 - (place - column);
    cover[at] = (cover[at] as number) + part * share;
    cover[at + 1] = (cover[at + 1] as number) + part * (1 - share);
  }
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function parseColour(colour: string): number {
  return Number.parseInt(colour.slice(1), 16);
}

/** Builds a chunk: length, type, data and check sum (www.w3.org/TR/png, "Chunk layout"). */
function toChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(12 + data.byteLength);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.byteLength);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.byteLength, crc32(chunk.subarray(4, 8 + data.byteLength)));
  return chunk;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
