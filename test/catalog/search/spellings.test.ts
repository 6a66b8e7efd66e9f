/** Words and letters that are written in more than one way, and what separates the parts of a title. */
import { describe, expect, test } from "vitest";
import { parseSearchText } from "../../../worker/catalog/search/search-text.ts";
import { findableNames } from "../../../worker/catalog/store/names.ts";
import { fold } from "../../../worker/text/fold.ts";
import {
  canonical,
  isAdded,
  isArticle,
  isLeftOutOfInitials,
  pairs,
  pieces,
} from "../../../worker/text/words.ts";

const ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii".split(" ");
const UNITS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "thirty forty fifty sixty seventy eighty ninety".split(" ");

describe("a numeral", () => {
  test.each([
    ["Roman ones", ROMAN, 1, 1],
    ["words to twenty", UNITS, 1, 1],
    ["tens", TENS, 30, 10],
  ] as const)("has one spelling with its digits: %s", (_, words, first, step) => {
    expect(words.map(canonical)).toEqual(words.map((_word, at) => String(first + step * at)));
  });

  test.each([
    ["versus", "vs"],
    ["mister", "mr"],
    ["doctor", "dr"],
    ["volume", "vol"],
    ["pt", "part"],
    ["saint", "st"],
  ])("and an abbreviation is what it stands for: %s, %s", (word, short) => {
    expect(canonical(word)).toBe(canonical(short));
  });

  test("is never part of another word", () => {
    for (const word of ["mix", "onetwo", "xiv", "matrix", ""]) expect(canonical(word)).toBe(word);
  });
});

test("small words are distinguished from telling ones", () => {
  expect(["the", "a", "an", "and", "of", "los", ""].filter(isArticle)).toEqual(["the", "a", "an", "and"]);
  const numbering = ["and", "vol", "volume", "part", "pt", "chapter", "episode"];
  expect([...numbering, "of", "the", "2"].filter(isLeftOutOfInitials)).toEqual(numbering);
  const added = ["movie", "film", "full", "series", "tv", "show", "online", "watch", "trailer", "hd"];
  expect([...added, "matrix", "2"].filter(isAdded)).toEqual(added);
});

describe("letters", () => {
  test.each([
    ["ß", "ss"],
    ["Æ", "ae"],
    ["œ", "oe"],
    ["Ø", "o"],
    ["Đ", "d"],
    ["ð", "d"],
    ["Þ", "th"],
    ["ł", "l"],
    ["ı", "i"],
    ["ħ", "h"],
    ["ŋ", "n"],
    ["ə", "e"],
    ["ς", "σ"],
    ["×", "x"],
    ["أ", "ا"],
    ["إ", "ا"],
    ["آ", "ا"],
    ["ٱ", "ا"],
    ["ى", "ي"],
    ["ی", "ي"],
    ["ئ", "ي"],
    ["ؤ", "و"],
    ["ة", "ه"],
    ["ۀ", "ه"],
    ["ک", "ك"],
  ])("that people use for one another become one, wherever they stand: %s, %s", (letter, plain) => {
    expect(fold(`n${letter}n${letter}`)).toEqual([`n${plain}n${plain}`]);
  });

  test("that only draw a word out are left out", () => {
    expect(fold("سـلام")).toEqual(fold("سلام"));
  });

  test.each([
    ["rock'n'roll", "rocknroll"],
    ["rock ’n’ roll", "rock n roll"],
    ["'alien'", "alien"],
    ["2´3", "23"],
    ["dogs' life", "dogs life"],
  ])("lose an apostrophe between them, and no other joins words: %s", (text, folded) => {
    expect(fold(text).join(" ")).toBe(folded);
  });

  test.each([
    ["R.I.P.D.", "ripd"],
    ["R.I.P.D", "ripd"],
    ["S.W.A.T.: Los Angeles", "swat los angeles"],
    ["E.T. the", "et the"],
    ["The A.I.rport", "the airport"],
    ["xA.B.C.", "xa bc"],
    ["mr. and mrs. x", "mr and mrs x"],
  ])("with points between them are one word: %s", (text, folded) => {
    expect(fold(text).join(" ")).toBe(folded);
  });
});

