/// <reference types="vite/client" />
/** Reads the outlines of letters from the site's display font, a WOFF file (www.w3.org/TR/WOFF) with TrueType outlines. */
import file from "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff?inline";

export type Point = readonly [x: number, y: number];
export type Contour = readonly Point[];

interface Glyph {
  /** The closed outlines in font units, with straight edges. The y axis points up. */
  readonly contours: readonly Contour[];
  readonly advance: number;
}

export interface Outlines {
  readonly unitsPerEm: number;
  /** Returns the letter, or `null` if the font does not have it. */
  glyph(character: string): Glyph | null;
}

/** The number of straight edges for a curve. At the size of a card, more cannot be seen. */
const EDGES = 6;

/** Reads the font, once per isolate. */
export async function readOutlines(): Promise<Outlines> {
  const bytes = Uint8Array.from(atob(file.slice(file.indexOf(",") + 1)), (character) =>
    character.charCodeAt(0),
  );
  const tables = await readTables(bytes);
  const [head, hhea, hmtx, loca, glyf, cmap] = ["head", "hhea", "hmtx", "loca", "glyf", "cmap"].map((tag) => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`The font has no table ${tag}.`);
    return table;
  }) as [DataView, DataView, DataView, DataView, DataView, DataView];
  const isLong = head.getInt16(50) === 1;
  const metrics = hhea.getUint16(34);
  const ids = readCharacters(cmap);
  const offset = (id: number) => (isLong ? loca.getUint32(id * 4) : loca.getUint16(id * 2) * 2);
  const glyphs = new Map<string, Glyph | null>();

  function contoursOf(id: number): Contour[] {
    const start = offset(id);
    if (start === offset(id + 1)) return [];
    const count = glyf.getInt16(start);
    return count < 0 ? composite(start + 10) : simple(start + 10, count);
  }

  /** Letters with accents consist of other glyphs, which may be moved but in this font are never scaled. */
  function composite(at: number): Contour[] {
    const flags = glyf.getUint16(at);
    const isWide = (flags & 1) !== 0;
    const [dx, dy] = isWide
      ? [glyf.getInt16(at + 4), glyf.getInt16(at + 6)]
      : [glyf.getInt8(at + 4), glyf.getInt8(at + 5)];
    const part = contoursOf(glyf.getUint16(at + 2)).map((contour) =>
      contour.map(([x, y]): Point => [x + dx, y + dy]),
    );
    const next =
      at + (isWide ? 8 : 6) + ((flags & 8) !== 0 ? 2 : (flags & 64) !== 0 ? 4 : (flags & 128) !== 0 ? 8 : 0);
    return (flags & 32) === 0 ? part : [...part, ...composite(next)];
  }

  function simple(start: number, count: number): Contour[] {
    const ends = Array.from({ length: count }, (_, at) => glyf.getUint16(start + at * 2));
    const points = (ends.at(-1) ?? -1) + 1;
    let at = start + count * 2;
    at += 2 + glyf.getUint16(at);
    const flags: number[] = [];
    while (flags.length < points) {
      const flag = glyf.getUint8(at++);
      const repeats = (flag & 8) === 0 ? 0 : glyf.getUint8(at++);
      for (let repeat = 0; repeat <= repeats; repeat += 1) flags.push(flag);
    }
    const coordinates = (short: number, same: number) => {
      let value = 0;
      return flags.map((flag) => {
        if ((flag & short) !== 0) value += (flag & same) === 0 ? -glyf.getUint8(at++) : glyf.getUint8(at++);
        else if ((flag & same) === 0) {
          value += glyf.getInt16(at);
          at += 2;
        }
        return value;
      });
    };
    const xs = coordinates(2, 16);
    const ys = coordinates(4, 32);
    return ends.map((end, contour) => {
      const first = contour === 0 ? 0 : (ends[contour - 1] ?? 0) + 1;
      const own = Array.from({ length: end - first + 1 }, (_, offset) => first + offset);
      return flatten(
        own.map((index) => [xs[index] ?? 0, ys[index] ?? 0, ((flags[index] ?? 0) & 1) === 1] as const),
      );
    });
  }

  return {
    unitsPerEm: head.getUint16(18),
    glyph(character) {
      const known = glyphs.get(character);
      if (known !== undefined) return known;
      const id = ids.get(character.codePointAt(0) ?? 0);
      const glyph =
        id === undefined
          ? null
          : { contours: contoursOf(id), advance: hmtx.getUint16(Math.min(id, metrics - 1) * 4) };
      glyphs.set(character, glyph);
      return glyph;
    },
  };
}

async function readTables(bytes: Uint8Array): Promise<ReadonlyMap<string, DataView>> {
  const font = new DataView(bytes.buffer);
  const tables = Array.from({ length: font.getUint16(12) }, async (_, at) => {
    const entry = 44 + at * 20;
    const [start, compressed, length] = [4, 8, 12].map((offset) => font.getUint32(entry + offset)) as [
      number,
      number,
      number,
    ];
    const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4));
    const part = bytes.slice(start, start + compressed);
    const stream = new Blob([part]).stream().pipeThrough(new DecompressionStream("deflate"));
    const table = compressed < length ? await new Response(stream).arrayBuffer() : part.buffer;
    return [tag, new DataView(table)] as const;
  });
  return new Map(await Promise.all(tables));
}

/** Returns the glyph of each character, from a table of format 4. */
function readCharacters(cmap: DataView): Map<number, number> {
  const ids = new Map<number, number>();
  for (let table = 0; table < cmap.getUint16(2); table += 1) {
    const start = cmap.getUint32(4 + table * 8 + 4);
    if (cmap.getUint16(start) !== 4) continue;
    const segments = cmap.getUint16(start + 6);
    for (let segment = 0; segment < segments; segment += 2) {
      const [end, first, delta, range] = [14, 16 + segments, 16 + 2 * segments, 16 + 3 * segments].map(
        (offset) => cmap.getUint16(start + offset + segment),
      ) as [number, number, number, number];
      for (let code = first; code <= end && code < 0xffff; code += 1) {
        const place = start + 16 + 3 * segments + segment + range + (code - first) * 2;
        const id = range === 0 ? code : cmap.getUint16(place);
        if (id !== 0) ids.set(code, (id + delta) & 0xffff);
      }
    }
  }
  return ids;
}

type CurvePoint = readonly [x: number, y: number, isOnCurve: boolean];

/** Replaces quadratic curves by straight edges. Between two control points is an implied point on the curve. */
function flatten(points: readonly CurvePoint[]): Point[] {
  const middle = (one: CurvePoint, other: CurvePoint): CurvePoint => [
    (one[0] + other[0]) / 2,
    (one[1] + other[1]) / 2,
    true,
  ];
  const whole = points.flatMap((point, at): CurvePoint[] => {
    const next = points[(at + 1) % points.length] ?? point;
    return point[2] || next[2] ? [point] : [point, middle(point, next)];
  });
  const start = whole.findIndex(([, , isOnCurve]) => isOnCurve);
  const turned = [...whole.slice(start), ...whole.slice(0, start)];
  const flat: Point[] = [];
  for (const [at, [x, y, isOnCurve]] of turned.entries()) {
    if (isOnCurve) {
      flat.push([x, y]);
      continue;
    }
    const [x0, y0] = flat.at(-1) ?? [x, y];
    const [x1 = x, y1 = y] = turned[(at + 1) % turned.length] ?? [];
    for (let edge = 1; edge < EDGES; edge += 1) {
      const t = edge / EDGES;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      flat.push([a * x0 + b * x + c * x1, a * y0 + b * y + c * y1]);
    }
  }
  return flat;
}
