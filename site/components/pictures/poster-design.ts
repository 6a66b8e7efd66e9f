/**
 * Designs the drawn posters. A poster has lettering, a motif, and two inks on a background. The genre limits the
 * choice of colours and motifs. Among them, the design depends only on the original title and the year, so it is the
 * same on all pages and in all languages.
 */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { findTellingGenre } from "../../../worker/text/genres.ts";
import { shorten } from "../../language/formats.ts";

export const POSTER_WIDTH = 200;
export const POSTER_HEIGHT = 300;
export const MARGIN = 14;

interface Palette {
  readonly ground: string;
  /** The colour of the lettering. It has a contrast of at least 7:1 to both `ground` and `second`. */
  readonly ink: string;
  readonly first: string;
  readonly second: string;
}

export const PALETTES: readonly Palette[] = [
  { ground: "#10172b", ink: "#f4ecd8", first: "#f2b632", second: "#26355e" },
  { ground: "#160b0c", ink: "#f3e7dc", first: "#d3302f", second: "#3b1416" },
  { ground: "#062c33", ink: "#eef3e6", first: "#f0865a", second: "#0f4d57" },
  { ground: "#16251a", ink: "#f2eed8", first: "#d8b24a", second: "#2c4a33" },
  { ground: "#231433", ink: "#f6ebf3", first: "#f28f5b", second: "#47286a" },
  { ground: "#1b1e22", ink: "#f0f1ee", first: "#9fb4c4", second: "#343b43" },
  { ground: "#5c1220", ink: "#fdf0e1", first: "#f3b04a", second: "#761c2c" },
  { ground: "#0b3a5b", ink: "#f6f1e3", first: "#f7d154", second: "#0a4d72" },
  { ground: "#2b1a10", ink: "#f7ead6", first: "#e08a3c", second: "#4a2e1c" },
  { ground: "#0e0e10", ink: "#f5f3ee", first: "#e6e0d0", second: "#2a2a2e" },
  { ground: "#f0dfbd", ink: "#2b1509", first: "#c2451e", second: "#e0bd84" },
  { ground: "#f6dcd6", ink: "#40101f", first: "#b3213f", second: "#eab6ae" },
  { ground: "#f1ece0", ink: "#17171a", first: "#d0381f", second: "#d5ccb8" },
  { ground: "#f3b71f", ink: "#1d1306", first: "#b92c12", second: "#f8cf63" },
  { ground: "#d8e6ea", ink: "#0d2333", first: "#e2592d", second: "#b4cdd6" },
  { ground: "#cfe0c3", ink: "#14281a", first: "#2f7d4f", second: "#b1cca1" },
  { ground: "#f2a07b", ink: "#2a0d08", first: "#8e1f2b", second: "#f6b899" },
  { ground: "#e7e0f2", ink: "#22163f", first: "#6a3fb5", second: "#cdbfe6" },
  { ground: "#9fd0c8", ink: "#06282b", first: "#d2452f", second: "#b9e0d9" },
  { ground: "#e9e6df", ink: "#14181f", first: "#1f4fa3", second: "#c9ccd1" },
];

/**
 * The looks of genres: the positions of their palettes in `PALETTES`, and their motifs. A genre that is not listed, such
 * as drama, has all of them.
 */
const LOOKS: Readonly<Record<string, { readonly palettes: readonly number[]; readonly motifs: string }>> = {
  Horror: { palettes: [1, 3, 4, 5, 9], motifs: "moon forest keyhole eclipse blinds rain stairs" },
  Family: {
    palettes: [7, 13, 14, 15, 17, 18],
    motifs: "rings flower stars quarters sails orbit eclipse waves",
  },
  Western: { palettes: [8, 10, 13, 16], motifs: "horizon mountains road rays moon" },
  "Science Fiction": { palettes: [0, 2, 4, 5, 7, 19], motifs: "orbit eclipse stars rings bolt city beam" },
  War: { palettes: [3, 5, 8, 9], motifs: "split bolt beam rays mountains horizon" },
  Music: { palettes: [4, 6, 7, 13, 17], motifs: "organ bulbs rings waves beam quarters" },
  Crime: { palettes: [0, 1, 5, 6, 8, 9], motifs: "blinds city keyhole stairs split rain beam checks" },
  Fantasy: { palettes: [2, 3, 4, 7, 17], motifs: "arches moon forest stars mountains keyhole" },
  Romance: { palettes: [6, 11, 12, 16, 17], motifs: "flower moon waves arches stars horizon rain sails" },
  Comedy: {
    palettes: [7, 11, 12, 13, 14, 15, 18],
    motifs: "checks quarters rays bulbs rings flower film bolt",
  },
  Adventure: { palettes: [2, 3, 7, 10, 13, 18], motifs: "mountains sails road horizon forest waves rays" },
  Action: { palettes: [0, 1, 5, 8, 12, 13], motifs: "bolt road rays split city checks beam" },
  Documentary: { palettes: [5, 8, 10, 12, 19], motifs: "frames film arches split stairs road" },
};
/** Genres that look like another one. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ Kids: "Family", Animation: "Family", Musical: "Music", Sport: "Action" },
  ...{ "Film-Noir": "Crime", Mystery: "Crime", Thriller: "Crime" },
  ...{ Biography: "Documentary", History: "Documentary" },
};

/** The ids of the motifs in `motifs.svg`. */
export const MOTIFS: readonly string[] = [
  "horizon rays rings eclipse city stairs frames bulbs waves moon mountains road checks split blinds keyhole arches",
  "flower stars rain film sails orbit quarters bolt forest organ beam",
].flatMap((names) => names.split(" "));

