/** The drawn posters: the same for the same title, legible, and never outside their sheet. */
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { designPoster, MARGIN, POSTER_WIDTH } from "../../site/components/pictures/poster-design.ts";
import { MAX_TITLE, setTitle } from "../../site/components/pictures/poster-letters.ts";
import { readStarter } from "../../tools/catalog/starter/read.ts";

const records = readStarter().map(({ record }) => record);

const ODD_TITLES = [
  "",
  "M",
  " ",
  "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
  "七人の侍",
  "اثنا عشر رجلا غاضبا",
  "Иваново детство",
  "Supercalifragilisticexpialidocious",
  "🎬🎬🎬",
  "<script>",
  "a ".repeat(99),
];

test("the same title always gets the same poster", () => {
  for (const record of records) expect(designPoster(record)).toEqual(designPoster({ ...record }));
});

test("a translation changes the lettering only", () => {
  const [record] = records;
  if (record === undefined) throw new Error("no records");
  const translated = designPoster({ ...record, title: "Autre titre" });
  const { palette, shapes } = designPoster(record);
  expect(translated).toMatchObject({ palette, shapes });
});

test("titles get posters of many kinds", () => {
  const kinds = new Set(records.map((record) => JSON.stringify(designPoster(record).shapes)));
  expect(kinds.size).toBeGreaterThan(records.length * 0.9);
});

describe("the lettering of every title", () => {
  const designs = [...ODD_TITLES, ...records.map(({ title }) => title)].map((title) => ({
    title,
    lines: designPoster({ title, original_title: title, year: "1999", genres: "Drama" }).lines,
  }));

  test("stands within the sheet", () => {
    for (const { title, lines } of designs) {
      expect(lines.length, title).toBeLessThanOrEqual(6);
      for (const { y, size } of lines) {
        expect(y, title).toBeLessThanOrEqual(270);
        expect(y - size * 0.75, title).toBeGreaterThan(0);
      }
    }
  });

  test("loses none of its letters", () => {
    for (const { title, lines } of designs) {
      const letters = lines.map(({ text }) => text).join("");
      expect(letters.replaceAll(/\s/gu, "")).toBe(title.toUpperCase().replaceAll(/\s/gu, ""));
    }
  });

  test("begins no line with the dash before a subtitle", () => {
    const lines = designPoster({
      title: "Star Wars - A - Hope",
      original_title: "",
      year: "",
      genres: "",
    }).lines;
    expect(lines.filter(({ text }) => text.startsWith("-"))).toEqual([]);
  });
});

describe("a title of any length", () => {
  afterEach(() => vi.restoreAllMocks());

  const column = { width: 172, bottom: 268, height: 132 };
  const PIECES = [
    "a",
    "word ",
    "人",
    "七人の侍",
    "ก",
    "ا ب",
    "é",
    "e\u0323\u0301",
    "👩‍🚀",
    " ",
    "ß",
    "\ud83d",
  ];
  const titles = fc
    .tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }), fc.nat({ max: 20_000 }))
    .map(([pieces, times]) => pieces.join("").repeat(times));

  test("is drawn by as many of its letters as can be read, and an ellipsis", () => {
    fc.assert(
      fc.property(titles, (title) => {
        const set = setTitle(title, column)
          .map(({ text }) => text)
          .join("");
        const letters = (text: string) => text.toUpperCase().replaceAll(/\s/gu, "");
        // A capital may be two letters (ß) or three.
        expect(set.length).toBeLessThanOrEqual(3 * MAX_TITLE);
        expect(letters(title)).toContain(letters(set.replace(/…$/, "")));
        expect(set.endsWith("…")).toBe(title.trim().length > MAX_TITLE);
      }),
    );
  });

  test("takes no more steps than one that is just too long to be read", () => {
    const measured = vi.spyOn(RegExp.prototype, "test");
    fc.assert(
      fc.property(titles, (title) => {
        measured.mockClear();
        setTitle(title, column);
        expect(measured.mock.calls.length).toBeLessThan(20 * MAX_TITLE);
      }),
    );
  });
});

test("a short line is not pulled apart to fill the column", () => {
  const [line] = designPoster({ title: "M", original_title: "M", year: "1931", genres: "Crime" }).lines;
  expect(line?.justified).toBe(false);
  expect(POSTER_WIDTH - 2 * MARGIN).toBe(172);
});

test("the lettering has a contrast of 7:1 on the ground and on the shapes behind it", () => {
  for (const record of records) {
    const { palette } = designPoster(record);
    expect(contrast(palette.ink, palette.ground), JSON.stringify(palette)).toBeGreaterThanOrEqual(7);
    expect(contrast(palette.ink, palette.second), JSON.stringify(palette)).toBeGreaterThanOrEqual(7);
  }
});

/** Contrast of two colours as WCAG 2.2 counts it. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
