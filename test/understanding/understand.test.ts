import { describe, expect, test } from "vitest";
import { MAX_TEXT_LENGTH } from "../../worker/contract/query.ts";
import { understand } from "../../worker/understanding/understand.ts";
import { SENTENCES } from "./sentences.ts";

/** Interprets a query and formats its parts, such as `genre=comedy`, or `genre=-comedy` if excluded. */
function read(text: string, lang = "en"): string {
  const parts = understand(text, lang).map(
    ({ part, values: [value], name, isExcluded }) => `${part}=${isExcluded ? "-" : ""}${value ?? name}`,
  );
  return parts.sort().join(" ");
}

describe.each(Object.entries(SENTENCES))("understand() in %s", (lang, table) => {
  const sentences = table.trim().split("\n");
  test.each(sentences.map((line) => line.split(" => ")))("interprets %s", (text = "", expected) => {
    expect(read(text, lang)).toBe(expected);
  });
});

describe("understand()", () => {
  test.each([
    "japanische Filme der 50er",
    "comédie grecque des années soixante-dix",
    "100分鐘以內的喜劇",
    "التسعينات",
  ])("recognises phrases in any language, regardless of the page: %s", (text) => {
    for (const lang of ["en", "ja"]) expect(read(text, lang)).toBe(read(text, "de"));
  });

  test.each([
    ["the lord of the rings 2001", "words=lord of the rings years=2001"],
    ["crimea", "words=crimea"],
    ["100 meters", "words=100 meters"],
    ["2001 a space odyssey", "words=space odyssey years=2001"],
    ["tom hanks comedy", "genre=comedy words=tom hanks"],
  ])("treats other words as title words: %s", (text, expected) => expect(read(text)).toBe(expected));

  test("does not use the words of a name for filters", () => {
    const parts = understand("dawn french comedies", "en", [
      { id: 7, name: "Dawn French", words: ["dawn", "french"] },
    ]);
    expect(parts).toEqual([
      { part: "person", values: ["7"], typed: "dawn french", name: "Dawn French", without: "comedies" },
      { part: "genre", values: ["comedy"], typed: "comedies", name: "Comedy", without: "dawn french" },
    ]);
  });

  test("prefers an interpretation with fewer filters for a word", () => {
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
  ])("returns the query with each part removed: %s", (text, expected) => {
    const typed = understand(text, "en").map(({ without }) => without);
    expect(typed.toSorted()).toEqual(expected.map((one) => one.replace(/^with /, "")).toSorted());
  });

  test("recognises no filters in a query that is too long", () => {
    expect(read(`${"very ".repeat(16)}horror 1980s`)).toMatch(/^words=/);
  });

  test("returns no parts for a query without words", () => {
    for (const text of ["", "?!", "\u{1f3ac}", "the of", "の".repeat(MAX_TEXT_LENGTH)])
      expect(understand(text, "en")).toEqual([]);
  });
});
