/** How one form of a title matches a text: the parts of a score, each by itself. */
import { describe, expect, test } from "vitest";
import { compareWith, type FormScore, matchForm } from "../../../worker/catalog/search/match.ts";
import { rank } from "../../../worker/catalog/search/ranking.ts";
import { readingsOf } from "../../../worker/catalog/search/search-text.ts";
import { FOR_ANSWERS, FOR_SUGGESTIONS, WEIGHTS } from "../../../worker/catalog/search/weights.ts";
import { contextOf, read } from "../reading.ts";

interface Given {
  /** Folded, `|` between parts. */
  readonly form: string;
  readonly rank?: number;
  readonly year?: number;
  readonly isDisplayTitle?: boolean;
  /** Titles that have a word: 3 unless it is here. */
  readonly titlesWith?: Readonly<Record<string, number>>;
}

const comparisonOf = (text: string, titlesWith?: Given["titlesWith"], tolerance = FOR_ANSWERS) =>
  compareWith(contextOf(read(text), titlesWith), tolerance);

function match(
  text: string,
  { form, rank: place = 10, year = 0, isDisplayTitle = true, titlesWith }: Given,
): FormScore {
  const comparison = comparisonOf(text, titlesWith);
  return matchForm({ form, isDisplayTitle, candidate: { rank: place, forms: form, year } }, comparison);
}

describe("initials alone", () => {
  const areFound = (text: string, given: Given) => match(text, given).covered === WEIGHTS.initials;

  test("stand for one of the thousand best-known titles, from the beginning on", () => {
    expect(areFound("tdk", { form: "the dark knight", rank: 1_000 })).toBe(true);
    expect(areFound("dk", { form: "the dark knight" })).toBe(true);
    expect(areFound("td", { form: "the dark knight" })).toBe(true);
    expect(match("tdk", { form: "the dark knight" }).filled).toBe(1);
    for (const [text, place] of [
      ["tdk", 1_001],
      ["kd", 1],
      ["t", 1],
      ["dk x", 1],
    ] as const) {
      expect(areFound(text, { form: "the dark knight", rank: place }), text).toBe(false);
    }
  });

  test("are worth less than words", () => {
    expect(match("tdk", { form: "tdk" }).covered).toBe(1);
  });
});

test("initials beside words stand for one of the five thousand best-known titles", () => {
  const covered = (place: number) =>
    match("tdk rises", { form: "the dark knight rises", rank: place }).covered;
  expect(covered(5_000)).toBeGreaterThan(covered(5_001));
});

describe("the share of the text that is covered", () => {
  test("counts a year as the title's, and half if it is one off", () => {
    const covered = (year: number) => match("alien night 1979", { form: "alien night", year }).covered;
    expect(covered(1979)).toBe(1);
    expect(covered(1980)).toBe(covered(1978));
    expect(covered(1980)).toBeLessThan(1);
    expect(covered(1981)).toBeLessThan(covered(1980));
    expect(covered(1981)).toBe(covered(0));
  });

  test("rises to the similarity of a nearly whole form, and so does the share of the form", () => {
    const found = match("inceptoin day", { form: "inception day", titlesWith: { inceptoin: 0 } });
    expect(found.whole).toBeGreaterThan(0.8);
    expect([found.covered, found.filled]).toEqual([Math.max(found.covered, found.whole), found.whole]);
    const other = match("inceptoin day", { form: "inception day", titlesWith: { inceptoin: 3 } });
    expect(other.filled).not.toBe(other.whole);
    expect(match("inceptoin", { form: "inception", titlesWith: { inceptoin: 0 } }).whole).toBe(0);
  });
});

describe("a text that is a whole form", () => {
  test("counts twice if it is the display title", () => {
    expect(match("alien", { form: "alien" }).whole).toBe(2);
    expect(match("alien", { form: "alien", isDisplayTitle: false }).whole).toBe(1);
    expect(match("alien", { form: "the alien" }).whole).toBeLessThan(1);
  });
});

describe("the share of a form that was typed", () => {
  test("is its best part's, at a discount, if that is higher", () => {
    const { filled } = match("ragnarok", { form: "thor | ragnarok" });
    expect(filled).toBeCloseTo(WEIGHTS.part);
    expect(match("thor ragnarok x", { form: "thor | ragnarok" }).filled).toBe(1);
    expect(match("thor", { form: "thor | ragnarok begins again" }).filled).toBeCloseTo(WEIGHTS.part);
    expect(match("begins", { form: "thor | ragnarok begins" }).filled).toBeCloseTo(1 / 3);
  });
});

describe("a form begins with the text", () => {
  test.each([
    ["dark", "dark knight", 1],
    ["dark", "the dark knight", 1],
    ["the dark", "the dark knight", 1],
    ["knight", "the dark knight", 0],
    ["dark", "not dark knight", 0],
    ["knight dark", "dark knight", 0],
    ["unknown dark", "dark knight", 1],
    ["unknown", "dark knight", 0],
    ["ragnarok", "thor | ragnarok begins", 0.5],
    ["dark", "thor | the dark world", 0.5],
    ["world", "thor | the dark world", 0],
    ["rises", "thor | dark | rises", 0.5],
  ])("%j of %j: %d", (text, form, expected) => {
    expect(match(text, { form, titlesWith: { unknown: 0 } }).begins).toBe(expected);
  });
});

