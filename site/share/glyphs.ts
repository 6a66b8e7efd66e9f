/** TrueType outlines: points on and off the line, letters put together from others. In units of the font. */
import { type Contour, curve, type Point } from "./outline.ts";
import { type Tables, table } from "./woff.ts";

export function outlinesOf(tables: Tables, index: number): Contour[] {
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
