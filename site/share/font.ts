/**
 * The outlines of a font file: WOFF 1 with TrueType outlines, which is a table directory and
 * tables compressed by zlib. Just what it takes to set a title in capitals; no hinting, no kerning.
 */
import type { Contour, Point } from "./outline.ts";
import { curve } from "./outline.ts";

export interface Glyph {
  /** In parts of the em. */
  readonly advance: number;
  /** In parts of the em, y upwards from the baseline. */
  readonly contours: readonly Contour[];
}

export interface Font {
  /** `null`: the font has no such letter. */
  glyph(character: string): Glyph | null;
}

type Tables = ReadonlyMap<string, DataView>;

/** Throws when the file is not such a font. */
export async function readFont(file: ArrayBuffer): Promise<Font> {
  const tables = await readTables(new DataView(file));
  const unitsPerEm = table(tables, "head").getUint16(18);
  const indexOf = readCharacters(table(tables, "cmap"));
  return {
    glyph(character) {
      const index = indexOf(character.codePointAt(0) ?? 0);
      if (index === 0) return null;
      const contours = outlinesOf(tables, index).map((contour) =>
        contour.map(([x, y]): Point => [x / unitsPerEm, y / unitsPerEm]),
      );
      return { advance: advanceOf(tables, index) / unitsPerEm, contours };
    },
  };
}

/** Several files of one face as one: each letter from the first that has it. */
export function joinFonts(fonts: readonly Font[]): Font {
  return {
    glyph(character) {
      for (const font of fonts) {
        const glyph = font.glyph(character);
        if (glyph !== null) return glyph;
      }
      return null;
    },
  };
}

function table(tables: Tables, tag: string): DataView {
  const found = tables.get(tag);
  if (found === undefined) throw new Error(`the font has no table ${tag}`);
  return found;
}

async function readTables(file: DataView<ArrayBuffer>): Promise<Tables> {
  if (file.getUint32(0) !== 0x774f4646) throw new Error("the file is not WOFF");
  const count = file.getUint16(12);
  const entries = Array.from({ length: count }, async (_, at) => {
    const entry = 44 + at * 20;
    const tag = String.fromCharCode(...new Uint8Array(file.buffer, entry, 4));
    const [offset, compressed, length] = [4, 8, 12].map((field) => file.getUint32(entry + field));
    const bytes = new Uint8Array(file.buffer, offset, compressed);
    return [
      tag,
      new DataView(await (compressed === length ? new Blob([bytes]).arrayBuffer() : inflate(bytes))),
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The table `cmap`, its subtable of format 4: characters of the basic plane. */
function readCharacters(cmap: DataView): (code: number) => number {
  const starts = Array.from({ length: cmap.getUint16(2) }, (_, at) => cmap.getUint32(4 + at * 8 + 4));
  const start = starts.find((offset) => cmap.getUint16(offset) === 4);
  if (start === undefined) throw new Error("the font has no characters of format 4");
  const doubled = cmap.getUint16(start + 6);
  return (code) => {
    for (let at = 0; at < doubled; at += 2) {
      const end = cmap.getUint16(start + 14 + at);
      if (code > end) continue;
      const first = cmap.getUint16(start + 16 + doubled + at);
      if (code < first) return 0;
      const delta = cmap.getUint16(start + 16 + 2 * doubled + at);
      const rangeAt = start + 16 + 3 * doubled + at;
      const range = cmap.getUint16(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      const index = cmap.getUint16(rangeAt + range + 2 * (code - first));
      return index === 0 ? 0 : (index + delta) & 0xffff;
    }
    return 0;
  };
}

function advanceOf(tables: Tables, index: number): number {
  const metrics = table(tables, "hhea").getUint16(34);
  return table(tables, "hmtx").getUint16(Math.min(index, metrics - 1) * 4);
}

function outlinesOf(tables: Tables, index: number): Contour[] {
  const loca = table(tables, "loca");
  const long = table(tables, "head").getInt16(50) === 1;
  const offset = (at: number) => (long ? loca.getUint32(at * 4) : loca.getUint16(at * 2) * 2);
  const [from, to] = [offset(index), offset(index + 1)];
  if (from === to) return [];
  const { buffer, byteOffset } = table(tables, "glyf");
  const glyph = new DataView(buffer, byteOffset + from, to - from);
  return glyph.getInt16(0) >= 0 ? simpleOutlines(glyph) : compositeOutlines(tables, glyph);
}

/** A letter put together from others: an accent over a capital. */
function compositeOutlines(tables: Tables, glyph: DataView): Contour[] {
  const contours: Contour[] = [];
  let at = 10;
  for (let more = true; more; ) {
    const flags = glyph.getUint16(at);
    const words = (flags & 1) !== 0;
    const dx = words ? glyph.getInt16(at + 4) : glyph.getInt8(at + 4);
    const dy = words ? glyph.getInt16(at + 6) : glyph.getInt8(at + 5);
    for (const contour of outlinesOf(tables, glyph.getUint16(at + 2))) {
      contours.push(contour.map(([x, y]): Point => [x + dx, y + dy]));
    }
    at += 4 + (words ? 4 : 2) + (flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0);
    more = (flags & 32) !== 0;
  }
  return contours;
}

interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly on: boolean;
}

function simpleOutlines(glyph: DataView): Contour[] {
  const count = glyph.getInt16(0);
  const ends = Array.from({ length: count }, (_, at) => glyph.getUint16(10 + at * 2));
  const points = readPoints(glyph, 10 + count * 2, (ends.at(-1) ?? -1) + 1);
  return ends.map((end, at) => trace(points.slice((ends[at - 1] ?? -1) + 1, end + 1)));
}

function readPoints(glyph: DataView, start: number, count: number): OutlinePoint[] {
  let at = start + 2 + glyph.getUint16(start);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = glyph.getUint8(at++);
    const times = flag & 8 ? glyph.getUint8(at++) + 1 : 1;
    for (let time = 0; time < times; time += 1) flags.push(flag);
  }
  function coordinates(short: number, same: number): number[] {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? glyph.getUint8(at++) : -glyph.getUint8(at++);
      else if (!(flag & same)) {
        value += glyph.getInt16(at);
        at += 2;
      }
      return value;
    });
  }
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  return flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, on: (flag & 1) !== 0 }));
}

/** From points on and off the line to a line: between two that are off it, the middle is on it. */
function trace(points: readonly OutlinePoint[]): Contour {
  const whole: OutlinePoint[] = [];
  for (const [index, point] of points.entries()) {
    const before = points.at(index - 1) ?? point;
    if (!before.on && !point.on) {
      whole.push({ x: (before.x + point.x) / 2, y: (before.y + point.y) / 2, on: true });
    }
    whole.push(point);
  }
  const first = whole.findIndex(({ on }) => on);
  if (first === -1) return [];
  const turned = [...whole.slice(first), ...whole.slice(0, first + 1)];
  const line: Point[] = [];
  let control: OutlinePoint | null = null;
  for (const point of turned) {
    if (!point.on) {
      control = point;
      continue;
    }
    const last = line.at(-1);
    if (control !== null && last !== undefined)
      line.push(...curve(last, [control.x, control.y], [point.x, point.y]));
    else line.push([point.x, point.y]);
    control = null;
  }
  return line;
}
