/** How alike two words look, how far they are apart, and whether they sound alike. */
import { describe, expect, test } from "vitest";
import { skeletonKeys } from "../../worker/catalog/store/near.ts";
import { shortenings } from "../../worker/text/edits.ts";
import { areNeighbours, edits, similarity, soundKey } from "../../worker/text/similarity.ts";

const like = (typed: string, known: string, isPrefix = false) => similarity({ typed, known, isPrefix });
const shareOne = (typed: string, known: string) =>
  shortenings(known).some((string) => shortenings(typed).includes(string));

describe("how alike two words look", () => {
  test.each([
    ["a number is another number, as a beginning, too", "2001 2010, 1408 1409, 12345678 12345679, 21 12"],
    ["also beside letters", "apollo13 apollo18, matrix4 matrixx, matrix2 matrix, s1mone s2mone, t2 to"],
    ["a digit stands for few letters only", "1917 1984, s1mone samoke, 5h23k shrek, 123a abca"],
    ["a word with digits has four letters and digits", "s7a sea, 4x44 axaa, se7en sevens"],
    ["a short word is not mistyped", "up us, th toe, te toe, he the, fo on"],
    ["more than a part of the length differs", "abcde pqcde, inception matrix"],
    [
      "letters are missing, not vowels alone",
      "gldtn gladiator, gldtra gladiator, ardtgl gladiator, ebrdg bridge",
    ],
    ["vowels have more than three letters between them, of a Latin word", "grn green, иклд никлаид"],
    ["a beginning is no word", "incep inception, ajdust adjustment, adjusm adjustment, adhust adjustment"],
  ])("is nothing where %s: %s", (_, pairs) => {
    for (const pair of pairs.split(", ")) {
      const [typed = "", known = ""] = pair.split(" ");
      expect(like(typed, known), pair).toBe(0);
      if (/\d{2}$/.test(typed)) expect(like(typed, known, true), pair).toBe(0);
    }
    expect(like("matrix4", "matrixx", true)).toBe(0);
  });

  test.each([
    ["matrix", "matrix", 1],
    ["2001", "2001", 1],
    ["it", "ti", 0.8],
    ["th", "the", 0.8],
    ["te", "the", 0.8],
    ["se7en", "seven", 0.92],
    ["5e7en", "seven", 0.84],
  ])("of %s and %s is %d", (typed, known, expected) => {
    expect(like(typed, known)).toBeCloseTo(expected);
  });

  test.each([
    ["underworld", "undrwrld"],
    ["matrix", "natrix"],
    ["matrix", "amtrix"],
    ["matrix", "matriix"],
    ["pianist", "pienisg"],
    ["code", "coe"],
    ["extraordinary", "extraordinray"],
    ["extraordinary", "xtraodinary"],
    ["s1m0ne", "s1mone"],
    ["s1m0ne", "simone"],
    ["simone", "s1mone"],
    ["thir13en", "thirteen"],
    ["shrek", "5hrek"],
    ["gladiator", "gl4diat0r"],
  ])("is enough for one to be found by the other, which shares a shortening: %s, %s", (known, typed) => {
    const least = /\d/.test(known + typed) ? 0.8 : 0.5;
    expect(like(typed, known)).toBeGreaterThan(least);
    expect(like(known, typed)).toBeGreaterThan(least);
    expect(shareOne(typed, known)).toBe(true);
  });

  test.each([
    ["gldtr", "gladiator"],
    ["gladitr", "gladiator"],
    ["brdge", "bridge"],
    ["ttnc", "titanic"],
    ["rnnr", "runner"],
    ["glxy", "galaxy"],
  ])("is much, but not all, where vowels lack: %s, %s", (typed, known) => {
    expect(skeletonKeys(typed)).toEqual(skeletonKeys(known));
    expect(like(typed, known)).toBeGreaterThan(0.75);
    expect(like(typed, known)).toBeLessThan(1);
  });

  test.each([
    ["a doubled letter costs less than another one", "matriix matrix", "matrox matrix"],
    ["also within", "matrrix matrix", "matrpix matrix"],
    ["also where it was left out", "casino cassino", "casino casbino"],
    ["at any place", "area areea", "area arexa"],
    ["typed or not", "areea area", "arexa area"],
    ["a neighbour on the keyboard costs less", "matrux matrix", "matrbx matrix"],
    ["swapped letters cost less", "matrxi matrix", "matrqx matrix"],
    ["a mistake at the beginning costs more", "matrux matrix", "natrix matrix"],
    ["wherever the letter is on the keyboard", "matrbx matrix", "zatrix matrix"],
    ["one missing vowel costs less than two", "brdge bridge", "brdg bridge"],
    ["the same word is most alike", "matrix matrix", "matriix matrix"],
    ["three letters may have a mistake within", "abc abc", "abc acb"],
    ["a swap costs more than the word as it is", "the the", "hte the"],
  ])("is more or less: %s", (_, more, less) => {
    const of = (pair: string) => like(...(pair.split(" ") as [string, string]));
    expect(of(more)).toBeGreaterThan(of(less));
  });

  test("is bounded from below for short words with one mistake, and from above for any mistake", () => {
    expect(like("abc", "abd")).toBeGreaterThan(0.55);
    expect(like("abc", "zbc")).toBeGreaterThan(0.55);
    expect(like("s7ab", "seab")).toBeGreaterThan(0.5);
    expect(like("fo", "of")).toBeGreaterThan(0.5);
    expect(like("bridgee", "bridge")).toBeLessThan(0.95);
    expect(like("hte", "the")).not.toBe(0.8);
  });

  test("counts the beginning of a word if it may be one, more the longer it is, with one mistake from six letters on", () => {
    expect(like("20", "2001", true)).toBeCloseTo(0.9);
    expect(like("incep", "inception", true)).toBeCloseTo(0.8 + 0.2 * (5 / 9));
    expect(like("incepti", "inception", true)).toBeGreaterThan(like("incep", "inception", true));
    const begun = (typed: string) => like(typed, "adjustment", true);
    for (const typed of ["ajdust", "adjusm", "adjjust", "adhust"]) {
      expect(begun(typed), typed).toBeGreaterThan(0.6);
      expect(begun(typed), typed).toBeLessThan(begun("adjust"));
    }
    for (const typed of ["ajdus", "ajduts", "interv"]) expect(begun(typed), typed).toBe(0);
    expect(begun("ajdustm")).toBeGreaterThan(begun("ajdust"));
    expect(begun("adjsutment")).toBe(like("adjsutment", "adjustment"));
  });
});

