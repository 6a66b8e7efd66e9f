/** What is read of a text: every language of the site, whatever the language of the page. */
import { describe, expect, test } from "vitest";
import { MAX_TEXT_LENGTH } from "../../worker/contract/query.ts";
import { understand } from "../../worker/understanding/understand.ts";
import { SENTENCES } from "./sentences.ts";

/** The parts as `genre=comedy`, or `genre=-comedy` if it is excluded. Words are as typed. */
function read(text: string, lang = "en"): string {
  const parts = understand(text, lang).map(
    ({ part, values: [value], name, isExcluded }) => `${part}=${isExcluded ? "-" : ""}${value ?? name}`,
  );
  return parts.sort().join(" ");
}

describe.each(Object.entries(SENTENCES))("sentences of visitors are read in %s", (lang, table) => {
  const sentences = table.trim().split("\n");
  test.each(sentences.map((line) => line.split(" => ")))("%s", (text = "", expected) => {
    expect(read(text, lang)).toBe(expected);
  });
});

test.each([
  "japanische Filme der 50er",
  "comédie grecque des années soixante-dix",
  "100分鐘以內的喜劇",
  "التسعينات",
])("the language of the page does not matter: %s", (text) => {
  for (const lang of ["en", "ja"]) expect(read(text, lang)).toBe(read(text, "de"));
});

describe("other words are words of a title", () => {
  test.each([
    ["the lord of the rings 2001", "words=lord of the rings years=2001"],
    ["crimea", "words=crimea"],
    ["100 meters", "words=100 meters"],
    ["2001 a space odyssey", "words=space odyssey years=2001"],
    ["tom hanks comedy", "genre=comedy words=tom hanks"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

test("a name takes its words, so that they are nothing else", () => {
  const parts = understand("dawn french comedies", "en", [
    { id: 7, name: "Dawn French", words: ["dawn", "french"] },
  ]);
  expect(parts).toEqual([
    { part: "person", values: ["7"], typed: "dawn french", name: "Dawn French", without: "comedies" },
    { part: "genre", values: ["comedy"], typed: "comedies", name: "Comedy", without: "dawn french" },
  ]);
});

test("words are a part each, a word for two things is two, and a word for one of them comes before it", () => {
  const typed = (text: string) => understand(text, "en").map(({ part, typed }) => `${part}=${typed}`);
  expect(typed("crime drama")).toEqual(["genre=crime", "genre=drama"]);
  expect(typed("Krimiserie")).toEqual(["genre=Krimiserie", "kind=Krimiserie"]);
  expect(typed("anime films")).toEqual(["country=anime", "genre=anime", "kind=films"]);
  expect(typed("anime japanese")).toEqual(["genre=anime", "country=japanese"]);
});

test.each([
  [
    "comedies with Tom Hanks, 1990s",
    ["with Tom Hanks, 1990s", "comedies with Tom Hanks", "comedies with 1990s"],
  ],
  ["1990年代のフランスのコメディ", ["フランスのコメディ", "1990年代の のコメディ", "1990年代のフランス"]],
])("each part can be taken out of the text: %s", (text, expected) => {
  const typed = understand(text, "en").map(({ without }) => without);
  expect(typed.toSorted()).toEqual(expected.map((one) => one.replace(/^with /, "")).toSorted());
});

test("a text with more words than filters need is only words, and empty ones have no part", () => {
  expect(read(`${"very ".repeat(16)}horror 1980s`)).toMatch(/^words=/);
  for (const text of ["", "?!", "\u{1f3ac}", "the of", "の".repeat(MAX_TEXT_LENGTH)])
    expect(understand(text, "en")).toEqual([]);
});