/** The place of the lettering: directly on the motif's background, in a frame, on a band, or above the motif. */
const LAYOUTS = ["plain", "frame", "band", "above"] as const;

/** The design of a poster except its lettering. */
interface Look {
  readonly palette: Palette;
  readonly motif: string;
  /** Whether the motif is mirrored. */
  readonly isMirrored: boolean;
  readonly layout: (typeof LAYOUTS)[number];
}

export type Pictured = Pick<TitleRecord, "title" | "original_title" | "year"> &
  Partial<Pick<TitleRecord, "genres">>;

/** Returns the design of the poster for a title. */
export function designPoster({ title, original_title, year, genres = "" }: Pictured): Look {
  const next = numbersFrom(`${original_title || title}\n${year}`);
  const genre = findTellingGenre(genres) ?? "";
  const { palettes, motifs } = LOOKS[ALIKE[genre] ?? genre] ?? {};
  const palette = pick(palettes?.map((at) => pick(PALETTES, at)) ?? PALETTES, next());
  const motif = pick(motifs?.split(" ") ?? MOTIFS, next());
  const isMirrored = next() % 2 === 1;
  const layout = pick(LAYOUTS, next());
  return { palette, motif, isMirrored, layout };
}

/**
 * The distances by which the motif is moved down: `above` if lettering is above it, `none` if the poster has no
 * lettering.
 */
const SHIFTS = { above: 150, none: 70 } as const;

/** Returns the SVG transform of the motif. `layout` is `null` for a poster without lettering. */
export function placeMotif(isMirrored: boolean, layout: Look["layout"] | null): string {
  const shift = layout === null ? SHIFTS.none : layout === "above" ? SHIFTS.above : 0;
  return isMirrored ? `matrix(-1 0 0 1 200 ${shift})` : `translate(0 ${shift})`;
}

interface Lettering {
  readonly lines: readonly Line[];
  /** The baseline of the year, which is set in small letters. */
  readonly caption: number;
  /** The top edge of the band behind the lettering. */
  readonly band: number;
}

const BOTTOM = 268;
const COLUMN: Column = { width: POSTER_WIDTH - 2 * MARGIN, bottom: BOTTOM, height: 132 };
/** The top edge of lettering above the motif. The year is above that edge. */
const TOP = 36;

/**
 * Returns the lettering of a poster. It starts at the top with the layout "above", and otherwise ends at the bottom.
 */
export function letterPoster(title: string, layout: Look["layout"]): Lettering {
  return placeLines(setTitle(title, COLUMN), layout);
}

/**
 * The text column of a small poster, and a taller column for titles that would otherwise be cut, such as Arabic titles
 * and titles with a subtitle.
 */
const SMALL_COLUMNS = [
  { column: COLUMN, maxLines: 3 },
  { column: { ...COLUMN, height: 160 }, maxLines: 4 },
];
/** The minimum font size on a small poster, at which its lettering is larger than the title below it. */
const MIN_SMALL_SIZE = 30;
/** The column of a title whose words are never all as large, so that it keeps its last word. */
const LONG_COLUMN: Column = { ...COLUMN, height: 200 };

/**
 * Returns the lettering of a small poster.
 * @param forms forms of the title in the order of preference; the first that fits is used. If none fits, the last is
 * set in smaller letters.
 */
export function letterSmallPoster(forms: readonly string[], layout: Look["layout"]): Lettering {
  for (const form of forms) {
    for (const { column, maxLines } of SMALL_COLUMNS) {
      const lines = setTitle(form, column, maxLines);
      if (lines.every(({ size }) => size >= MIN_SMALL_SIZE)) return placeLines(lines, layout);
    }
  }
  return placeLines(setTitle(forms.at(-1) ?? "", LONG_COLUMN), layout);
}

function placeLines(lines: readonly Line[], layout: Look["layout"]): Lettering {
  const top = Math.min(...lines.map(({ y, size }) => y - Math.round(size * 0.88)), BOTTOM);
  if (layout !== "above") return { lines, caption: 288, band: top - 12 };
  return { lines: lines.map((line) => ({ ...line, y: line.y + TOP - top })), caption: 26, band: top };
}

