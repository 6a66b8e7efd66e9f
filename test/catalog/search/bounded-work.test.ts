/**
 * Tests that the work for a query is bounded, even if normalisation makes the query longer or the query has many
 * short words.
 */
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { buildBeginnings, buildStrict, buildTerms } from "../../../worker/catalog/search/expressions.ts";
import { parseName } from "../../../worker/catalog/search/people-search.ts";
import {
  listReadings,
  type Piece,
  parseSearchText,
  type SearchText,
} from "../../../worker/catalog/search/search-text.ts";
import { buildSoundExpressions } from "../../../worker/catalog/search/sounding-names.ts";
import {
  interpretSpelling,
  listKnownParts,
  NO_ALTERNATIVES,
  vocabularyLookups,
} from "../../../worker/catalog/search/spelling.ts";
import { buildNameExpressions } from "../../../worker/catalog/sentence/people-in-text.ts";
import {
  buildPlotExpressions,
  listRareWords,
  splitPlot,
} from "../../../worker/catalog/sentence/rare-words.ts";
import { pack, shorteningKeys } from "../../../worker/catalog/store/near.ts";
import { MAX_TEXT_LENGTH, parseText } from "../../../worker/contract/query.ts";
import { fold, foldName } from "../../../worker/text/fold.ts";
import { similarity } from "../../../worker/text/similarity.ts";
import { understand } from "../../../worker/understanding/understand.ts";

/** Characters that normalisation makes longer. Hangul is excluded, because it is decomposed and composed again. */
const EXPANDING = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) =>
    [character.normalize("NFKC"), character.toLowerCase()].some((form) => [...form].length > 1),
  );

const CHARACTERS = [
  ...EXPANDING,
  "a",
  "2",
  "the",
  "a'",
  "a.",
  "&",
  "+",
  "ß",
  "é",
  "한",
  "漢",
  "one hundred and",
];

const ORDINARY = "the lord of the rings the return of the king 2003";
const WITH_FILTERS = "good french comedies with tom hanks of the 1990s";

/** Returns the two longest queries that repeat a character, without and with spaces. */
function longestQueries(character: string): string[] {
  return [character, `${character} `].flatMap((repeated) => {
    for (let times = MAX_TEXT_LENGTH; times > 0; times -= 1) {
      const text = parseText(repeated.repeat(times));
      if (text !== null) return [text];
    }
    return [];
  });
}

const texts = CHARACTERS.flatMap(longestQueries);

describe("parseText()", () => {
  test("limits the length of a query after compatibility normalisation", () => {
    expect(parseText("\ufdfa".repeat(11))).not.toBeNull();
    expect(parseText("\ufdfa".repeat(12))).toBeNull();
  });
});

describe("query that repeats a character", () => {
  test("folds to at most 400 characters", () => {
    const folded = CHARACTERS.flatMap((character) =>
      [fold, foldName].map((folding) => folding(character.repeat(400)).join("").length),
    );
    expect(Math.max(...folded)).toBeLessThanOrEqual(400);
  });

  test("contains at most sixteen pieces, each at most three times", () => {
    for (const text of texts) {
      for (const read of [parseSearchText(text), parseName(text)]) {
        const pieces = read?.pieces.map((piece) => piece.text) ?? [];
        expect(pieces.length).toBeLessThanOrEqual(16);
        for (const piece of pieces) {
          expect(pieces.filter((other) => other === piece).length).toBeLessThanOrEqual(3);
        }
      }
    }
  });

  test("produces at most 22 sound expressions", () => {
    const counts = [...texts, "лорд колец ".repeat(16)].map((text) => buildSoundExpressions(text).length);
    expect(Math.max(...counts)).toBe(22);
  });

  test("keeps the rare word that follows the repetitions", () => {
    const text = parseSearchText(`${"the ".repeat(48)}xqzt`);
    expect(text?.pieces.map((piece) => piece.text)).toEqual(["the", "the", "the", "xqzt"]);
  });

  test("requires no more lookups than an ordinary query", () => {
    const ordinary = workFor(ORDINARY);
    for (const text of texts) {
      const { lookups, characters } = workFor(text);
      expect(lookups).toBeLessThanOrEqual(ordinary.lookups);
      expect(characters).toBeLessThanOrEqual(3 * ordinary.characters);
    }
  });
});

describe("understand()", () => {
  test("needs at most three times the lookups of an ordinary query", () => {
    const lookups = vi.spyOn(Map.prototype, "get");
    const countFor = (text: string) => {
      lookups.mockClear();
      understand(text, "en");
      return lookups.mock.calls.length;
    };
    countFor("once, since the names are made then");
    const ordinary = countFor(WITH_FILTERS);
    const counts = texts.map(countFor);
    lookups.mockRestore();
    expect(ordinary).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3 * ordinary);
  });
});

const NO_WORK = { lookups: 0, characters: 0 };

