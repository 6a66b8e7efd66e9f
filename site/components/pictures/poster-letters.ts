/**
 * Sets a title like wood type: in lines as wide as the column, so that short lines are tall and long lines low. Pure
 * arithmetic. Titles come from outside and may be megabytes long: only the beginning is read.
 */
import { shorten } from "../../language/formats.ts";

export interface Line {
  readonly text: string;
  /** Font size in units of the poster. */
  readonly size: number;
  /** Baseline. */
  readonly y: number;
  /** Whether the line is stretched to the width of the column; a short line is not. */
  readonly justified: boolean;
}

interface Column {
  readonly width: number;
  /** Where the last baseline stands. */
  readonly bottom: number;
  readonly height: number;
}

/** In UTF-16 code units. More letters would be too small to read. */
export const MAX_TITLE = 200;
const MAX_SIZE = 84;
const MAX_LINES = 6;

/** How far a script reaches, in parts of the font size, its share of the space between lines included. */
interface Reach {
  readonly above: number;
  readonly below: number;
}

const CAPITALS: Reach = { above: 0.84, below: 0 };
const SQUARES: Reach = { above: 0.92, below: 0.12 };
const FLOWING: Reach = { above: 0.85, below: 0.35 };

export function setTitle(title: string, column: Column): Line[] {
  const { pieces, space } = piecesOf(shorten(title.trim(), MAX_TITLE));
  const candidates = Array.from({ length: Math.min(pieces.length, MAX_LINES) }, (_, at) =>
    breakLines(pieces, space, at + 1).map((line) => sizeOf(line, column.width)),
  );
  const fitting = candidates.filter((lines) => heightOf(lines) <= column.height);
  const best = (fitting.length === 0 ? candidates.slice(0, 1) : fitting).reduce((a, b) =>
    heightOf(b) > heightOf(a) ? b : a,
  );
  let bottom = column.bottom;
  return best
    .toReversed()
    .map(({ reach, ...line }) => {
      const y = bottom - line.size * reach.below;
      bottom = y - line.size * reach.above;
      return { ...line, y: Math.round(y) };
    })
    .toReversed();
}

/** Words, or in scripts without spaces the segments of a word; and what stands between two of them. */
function piecesOf(title: string): { pieces: Text[]; space: Text } {
  // No line begins with the dash before a subtitle.
  const words = title.toUpperCase().split(/\s+(?![-–—]\s)/u);
  if (words.length > 1 || !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(title)) {
    return { pieces: words.map(measured), space: { text: " ", width: 0.2 } };
  }
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(words[0] ?? "");
  return { pieces: [...segments].map(({ segment }) => measured(segment)), space: { text: "", width: 0 } };
}

interface Text {
  readonly text: string;
  /** In parts of the font size. */
  readonly width: number;
}

function measured(text: string): Text {
  return { text, width: widthOf(text) };
}

/** The pieces in `count` lines, the widest of them as narrow as can be: a search by halving. */
function breakLines(pieces: readonly Text[], space: Text, count: number): Text[] {
  let low = Math.max(...pieces.map(({ width }) => width));
  let high = joined(pieces, space).width;
  for (let round = 0; round < 12; round += 1) {
    const middle = (low + high) / 2;
    if (lineStarts(pieces, space, middle).length <= count) high = middle;
    else low = middle;
  }
  const starts = lineStarts(pieces, space, high);
  return starts.map((start, at) => joined(pieces.slice(start, starts[at + 1]), space));
}

/** Which pieces begin a line, when no line of several may be wider than `width`. */
function lineStarts(pieces: readonly Text[], space: Text, width: number): number[] {
  const starts: number[] = [];
  let line = Number.POSITIVE_INFINITY;
  for (const [at, piece] of pieces.entries()) {
    const longer = line + space.width + piece.width;
    if (longer > width + 0.001) starts.push(at);
    line = starts.at(-1) === at ? piece.width : longer;
  }
  return starts;
}

function joined(pieces: readonly Text[], space: Text): Text {
  return {
    text: pieces.map(({ text }) => text).join(space.text),
    width: pieces.reduce((sum, { width }) => sum + width, 0) + space.width * (pieces.length - 1),
  };
}

interface SizedLine extends Omit<Line, "y"> {
  readonly reach: Reach;
}

function sizeOf({ text, width }: Text, column: number): SizedLine {
  const natural = column / width;
  return {
    text,
    size: Math.round(Math.min(natural, MAX_SIZE) * 10) / 10,
    justified: natural <= MAX_SIZE * 1.15,
    reach: reachOf(text),
  };
}

function heightOf(lines: readonly SizedLine[]): number {
  return lines.reduce((height, { size, reach }) => height + size * (reach.above + reach.below), 0);
}

function reachOf(line: string): Reach {
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(line)) return SQUARES;
  return /[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Zyyy}\p{sc=Zinh}]/u.test(line) ? FLOWING : CAPITALS;
}

/** Roughly how wide a text is, in parts of the font size: the narrow face for Latin, else a system's. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  if (/[\s.,:;!'’|iIİ1]/u.test(character)) return 0.2;
  if (/[MW]/u.test(character)) return 0.52;
  if (/[\p{sc=Latin}\p{N}]/u.test(character)) return 0.385;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/u.test(character)) return 1;
  if (/\p{M}/u.test(character)) return 0;
  return /\p{sc=Arabic}/u.test(character) ? 0.48 : 0.62;
}
