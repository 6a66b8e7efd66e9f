/**
 * A title set like wood type: broken into lines, each as wide as the column, so that short
 * lines come out tall and long ones low. Pure arithmetic; the same title gives the same lines.
 */

export interface Line {
  readonly text: string;
  /** Font size in units of the poster. */
  readonly size: number;
  /** Baseline. */
  readonly y: number;
  /** Whether the line is stretched to the column; a short line keeps its own width. */
  readonly justified: boolean;
}

interface Column {
  readonly width: number;
  /** Where the last baseline stands. */
  readonly bottom: number;
  readonly height: number;
}

const LARGEST = 84;
const MOST_LINES = 6;

/** How far a script reaches, in parts of the font size, its share of the space between lines included. */
interface Reach {
  readonly above: number;
  readonly below: number;
}

const CAPITALS: Reach = { above: 0.84, below: 0 };
const SQUARES: Reach = { above: 0.92, below: 0.12 };
const FLOWING: Reach = { above: 0.85, below: 0.35 };

export function setTitle(title: string, column: Column): Line[] {
  const units = unitsOf(title);
  const candidates = Array.from({ length: Math.min(units.length, MOST_LINES) }, (_, at) =>
    sizesOf(breakLines(units, at + 1), column.width),
  );
  const fitting = candidates.filter((lines) => heightOf(lines) <= column.height);
  const best = (fitting.length === 0 ? candidates.slice(0, 1) : fitting).reduce((a, b) =>
    heightOf(b) > heightOf(a) ? b : a,
  );
  let bottom = column.bottom;
  return best
    .toReversed()
    .map((line) => {
      const { above, below } = reachOf(line.text);
      const y = bottom - line.size * below;
      bottom = y - line.size * above;
      return { ...line, y: Math.round(y) };
    })
    .toReversed();
}

interface Unit {
  readonly text: string;
  /** Between this unit and the one before it. */
  readonly joint: string;
}

/** What a line may be broken between: words, or in scripts without spaces what a segmenter says. */
function unitsOf(title: string): Unit[] {
  const words = title.trim().toUpperCase().split(/\s+/u);
  if (words.length > 1 || !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(title)) {
    return words.map((text) => ({ text, joint: " " }));
  }
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(words[0] ?? "");
  return [...segments].map(({ segment }) => ({ text: segment, joint: "" }));
}

/** The units in `count` lines, the widest of them as narrow as can be: a search by halving. */
function breakLines(units: readonly Unit[], count: number): string[] {
  let low = Math.max(...units.map(({ text }) => widthOf(text)));
  let high = widthOf(units.map(({ text }) => text).join(" "));
  for (let round = 0; round < 12; round += 1) {
    const middle = (low + high) / 2;
    if (fill(units, middle).length <= count) high = middle;
    else low = middle;
  }
  return fill(units, high);
}

function fill(units: readonly Unit[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { text, joint } of units) {
    const longer = line === "" ? text : line + joint + text;
    if (line !== "" && widthOf(longer) > width + 0.001) {
      lines.push(line);
      line = text;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function sizesOf(lines: readonly string[], width: number): Omit<Line, "y">[] {
  return lines.map((text) => {
    const natural = width / widthOf(text);
    return {
      text,
      size: Math.round(Math.min(natural, LARGEST) * 10) / 10,
      justified: natural <= LARGEST * 1.15,
    };
  });
}

function heightOf(lines: readonly Omit<Line, "y">[]): number {
  return lines.reduce((height, { text, size }) => {
    const { above, below } = reachOf(text);
    return height + size * (above + below);
  }, 0);
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