/** Counts the words and keys that a search looks up, and the characters of its longest expression. */
function workFor(text: string): { lookups: number; characters: number } {
  const [title, name] = [parseSearchText(text), parseName(text)];
  if (title === null || name === null) return NO_WORK;
  const readings = listReadings(title);
  const { words, shortenings } = vocabularyLookups(...readings);
  const typed = [buildStrict(...readings), buildBeginnings(title), buildStrict(name), buildBeginnings(name)];
  const named = buildNameExpressions(name, () => NO_ALTERNATIVES).map(([expression]) => expression);
  return {
    lookups: words.length + shortenings.length,
    characters: Math.max(...[...typed, ...named].map(({ length }) => length)),
  };
}

describe("buildStrict()", () => {
  test("builds at most eight terms", () => {
    for (const text of texts) {
      const searchText = parseSearchText(text);
      if (searchText !== null) expect(buildTerms(searchText).length).toBeLessThanOrEqual(8);
    }
  });

  test.each(["the", "the 花", "花 the", "an", "and and", "movie", "2001", `${"the ".repeat(39)}花`])(
    "requires a word if the query has only small words: %s",
    (text) => {
      const searchText = parseSearchText(text) as SearchText;
      expect(buildTerms(searchText)).not.toEqual([]);
      expect(buildStrict(searchText)).not.toContain("()");
    },
  );

  test("uses only quoted words, parentheses, AND and OR", () => {
    const anyText = fc.array(
      fc.constantFrom('"', "a", "(", ")", "OR", "AND NOT", "NEAR(x y)", "tokens:", "*", "花", "\ue000x"),
    );
    fc.assert(
      fc.property(anyText, (words) => {
        const searchText = parseSearchText(words.join(" "));
        const expression = searchText === null ? "" : buildStrict(...listReadings(searchText));
        expect(expression.replaceAll(/"[^"]*"\*?/g, "")).toMatch(/^(?:\s|\(|\)|AND|OR)*$/);
      }),
    );
  });
});

describe("interpretSpelling()", () => {
  const { pieces, ...text } = parseSearchText("matrix night") as SearchText;
  const nearMatrix = (vocabulary: readonly string[], titles: number, size: number) => {
    const keys = shorteningKeys("matrix");
    const near = keys.map((shortening) => ({ shortening, words: pack(vocabulary) }));
    const rows = { size, words: [{ word: "matrix", titles }], near };
    return interpretSpelling({ pieces, ...text }, rows, similarity).findAlternatives(pieces[0] as Piece).near;
  };

  test("returns at most eight alternatives", () => {
    expect(
      nearMatrix(
        [..."bcdfghjklmn"].map((letter) => `matri${letter}`),
        1,
        10_000,
      ),
    ).toHaveLength(8);
  });

  test("returns the most similar alternative first", () => {
    expect(nearMatrix(["matron", "mattrix", "matrons"], 1, 10_000)[0]).toBe("mattrix");
  });

  test.each([
    [100, 10_000, 1],
    [101, 10_000, 0],
    [400, 100_000, 1],
    [401, 100_000, 0],
  ])("keeps a common word as typed: %i titles of %i, %i alternatives", (titles, size, alternatives) => {
    expect(nearMatrix(["matrox"], titles, size)).toHaveLength(alternatives);
  });
});

describe("vocabularyLookups()", () => {
  test("looks up similar words for only the first eight words", () => {
    const words = Array.from({ length: 20 }, (_, at) => `word${String.fromCharCode(97 + at)}xyz`);
    const [some, many] = [words.slice(0, 8), words].map((kept) =>
      vocabularyLookups(parseSearchText(kept.join(" ")) as SearchText),
    );
    expect(many?.shortenings).toEqual(some?.shortenings);
    expect(many?.words).toContain(words[15]);
    expect(many?.words).not.toContain(`${words[14]}${words[15]}`);
  });
});

describe("listKnownParts()", () => {
  test("returns at most four words, the rarest ones first", () => {
    const text = parseSearchText("shadowqkeeper amber lantern harbour winter orchard") as SearchText;
    const titles: Record<string, number> = {
      keeper: 3,
      shadow: 9,
      amber: 2,
      lantern: 7,
      harbour: 8,
      winter: 90,
    };
    expect(listKnownParts(text, { titlesWith: (word) => titles[word] ?? 0 })).toEqual([
      "amber",
      "keeper",
      "lantern",
      "harbour",
    ]);
  });
});

describe("buildPlotExpressions()", () => {
  test("looks up at most six of at most 24 words", () => {
    const text = Array.from(
      { length: 60 },
      (_, at) => `abc${String.fromCharCode(97 + (at % 26)).repeat(1 + at / 26)}`,
    );
    const words = splitPlot(text.join(" "));
    const vocabulary = { plots: new Map(words.map((word) => [word, 3])), titles: 10_000 };
    const rare = listRareWords(text.join(" "), vocabulary);
    expect(words).toHaveLength(24);
    expect(buildPlotExpressions(rare, vocabulary, { filters: [], hasFilter: false })).toHaveLength(6);
  });

  test.each([
    ["a word of too many plots", 4_001],
    ["a word of no plot", 0],
  ])("omits %s", (_, plots) => {
    expect(
      listRareWords("lighthouse", { plots: new Map([["lighthous", plots]]), titles: 1_000_000 }),
    ).toEqual([]);
  });
});