function pick<T>(choices: readonly T[], number: number): T {
  const choice = choices[number % choices.length];
  if (choice === undefined) throw new Error("nothing to choose from");
  return choice;
}

/**
 * Returns a random number generator (mulberry32) with the FNV-1a hash of a text as its seed. The same text always
 * results in the same numbers.
 */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

interface Line {
  readonly text: string;
  /** The font size in the units of the poster. */
  readonly size: number;
  /** The baseline of the line, in the units of the poster. */
  readonly y: number;
  /** Whether the line is stretched to the width of the column. Short lines are not. */
  readonly justified: boolean;
}

interface Column {
  readonly width: number;
  /** The baseline of the last line in the column. */
  readonly bottom: number;
  readonly height: number;
}

/** The maximum length of a title in UTF-16 code units. Longer titles would be illegible. */
export const MAX_TITLE = 200;
const MAX_SIZE = 84;
/** The maximum font size of a title that is a single word. At this size, it is as high as the column in any script. */
const MAX_WORD_SIZE = 110;
const MAX_LINES = 6;

/**
 * The extent of a script's letters above and below the baseline, in fractions of the font size. It includes the space
 * between lines.
 */
interface Reach {
  readonly above: number;
  readonly below: number;
}

const CAPITALS: Reach = { above: 0.84, below: 0 };
const SQUARES: Reach = { above: 0.92, below: 0.12 };
const FLOWING: Reach = { above: 0.85, below: 0.35 };

/**
 * Sets a title like a poster in wood type: all lines have the same width, so lines with few letters are taller. Only
 * the beginning of a title is used, because a title from outside may have megabytes.
 */
export function setTitle(title: string, column: Column, maxLines = MAX_LINES): Line[] {
  const { pieces, space } = splitTitle(shorten(title.trim(), MAX_TITLE));
  const maxSize = pieces.length === 1 ? MAX_WORD_SIZE : MAX_SIZE;
  const candidates = Array.from({ length: Math.min(pieces.length, maxLines) }, (_, at) =>
    breakLines(pieces, space, at + 1).map((line) => fitLine(line, column.width, maxSize)),
  );
  const fitting = candidates.filter((lines) => measureHeight(lines) <= column.height);
  const best = (fitting.length === 0 ? candidates.slice(0, 1) : fitting).reduce((a, b) =>
    measureHeight(b) > measureHeight(a) ? b : a,
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

/**
 * Returns the pieces of a title between which lines may break, and what separates them. In scripts without spaces,
 * `Intl.Segmenter` finds the words.
 */
function splitTitle(title: string): { pieces: Text[]; space: Text } {
  // A dash before a subtitle stays with the word before it, so that no line starts with the dash. Words around a
  // non-breaking space stay together.
  const words = title.toUpperCase().split(/[^\S\u00a0]+(?![-–—]\s)/u);
  if (words.length > 1 || !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(title)) {
    return { pieces: words.map(measured), space: { text: " ", width: 0.2 } };
  }
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(words[0] ?? "");
  const pieces: string[] = [];
  for (const { segment } of segments) {
    // Punctuation at the end of a word, such as a dot in katakana, stays with that word, so that no line starts with
    // it. So does a number.
    if (/^[\p{Po}\p{Pe}\p{N}]/u.test(segment)) pieces.push((pieces.pop() ?? "") + segment);
    else pieces.push(segment);
  }
  return { pieces: pieces.map(measured), space: { text: "", width: 0 } };
}

interface Text {
  readonly text: string;
  /** The width of the text in fractions of the font size. */
  readonly width: number;
}

function measured(text: string): Text {
  return { text, width: estimateWidth(text) };
}

/**
 * Distributes the pieces over at most `count` lines, so that the widest line is as narrow as possible (binary
 * search).
 */
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

/**
 * Returns the index of the first piece in each line, if lines are at most `width` wide. A single piece may be wider.
 */
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

function fitLine({ text, width }: Text, column: number, maxSize: number): SizedLine {
  const natural = column / width;
  return {
    text,
    size: Math.round(Math.min(natural, maxSize) * 10) / 10,
    justified: natural <= maxSize * 1.15,
    reach: measureReach(text),
  };
}

function measureHeight(lines: readonly SizedLine[]): number {
  return lines.reduce((height, { size, reach }) => height + size * (reach.above + reach.below), 0);
}

function measureReach(line: string): Reach {
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(line)) return SQUARES;
  return /[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Zyyy}\p{sc=Zinh}]/u.test(line) ? FLOWING : CAPITALS;
}

/**
 * Estimates the width of a text in fractions of the font size. Latin text uses the narrow font, and other scripts use
 * a system font.
 */
function estimateWidth(text: string): number {
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