test.each([
  ["", "", 0],
  ["a", "", 1],
  ["abc", "abc", 0],
  ["abc", "abd", 1],
  ["abc", "ab", 1],
  ["abc", "abcd", 1],
  ["abc", "acb", 1],
  ["steel", "stele", 1],
  ["abcd", "badc", 2],
  ["ca", "abc", 3],
  ["a", "abcd", 3],
  ["abcdef", "ghijkl", 3],
])("from %j to %j are %i edits, counted to one above the bound, and a swap is one", (left, right, count) => {
  expect(edits(left, right)).toBe(count);
  expect(edits(right, left)).toBe(count);
});

test("the bound of edits can be raised", () => {
  expect(edits("kitten", "sitting", 3)).toBe(3);
});

test("letters beside one another on a keyboard are neighbours, in a row or between two", () => {
  const neighbours = (pair: string) => areNeighbours(pair.charAt(0), pair.charAt(1));
  expect("qw wq as nm qa sx gt op lk".split(" ").filter((pair) => !neighbours(pair))).toEqual([]);
  expect("qe pa qz am lz aa 1q q1 pq éq".split(" ").filter(neighbours)).toEqual([]);
});

describe("words sound alike", () => {
  const ALIKE = `filadelfia philadelphia, apokalips apocalypse, nife knife, riter writer, nashun nation,
    shindler schindler, mach match, seinfeld zeinfeld, adam addam, psalm salm, gnome nome, knight nite, write rite,
    night nit, high hi, cinema sinema, queen keen, quiz kis, qatar katar, rock rok, fox foks, wolf volf, boss bos,
    brrr br, hate hat`;
  const UNLIKE = `oknown onown, signal sinal, owrite orite, ghost ost, ps s, he h, chat kat, eel l, heal hal`;
  const pairsOf = (list: string) => list.split(/,\s+/).map((pair) => pair.split(" ") as [string, string]);

  test.each(pairsOf(ALIKE))("%s, %s", (one, other) => {
    expect(soundKey(one)).toBe(soundKey(other));
  });

  test.each(pairsOf(UNLIKE))("but not %s, %s", (one, other) => {
    expect(soundKey(one)).not.toBe(soundKey(other));
  });

  test("only in Latin letters", () => {
    expect(soundKey("ゴジラ")).toBe("ゴジラ");
  });
});
