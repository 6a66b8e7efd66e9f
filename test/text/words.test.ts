/** Words of titles and of searches: folded, shortened, compared. */
import { describe, expect, test } from "vitest";
import { parseSearchText } from "../../worker/catalog/search/search-text.ts";
import { FORM_SEPARATOR, findableNames, initialTokens, keysOf } from "../../worker/catalog/store/names.ts";
import { pack, shorteningKeys, skeletonKeys, unpack } from "../../worker/catalog/store/near.ts";
import { maxEdits, shortenings, skeleton } from "../../worker/text/edits.ts";
import { fold, foldName } from "../../worker/text/fold.ts";
import { inDigits, pieces } from "../../worker/text/words.ts";

describe("folding", () => {
  test.each([
    ["Amélie", "ame\u0301lie"],
    ["ＷＡＬＬ・Ｅ", "wall e"],
    ["R.I.P.D.", "ripd"],
    ["Ocean’s Eleven", "oceans eleven"],
    ["Straße", "STRASSE"],
    ["Łódź", "lodz"],
    ["Alien³", "alien3"],
    ["Batman & Robin", "batman and robin"],
    ["ゴジラ", "ごじら"],
    ["आशिकी २", "आशिकी 2"],
    ["عَزّ", "عز"],
    ["أفلام", "افلام"],
    ["Ёлки", "елки"],
    ["Κυνόδοντας", "κυνοδοντασ"],
  ])("makes one of %s and %s", (left, right) => {
    expect(fold(left)).toEqual(fold(right));
    expect(fold(left)).not.toEqual([]);
  });

  test.each([
    ["ocean s eleven", "oceans eleven"],
    ["we re the don t know", "were the dont know"],
    ["we ll say i ve been", "well say ive been"],
    ["harry s", "harry s"],
    ["s eleven", "s eleven"],
    ["ocean x eleven", "ocean x eleven"],
  ])("joins an ending that an apostrophe cut off, within a text: %s", (text, folded) => {
    expect(fold(text).join(" ")).toBe(folded);
    expect(foldName(text).join(" ")).toBe(text);
  });

  test("reads the first 400 characters", () => {
    for (const letter of ["x", "é"]) {
      expect(fold(letter.repeat(400)).join("")).toHaveLength(400);
      expect(fold(letter.repeat(500)).join("")).toHaveLength(400);
    }
  });

  test("of a folded text changes nothing", () => {
    for (const text of [
      "Le Fabuleux Destin d'Amélie Poulain",
      "花樣年華 ２",
      "Wall·E & 9",
      "ลุงบุญมี",
      "\ud800x",
    ]) {
      expect(fold(fold(text).join(" "))).toEqual(fold(text));
    }
  });

  test("leaves nothing but words", () => {
    for (const text of ["", "!!!", "\ue000y1979", "\u0000", "👻", "\ud83d"]) {
      expect(fold(text).join("")).toMatch(/^[\p{L}\p{N}\p{M}]*$/u);
    }
  });
});

test("a title and its usual spellings share a key", () => {
  const key = (text: string) => keysOf(fold(text));
  for (const [title, typed] of [
    ["The Matrix", "matrix"],
    ["Rocky II", "rocky two"],
    ["Spider-Man", "spiderman"],
    ["The Brave One", "thebraveone"],
  ] as const) {
    expect(key(title).filter((found) => key(typed).includes(found))).not.toEqual([]);
  }
});

test.each([
  ["Clockwork Orange, A", "a clockwork orange"],
  ["Matrix, the", "the matrix"],
  ["Matrix,The", "the matrix"],
  ["Hour, An", "an hour"],
  ["Matrix, the end", "matrix the end"],
  [", the", "the"],
])("an article that a sorted list moved to the end is first: %s", (text, words) => {
  expect(parseSearchText(text)?.words.join(" ")).toBe(words);
});

test("a title that the whole world knows is found by each of its names", () => {
  const titles = Array.from({ length: 93 }, (_, at) => `Название ${at}`);
  const { forms, keys } = findableNames({ titles, year: 1977, kind: "movie", adult: false });
  expect(forms.split(FORM_SEPARATOR)).toHaveLength(titles.length);
  for (const title of titles) expect(keys.has(keysOf(fold(title))[0] ?? "")).toBe(true);
});

