/** What the catalog stores of the names of a person. */
import { describe, expect, test } from "vitest";
import {
  beginningToken,
  nameForms,
  nameWords,
  personNames,
  soundToken,
} from "../../../worker/catalog/store/names.ts";

const WELL_KNOWN = 20_000;

const tokensOf = (names: readonly string[], rank = 1) => personNames(names, rank).tokens.split(" ");
const wordsOf = (names: readonly string[], rank = 1) => [...personNames(names, rank).words];

/** The tokens without beginnings' tokens, which begin with a private-use character. */
const plain = (tokens: readonly string[]) => tokens.filter((token) => !token.startsWith("\ue000"));

describe("the words of a name", () => {
  test.each([
    ["J. K. Rowling", ["jk", "rowling"]],
    ["J. R. R. Tolkien", ["jrr", "tolkien"]],
    ["E. G. Marshall, J. D.", ["eg", "marshall", "jd"]],
    ["Harry S. Truman", ["harry", "s", "truman"]],
    ["DJ Q", ["dj", "q"]],
    ["Q DJ", ["q", "dj"]],
    ["𐐷 𐐷 Ng", ["𐐷𐐷", "ng"]],
    ["7 9 Ng", ["7", "9", "ng"]],
    ["宮 崎", ["宮", "崎"]],
    ["宮崎駿", ["宮", "崎", "駿"]],
    ["A 宮 B", ["a", "宮", "b"]],
    ["!!!", []],
  ])("%s is %j: initials in a row are one, characters of unspaced scripts stay apart", (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});

test("the forms are the folded names, each once, none empty", () => {
  expect(nameForms(["Penélope Cruz", "PENELOPE CRUZ", "!!!", "Pe Cruz"])).toBe("penelope cruz\npe cruz");
  expect(nameForms([])).toBe("");
});

describe("the index has of a person", () => {
  test("each word of each name once, and each whole name without spaces and articles", () => {
    expect(plain(tokensOf(["Maria de la Paz", "Maria Paz", "Maria"]))).toEqual([
      "maria",
      "de",
      "la",
      "paz",
      "mariadelapaz",
      "mariapaz",
    ]);
    expect(plain(tokensOf(["The Rock"]))).toEqual(["the", "rock"]);
    expect(plain(tokensOf(["The An"]))).toEqual(["the", "an"]);
  });

  test("pairs of characters of unspaced scripts, and no pair for a single character", () => {
    expect(plain(tokensOf(["宮崎駿"], WELL_KNOWN + 1))).toEqual(["宮", "崎", "駿", "宮崎", "崎駿"]);
    expect(plain(tokensOf(["宮 Hayao"], WELL_KNOWN + 1))).toEqual(["宮", "hayao"]);
  });

  test("what a word begins with, up to four letters, of the well-known only", () => {
    const beginnings = ["h", "he", "hen", "henr"].map(beginningToken);
    expect(tokensOf(["Henry"])).toEqual(expect.arrayContaining(beginnings));
    const isBeginning = (token: string) => token.startsWith("\ue000b");
    expect(tokensOf(["Henry"]).filter(isBeginning)).toHaveLength(4);
    expect(tokensOf(["Bo"]).filter(isBeginning)).toHaveLength(2);
    expect(tokensOf(["Henry"], WELL_KNOWN)).toEqual(expect.arrayContaining(beginnings));
    expect(tokensOf(["Henry Fonda"], WELL_KNOWN + 1)).toEqual(["henry", "fonda"]);
  });

  test("how words sound, in each way, of the well-known only", () => {
    expect(tokensOf(["Theron"])).toEqual(expect.arrayContaining([soundToken("tn"), soundToken("sn")]));
    expect(tokensOf(["Theron"], WELL_KNOWN + 1)).toEqual(["theron"]);
  });

  test("words that may be mistyped, but no characters of unspaced scripts", () => {
    expect(wordsOf(["Henry Fonda", "Hank", "宮崎"])).toEqual(["henry", "fonda", "hank"]);
  });
});

test("a beginning has a token of its own while it is short, which no name has", () => {
  expect(beginningToken("henry")).toBeNull();
  const token = beginningToken("henr");
  expect(token).not.toBeNull();
  expect(token).not.toBe(beginningToken("hen"));
  expect(plain(tokensOf([`${token}`]))).not.toContain(token);
});
