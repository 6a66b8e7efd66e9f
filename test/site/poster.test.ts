/** Tests that drawn posters are deterministic, varied, legible and fit on their sheet. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  designPoster,
  letterPoster,
  letterSmallPoster,
  MARGIN,
  MAX_TITLE,
  MOTIFS,
  PALETTES,
  POSTER_WIDTH,
  setTitle,
} from "../../site/components/pictures/poster-design.ts";
import { shortenTitle } from "../../site/components/pictures/short-title.ts";
import type { Language } from "../../site/language/language.ts";
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

describe("drawn posters", () => {
  test("differ between translations only in their text", () => {
    for (const record of records)
      expect(designPoster({ ...record, title: "Autre titre" })).toEqual(designPoster(record));
  });

  test("differ even for titles without an original title", () => {
    const looks = ["One", "Two"].map((title) => designPoster({ title, original_title: "", year: "" }));
    expect(looks[0]).not.toEqual(looks[1]);
  });

  test("use exactly the pictures in motifs.svg", () => {
    const file = readFileSync("site/components/pictures/motifs.svg", "utf8");
    const ids = [...file.matchAll(/<g id="(\w+)"/g)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual(MOTIFS.toSorted());
  });

  test.each(["Comedy, Horror", "Crime, Drama", "War"])("are darker for %s than for a comedy", (genres) => {
    const lightest = (genres: string) =>
      Math.max(...records.map((record) => luminance(designPoster({ ...record, genres }).palette.ground)));
    expect(lightest(genres)).toBeLessThan(lightest("Comedy"));
  });

  test("have round motifs for families", () => {
    const motifs = records.map((record) => designPoster({ ...record, genres: "Animation, Action" }).motif);
    const ROUND = ["rings", "flower", "stars", "quarters", "sails", "orbit", "eclipse", "waves"];
    expect(ROUND).toEqual(expect.arrayContaining(motifs));
  });

  test("vary between at least 2,000 designs", () => {
    const titles = Array.from({ length: 10_000 }, (_, at) => ({
      title: `T${at}`,
      original_title: "",
      year: "",
    }));
    expect(new Set(titles.map((title) => JSON.stringify(designPoster(title)))).size).toBeGreaterThan(2_000);
  });
});

describe("poster lettering", () => {
  const designs = [...ODD_TITLES, ...records.map(({ title }) => title)].map((title) => ({
    title,
    lines: letterPoster(title, "plain").lines,
    above: letterPoster(title, "above").lines,
  }));

  test("stays within the poster", () => {
    for (const { title, lines, above } of designs) {
      for (const { y, size } of above) expect(y - size * 0.75, title).toBeGreaterThan(26);
      expect(lines.length, title).toBeLessThanOrEqual(6);
      for (const { y, size } of lines) {
        expect(y, title).toBeLessThanOrEqual(270);
        expect(y - size * 0.75, title).toBeGreaterThan(0);
      }
    }
  });

  test("keeps all letters of the title", () => {
    for (const { title, lines } of designs) {
      const letters = lines.map(({ text }) => text).join("");
      expect(letters.replaceAll(/\s/gu, "")).toBe(title.toUpperCase().replaceAll(/\s/gu, ""));
    }
  });

  test("does not break before the dash of a subtitle", () => {
    const { lines } = letterPoster("Star Wars - A - Hope", "plain");
    expect(lines.filter(({ text }) => text.startsWith("-"))).toEqual([]);
  });

  test("does not break before a dot in katakana", () => {
    const { lines } = letterPoster("バック・トゥ・ザ・フューチャー", "plain");
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter(({ text }) => text.startsWith("・"))).toEqual([]);
  });
});

describe("lettering of small posters", () => {
  const letter = (title: string, language: Language, layout: "plain" | "above" = "plain") =>
    letterSmallPoster(shortenTitle(title, language), layout).lines;

  test.each([
    ["en", "The Matrix", "MATRIX"],
    ["en", "The", "THE"],
    ["en", "12 Angry Men", "12 ANGRY/MEN"],
    ["en", "The Dark Knight", "DARK KNIGHT"],
    ["en", "The Good, the Bad and the Ugly", "THE GOOD, THE/BAD AND THE UGLY"],
    ["en", "The Lord of the Rings: The Return of the King", "THE LORD OF/THE RINGS:/THE RETURN/OF THE KING"],
    ["en", "Mission: Impossible – Dead Reckoning Part One", "IMPOSSIBLE/DEAD RECKONING/PART ONE"],
    ["en", "The Hunger Games: Mockingjay – Part 1", "MOCKINGJAY/PART 1"],
    ["en", "The Hunger Games: Mockingjay – Part 2", "MOCKINGJAY/PART 2"],
    ["en", "Harry Potter and the Deathly Hallows: Part 2", "HARRY POTTER/AND THE DEATHLY/HALLOWS: PART 2"],
    [
      "en",
      "Pirates of the Caribbean: The Curse of the Black Pearl",
      "PIRATES OF THE/CARIBBEAN: THE/CURSE OF THE/BLACK PEARL",
    ],
    ["en", "Star Wars: Episode V - The Empire Strikes Back", "EPISODE V/THE EMPIRE/STRIKES BACK"],
    ["en", "Eternal Sunshine of the Spotless Mind", "ETERNAL/SUNSHINE OF THE/SPOTLESS MIND"],
    [
      "en",
      "Everything You Always Wanted to Know About Sex",
      "EVERYTHING YOU/ALWAYS WANTED/TO KNOW ABOUT/SEX",
    ],
    [
      "en",
      "Birdman or (The Unexpected Virtue of Ignorance)",
      "BIRDMAN OR (THE/UNEXPECTED/VIRTUE OF/IGNORANCE)",
    ],
    ["en", "Dune: Part Two", "DUNE:/PART TWO"],
    ["en", "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb", "DR./STRANGELOVE"],
    ["en", "E.T. the Extra-Terrestrial", "E.T. THE/EXTRA-TERRESTRIAL"],
    ["en", "Everything Everywhere All at Once", "EVERYTHING/EVERYWHERE/ALL AT ONCE"],
    ["en", "(500) Days of Summer", "(500) DAYS/OF SUMMER"],
    [
      "en",
      ": a subtitle without a title that is far too long for a poster",
      ": A SUBTITLE/WITHOUT A/TITLE THAT IS/FAR TOO LONG/FOR A POSTER",
    ],
    ["de", "Der Pate", "PATE"],
    ["de", "Der Pate – Teil II", "DER PATE/TEIL II"],
    ["de", "Das süße Leben", "DAS SÜSSE/LEBEN"],
    ["de", "The Matrix", "MATRIX"],
    ["en", "Die Hard", "DIE HARD"],
    ["fr", "L’Avventura", "AVVENTURA"],
    ["ja", "七人の侍", "七人の侍"],
    ["ja", "ザ・シンプソンズ", "シンプソンズ"],
    ["ar", "العراب", "العراب"],
    ["ar", "عائلة سيمبسون", "عائلة/سيمبسون"],
    ["ar", "المرأة السوداء", "المرأة/السوداء"],
  ] as const)("shortens the title: %s, %s → %s", (language, title, lettering) => {
    expect(
      letter(title, language)
        .map(({ text }) => text)
        .join("/"),
    ).toBe(lettering);
  });

  test("is larger than the caption below the poster", () => {
    for (const { title } of records)
      for (const { size } of letter(title, "en")) expect(size, title).toBeGreaterThanOrEqual(24);
  });

  test("stays within the poster", () => {
    for (const title of [...ODD_TITLES, "W", "2001", "ع", "👩", "SS"]) {
      for (const layout of ["plain", "above"] as const) {
        const lines = letter(title, "en", layout);
        expect(lines.length, title).toBeLessThanOrEqual(6);
        for (const { y, size } of lines) {
          expect(y, title).toBeLessThanOrEqual(268);
          expect(y - size * 0.84, title).toBeGreaterThanOrEqual(layout === "above" ? 26 : 60);
        }
      }
    }
  });
});

describe("poster lettering of very long titles", () => {
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

  test("ends in an ellipsis after the letters that fit", () => {
    fc.assert(
      fc.property(titles, (title) => {
        const set = setTitle(title, column)
          .map(({ text }) => text)
          .join("");
        const letters = (text: string) => text.toUpperCase().replaceAll(/\s/gu, "");
        // Upper-casing can turn one letter into up to three (ß becomes SS).
        expect(set.length).toBeLessThanOrEqual(3 * MAX_TITLE);
        expect(letters(title)).toContain(letters(set.replace(/…$/, "")));
        expect(set.endsWith("…")).toBe(title.trim().length > MAX_TITLE);
      }),
    );
  });

  test("runs in constant time regardless of the length", () => {
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

describe("poster design", () => {
  test("does not stretch a short line", () => {
    const [line] = letterPoster("M", "plain").lines;
    expect(line?.justified).toBe(false);
    expect(POSTER_WIDTH - 2 * MARGIN).toBe(172);
  });

  test("reaches a contrast ratio of 7:1", () => {
    for (const palette of PALETTES) {
      expect(contrast(palette.ink, palette.ground), JSON.stringify(palette)).toBeGreaterThanOrEqual(7);
      expect(contrast(palette.ink, palette.second), JSON.stringify(palette)).toBeGreaterThanOrEqual(7);
    }
  });
});

/** Returns the contrast ratio of two colours, as defined in WCAG 2.2. */
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