test.each([
  ["The Dark Knight", "tdk dk"],
  ["Game of Thrones", "got"],
  ["Rocky II", "ri r2"],
  ["One Flew Over the Cuckoo's Nest", "ofotcn 1fotcn"],
  ["Guardians of the Galaxy Vol. 2", "gotgv2 gotg2"],
  ["Hansel & Gretel", "hag hg"],
  ["The Godfather", "tg"],
  ["Jaws", ""],
  ["花樣年華", ""],
  ["花 Files", ""],
])("%s has the initials %s", (title, initials) => {
  expect(initialTokens(fold(title).flatMap(pieces)).join(" ")).toBe(initials);
});

test.each([
  ["two thousand twelve", "2012"],
  ["two thousand one a space odyssey", "2001 a space odyssey"],
  ["two thousand and one", "2001"],
  ["nineteen eighty four", "1984"],
  ["nineteen seventeen", "1917"],
  ["nineteen hundred", "1900"],
  ["blade runner twenty forty nine", "blade runner 2049"],
  ["one hundred and two dalmatians", "102 dalmatians"],
  ["three hundred sixty five days", "365 days"],
  ["three thousand two hundred fifty", "3250"],
  ["ten thousand bc", "10000 bc"],
  ["forty seven ronin", "47 ronin"],
  ["seven samurai of nineteen eighty four", "seven samurai of 1984"],
  ["two twenty one", "two 21"],
  ["ten fifty", "1050"],
  ["nineteen ten", "1910"],
  ["two hundred five thirty", "205 thirty"],
  ["two hundred and love", "200 and love"],
  ["twenty one and twenty two", "21 and 22"],
])("%s is %s in digits", (text, digits) => {
  expect(inDigits(text.split(" "))?.join(" ")).toBe(digits);
});

test.each([
  "seven samurai",
  "one two three",
  "twelve",
  "hundred",
  "thousand and one nights",
  "twenty years",
  "",
])("%s is no number of several words", (text) => {
  expect(inDigits(text.split(" "))).toBeNull();
});

describe("words near one another", () => {
  test("are as many edits apart as their length allows", () => {
    const lengths = [0, 1, 2, 3, 4, 5, 30, 31];
    expect(lengths.map((length) => maxEdits("x".repeat(length)))).toEqual([0, 0, 0, 1, 1, 2, 2, 0]);
  });

  test("are shortened in their first seven letters, to two letters at least", () => {
    expect(shortenings("abc", 2).toSorted()).toEqual(["ab", "abc", "ac", "bc"]);
    expect(shortenings("abcdefghij", 1)).toHaveLength(8);
    expect(shortenings("abcdefghij", 0)).toEqual(["abcdefg"]);
    expect(shortenings("aab", 1).toSorted()).toEqual(["aa", "aab", "ab"]);
  });

  test("are stored as 32-bit FNV-1a hashes of their shortenings, and of their consonants with a mark", () => {
    expect(shorteningKeys("foobar", 0)).toEqual([0xbf9cf968]);
    expect(skeletonKeys("gladiator")).not.toEqual(shorteningKeys("gldtr", 0));
    expect(skeletonKeys("gladiator")).not.toEqual(skeletonKeys("gladiatrix"));
    expect(skeletonKeys(`${"gld".repeat(10)}a`)).toEqual([]);
    expect(skeletonKeys("gld".repeat(10))).toHaveLength(1);
  });

  test.each([
    ["committee", "cmt"],
    ["brrrdge", "brdg"],
    ["gladiat0r", ""],
    ["9gladiator", ""],
    ["éclair", ""],
    ["area", ""],
    ["grn", ""],
    ["green", "grn"],
  ])("have consonants where they are plain enough: %s, %j", (word, consonants) => {
    expect(skeleton(word)).toBe(consonants);
  });

  test("have no consonants to share if three letters or fewer are left", () => {
    expect(skeletonKeys("tlk")).toEqual([]);
    expect(skeletonKeys("aioli")).toEqual([]);
  });

  test("are stored as they are read back", () => {
    const words = ["matrix", "матрица"];
    expect(unpack(pack(words))).toEqual(words);
    expect(unpack("")).toEqual([]);
  });
});