describe("of several readings", () => {
  const readings = (text: string) =>
    readingsOf(read(text)).map((reading) => compareWith(contextOf(reading), FOR_ANSWERS));
  const titles = [
    { rank: 1, forms: "two thousand maniacs", year: 1964 },
    { rank: 2, forms: "2012", year: 2009 },
    { rank: 3, forms: "two thousand twelve", year: 2001 },
    { rank: 4, forms: "two thousand twelve 2012", year: 2012 },
  ];

  test("the one that fits a title best ranks it, and no title is listed twice", () => {
    const ranked = rank(titles, ...readings("two thousand twelve"));
    expect(ranked.map(({ candidate }) => candidate.rank).toSorted()).toEqual([1, 2, 3, 4]);
    expect(ranked.at(-1)?.candidate.rank).toBe(1);
    const scores = ranked.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});

describe("of several forms of a title", () => {
  const formOf = (text: string, ...forms: readonly string[]) =>
    rank([{ rank: 1, forms: forms.join("\n"), year: 0 }], comparisonOf(text))[0]?.match.form;

  test("the one that fits best counts, wherever it stands", () => {
    expect(formOf("alpha", "alpha", "beta", "gamma")).toBe("alpha");
    expect(formOf("alpha", "beta", "alpha", "gamma")).toBe("alpha");
  });

  test("a working title is compared without its mark", () => {
    expect(formOf("alpha", "beta", "~ alpha")).toBe("alpha");
  });
});

describe("the weight of a typed word", () => {
  const weights = (text: string, titlesWith: Readonly<Record<string, number>>) =>
    comparisonOf(text, titlesWith).pieceWeights;

  test("falls with the number of titles that have it, down to a bound", () => {
    const titlesWith = { unknown: 0, once: 1, some: 30, many: 900, all: 10_000 };
    const found = weights("unknown once some many all", titlesWith);
    expect(found.slice(0, 2)).toEqual([1, 1]);
    expect(found.slice(1)).toEqual(found.slice(1).toSorted((a, b) => b - a));
    expect(new Set(found.slice(1)).size).toBe(4);
    expect(found.at(-1)).toBeGreaterThan(0.3);
  });

  test("is almost nothing for an article, little for a word that people add, half for a character", () => {
    const [article = 0, character = 0, word = 0, added = 0] = weights("the 花 alien movie", { alien: 900 });
    expect(article).toBeLessThan(added);
    expect(added).toBeLessThan(word);
    expect(character).toBe(0.5);
    expect(article).toBeGreaterThan(0);
  });

  test("is the smaller, all together, for a text of few letters; a character counts as two", () => {
    const specificity = (text: string) => comparisonOf(text).specificity;
    expect(specificity("ab")).toBeCloseTo(2 / 6);
    expect(specificity("ab cd")).toBeCloseTo(4 / 6);
    expect(specificity("花樣")).toBeCloseTo(4 / 6);
    expect(specificity("abcdefgh")).toBe(1);
  });
});

describe("two words that differ", () => {
  test("are almost the same if they are spellings of a numeral", () => {
    expect(match("rocky ii forever", { form: "rocky 2 always" }).covered).toBeGreaterThan(
      match("rocky ii forever", { form: "rocky 3 always" }).covered,
    );
  });

  test("are different if they are characters of a script without spaces", () => {
    expect(match("กี้", { form: "กั้" }).covered).toBe(0);
  });

  test("keep their similarity, although the catalog has the typed one, if it begins the other or that has digits inside", () => {
    expect(match("alien", { form: "aliens" }).covered).toBeGreaterThan(0.9);
    expect(match("night alien", { form: "night aliens" }).covered).toBeGreaterThan(0.9);
    expect(match("alien night", { form: "aliens night" }).covered).toBeLessThan(0.9);
    expect(match("simone night", { form: "s1m0ne night" }).covered).toBeGreaterThan(0.9);
  });
});

test("of equal scores the newer title comes first, then the better known", () => {
  // Ranks this far down are as popular as each other.
  const far = 1e17;
  const candidates = [1979, 1999, 1979].map((year, at) => ({ rank: far - 100 * at, forms: "alien", year }));
  const context = { ...contextOf(read("alien")), size: Number.MAX_VALUE };
  const order = rank(candidates, compareWith(context, FOR_ANSWERS)).map(({ candidate }) => candidate);
  expect(order).toEqual([candidates[1], candidates[2], candidates[0]]);
});

describe("a suggestion", () => {
  const found = (text: string, forms: string, tolerance = FOR_SUGGESTIONS) =>
    rank([{ rank: 50, forms, year: 0 }], comparisonOf(text, { [text]: 0 }, tolerance)).length > 0;

  test("knows a word by its sound, which an answer does not", () => {
    expect(found("filadelfya", "philadelphia")).toBe(true);
    expect(found("filadelfya", "philadelphia", FOR_ANSWERS)).toBe(false);
    expect(found("apokalips", "apocalypse")).toBe(true);
    expect(found("xylophone", "apocalypse")).toBe(false);
  });

  test("takes a word that looks alike at least as well as one that only sounds alike", () => {
    const compare = FOR_SUGGESTIONS.similarity;
    for (const [typed, known] of [
      ["inception", "inception"],
      ["filadelfia", "philadelphia"],
      ["matrxi", "matrix"],
    ] as const) {
      const [alike, sounded] = [FOR_ANSWERS.similarity, compare].map((like) =>
        like({ typed, known, isPrefix: false }),
      );
      expect(sounded).toBeGreaterThanOrEqual(alike ?? 0);
      expect(sounded).toBeLessThanOrEqual(1);
    }
    expect(compare({ typed: "filadelfia", known: "philadelphia", isPrefix: false })).toBeCloseTo(0.95);
  });

  test("of a word that is still typed is not known by the sound of its beginning", () => {
    expect(FOR_SUGGESTIONS.similarity({ typed: "nif", known: "knifes", isPrefix: true })).toBe(0);
  });
});
