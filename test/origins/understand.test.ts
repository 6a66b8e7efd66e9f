/** What is read of a text: every language of the site, whatever the language of the page. */
import { describe, expect, test } from "vitest";
import { LONGEST_TEXT } from "../../worker/contract/query.ts";
import { understand } from "../../worker/origins/understanding/understand.ts";

/** The parts as `genre=comedy`, words as typed. */
function read(text: string, lang = "en"): string {
  const parts = understand(text, lang).map(({ part, values: [value], name }) => `${part}=${value ?? name}`);
  return parts.sort().join(" ");
}

describe("genres, countries and years are read in every language", () => {
  test.each([
    ["japanese films 1950s", "country=japan kind=movie years=1950-1959"],
    ["the best French comedies of the 90s", "country=france genre=comedy sort=rating years=1990-1999"],
    ["crime films from South Korea before 1980", "country=south-korea genre=crime kind=movie years=-1979"],
    ["films in french", "kind=movie language=fr"],
    ["science fiction series", "genre=science-fiction kind=series"],
    ["horror between 1970 and 1985", "genre=horror years=1970-1985"],
    ["eighties westerns", "genre=western years=1980-1989"],
    ["soviet war films", "country=soviet-union genre=war kind=movie"],
    ["französische Komödien der 1990er Jahre", "country=france genre=comedy years=1990-1999"],
    ["Kriegsfilme aus Deutschland", "country=germany genre=war"],
    ["comedias españolas de los 90", "country=spain genre=comedy years=1990-1999"],
    ["films policiers français des années 1970", "country=france genre=crime kind=movie years=1970-1979"],
    ["comédias brasileiras dos anos 90", "country=brazil genre=comedy years=1990-1999"],
    ["1990年代のフランスのコメディ映画", "country=france genre=comedy kind=movie years=1990-1999"],
    ["90年代法国喜剧片", "country=france genre=comedy kind=movie years=1990-1999"],
    ["أفلام كوميديا فرنسية من التسعينات", "country=france genre=comedy kind=movie years=1990-1999"],
  ])("%s", (text, expected) => {
    for (const lang of ["en", "ja"]) expect(read(text, lang)).toBe(expected);
  });
});

describe("runtimes and worth are read", () => {
  test.each([
    ["good comedy under 100 minutes", "genre=comedy min_rating=7 runtime=-100"],
    ["short films about love", "about=love kind=movie runtime=-40"],
    ["a film about a thief", "about=thief kind=movie"],
    ["películas sobre el mar", "about=mar kind=movie"],
    ["horror longer than 2 hours", "genre=horror runtime=120-"],
    ["90分以内のホラー", "genre=horror runtime=-90"],
    ["Komödien unter 90 Minuten", "genre=comedy runtime=-90"],
    ["أفلام أقل من 100 دقيقة", "kind=movie runtime=-100"],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

describe("other words are those of a title", () => {
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
  for (const text of ["", "?!", "\u{1f3ac}", "the of", "の".repeat(LONGEST_TEXT)])
    expect(understand(text, "en")).toEqual([]);
});
