/**
 * The letters of a font file: WOFF 1 with TrueType outlines. Just what it takes to set a title in
 * capitals; no hinting, no kerning.
 */
import { outlinesOf } from "./glyphs.ts";
import type { Contour, Point } from "./outline.ts";
import { readTables, type Tables, table } from "./woff.ts";

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

/** What is read of a font file: the rest, most of it, serves to set text better than is done here. */
const TABLES = ["head", "cmap", "hhea", "hmtx", "loca", "glyf"];

/** Throws when the file is not such a font. */
export async function readFont(file: ArrayBuffer): Promise<Font> {
  const tables = await readTables(new DataView(file), TABLES);
  const unitsPerEm = table(tables, "head").getUint16(18);
  const indexOf = readCharacters(table(tables, "cmap"));
  const glyphs = new Map<string, Glyph | null>();
  function readGlyph(character: string): Glyph | null {
    const index = indexOf(character.codePointAt(0) ?? 0);
    if (index === 0) return null;
    const contours = outlinesOf(tables, index).map((contour) =>
      contour.map(([x, y]): Point => [x / unitsPerEm, y / unitsPerEm]),
    );
    return { advance: advanceOf(tables, index) / unitsPerEm, contours };
  }
  return {
    glyph(character) {
      const known = glyphs.get(character);
      if (known !== undefined) return known;
      const glyph = readGlyph(character);
      glyphs.set(character, glyph);
      return glyph;
    },
  };
}

/** Whether the font has all the letters of a text. */
export function canSet(font: Font, text: string): boolean {
  return [...text].every((letter) => font.glyph(letter) !== null);
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