describe("a title", () => {
  const forms = (title: string) =>
    findableNames({ titles: [title], year: null, kind: "", adult: false }).forms;

  test.each([
    ["Thor: Ragnarok", "thor | ragnarok"],
    ["Thor:Ragnarok", "thor | ragnarok"],
    ["Thor；Thor;Ragnarok", "thor thor | ragnarok"],
    ["Thor - Ragnarok", "thor | ragnarok"],
    ["Thor  –  Ragnarok", "thor | ragnarok"],
    ["Thor / Ragnarok | End", "thor | ragnarok | end"],
    ["Thor (Ragnarok) End", "thor | ragnarok | end"],
    ["Thor(Ragnarok)", "thor | ragnarok"],
    ["Thor （Ragnarok）", "thor | ragnarok"],
    ["Thor【Ragnarok】", "thor | ragnarok"],
    ["Thor ~Ragnarok~", "thor | ragnarok"],
    ["Thor 〜 Ragnarok 〜", "thor | ragnarok"],
    ["Thor-Ragnarok", "thor ragnarok"],
    ["Face/Off", "face off"],
    ["Thor -Ragnarok", "thor ragnarok"],
    ["Thor x Ragnarok", "thor x ragnarok"],
  ])("is divided where its parts are told apart: %s", (title, expected) => {
    expect(forms(title)).toBe(expected);
  });

  test.each([
    ["Spider-Man", ["spiderman"]],
    ["X-2", ["x2"]],
    ["Wall·E", ["walle"]],
    ["Jean-Claude's Go-Kart", ["jeanclaudes", "gokart"]],
    ["Once-Upon-A-Time", ["onceuponatime"]],
    ["J.-P. Rap", ["jp"]],
    ["Spider - Man", []],
    ["Spider Man-", []],
    ["-Man", []],
  ])("has its compounds as one word, too: %s", (title, compounds) => {
    const { words } = findableNames({ titles: [title], year: null, kind: "", adult: false });
    const parts = new Set(fold(title));
    expect([...words].filter((word) => !parts.has(word))).toEqual(compounds);
  });
});

describe("a text", () => {
  const yearOf = (text: string) => parseSearchText(text)?.pieces.at(-1)?.year;

  test("may end in a year from 1880 to 2049, if there is something before it", () => {
    for (const year of [1880, 1899, 1900, 1999, 2000, 2049]) expect(yearOf(`alien ${year}`)).toBe(year);
    for (const word of ["1879", "2050", "199", "19990", "x1999", "1999x", "2100"]) {
      expect(yearOf(`alien ${word}`), word).toBeNull();
    }
    expect(yearOf("1984")).toBeNull();
  });

  test("may end in words that people add, but not begin with one", () => {
    const added = (text: string) =>
      parseSearchText(text)?.pieces.flatMap((piece) => (piece.added ? piece.text : []));
    expect(added("alien movie online")).toEqual(["movie", "online"]);
    expect(added("alien movie night")).toEqual([]);
    expect(added("movie online")).toEqual(["online"]);
    expect(added("movie")).toEqual([]);
  });

  test("may be the whole title without its year, its added words, and with the article in front", () => {
    const keys = (text: string) => parseSearchText(text)?.keys;
    expect(keys("alien 1979 movie")).toEqual(["alien1979movie", "alienmovie", "alien1979", "alien"]);
    expect(keys("alien night")).toEqual(["aliennight"]);
    expect(keys("matrix the")).toEqual(["matrixthe", "matrix", "thematrix"]);
    expect(keys("the")).toEqual(["the"]);
  });

  test("of optional words alone requires them, and an empty text has nothing to search for", () => {
    expect(parseSearchText("the and")?.pieces.map(({ optional }) => optional)).toEqual([false, false]);
    expect(parseSearchText("the alien")?.pieces.map(({ optional }) => optional)).toEqual([true, false]);
    expect(parseSearchText("!!!")).toBeNull();
  });

  test("is compared up to its sixteenth word, and may be a whole title of forty", () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${at + 10}`);
    const searchText = parseSearchText(words.join(" "));
    expect(searchText?.pieces).toHaveLength(16);
    expect(searchText?.ownKeys).toEqual([words.slice(0, 40).join("")]);
  });
});

describe("scripts without spaces", () => {
  test("are divided into characters, with what belongs to them, and paired with their neighbours only", () => {
    expect(pieces("花樣x年")).toEqual(["花", "樣", "x", "年"]);
    expect(pieces("matrix")).toEqual(["matrix"]);
    expect(pairs(["花", "樣", "x", "年", "華"])).toEqual(["花樣", "年華"]);
    expect(pairs(["花"])).toEqual([]);
  });
});
