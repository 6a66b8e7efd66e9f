/** What typed words may have been meant to be, judged by a small made-up vocabulary. */
import { describe, expect, test } from "vitest";
import { widerExpressions } from "../../../worker/catalog/search/expressions.ts";
import { readingsOf } from "../../../worker/catalog/search/search-text.ts";
import { interpretSpelling, vocabularyLookups } from "../../../worker/catalog/search/spelling.ts";
import { pack, shorteningKeys, skeletonKeys } from "../../../worker/catalog/store/near.ts";
import { similarity } from "../../../worker/text/similarity.ts";
import { read } from "../reading.ts";

/** Words, and the number of titles that have each, as the catalog would answer the lookups. */
function spellingOf(text: string, vocabulary: Readonly<Record<string, number>>, size = 10_000) {
  const searchText = read(text);
  const lookups = vocabularyLookups(searchText);
  const keysOf = (word: string) => [...shorteningKeys(word), ...skeletonKeys(word)];
  const rows = {
    size,
    words: lookups.words.flatMap((word) => {
      const titles = vocabulary[word];
      return titles === undefined ? [] : [{ word, titles }];
    }),
    near: lookups.shortenings.map((shortening) => ({
      shortening,
      words: pack(Object.keys(vocabulary).filter((word) => keysOf(word).includes(shortening))),
    })),
  };
  const spelling = interpretSpelling(searchText, rows, similarity);
  const of = (word: string) => {
    const piece = searchText.pieces.find((one) => one.text === word);
    if (piece === undefined) throw new Error(`${word} was not typed`);
    return {
      ...spelling.alternativesOf(piece),
      ifUnknown: spelling.alternativesOfUnknown(piece),
      isKnown: spelling.isKnown(piece),
    };
  };
  return { searchText, spelling, of };
}

describe("a mistyped word", () => {
  test("may stand for words of the catalog, the most similar first, never for itself", () => {
    const { of } = spellingOf("matrx night", {
      matron: 2,
      mattrx: 1,
      matrx: 1,
      matrix: 3,
      night: 9,
      inception: 5,
    });
    expect(of("matrx").near).toEqual(["mattrx", "matrix", "matron"]);
  });

  test("has eight alternatives at most", () => {
    const vocabulary = Object.fromEntries([..."bcdfghjklmn"].map((letter) => [`matri${letter}`, 1]));
    expect(spellingOf("matrix night", vocabulary).of("matrix").near).toHaveLength(8);
  });

  test("may lack its vowels", () => {
    expect(spellingOf("gldtr night", { gladiator: 1 }).of("gldtr").near).toEqual(["gladiator"]);
  });

  test("may be the beginning of a word only if it is the last", () => {
    const vocabulary = { adjustment: 1 };
    expect(spellingOf("night ajdust", vocabulary).of("ajdust").near).toEqual(["adjustment"]);
    expect(spellingOf("ajdust night", vocabulary).of("ajdust").near).toEqual([]);
  });

  test("has alternatives only if few titles have it: a common word is taken as typed", () => {
    const nearOf = (titles: number, size: number) =>
      spellingOf("matrix night", { matrix: titles, matrox: 1 }, size).of("matrix").near;
    expect(nearOf(100, 10_000)).toEqual(["matrox"]);
    expect(nearOf(101, 10_000)).toEqual([]);
    expect(nearOf(400, 100_000)).toEqual(["matrox"]);
    expect(nearOf(401, 100_000)).toEqual([]);
  });

  test.each(["2001", "the", "it", "花樣"])(
    "is never a number, article, short word or character: %s",
    (word) => {
      const { of, searchText } = spellingOf(`${word} night`, {
        "2010": 1,
        "20": 1,
        "01": 1,
        thee: 1,
        its: 1,
        night: 1,
      });
      const text = searchText.pieces[0]?.text ?? "";
      expect(of(text)).toMatchObject({ near: [], splits: [] });
    },
  );

  test("may have digits in it", () => {
    expect(spellingOf("s1mone night", { simone: 1 }).of("s1mone").near).toEqual(["simone"]);
  });
});

describe("a word", () => {
  test("may have been joined from two, the two best known pairs", () => {
    const { of } = spellingOf("starwarship now", {
      star: 9,
      warship: 2,
      starwar: 4,
      ship: 3,
      st: 1,
      arwarship: 1,
    });
    expect(of("starwarship").splits).toEqual([
      ["starwar", "ship"],
      ["star", "warship"],
    ]);
    expect(spellingOf("starwars now", { star: 9 }).of("starwars").splits).toEqual([]);
    expect(spellingOf("starw now", { star: 9, w: 9 }).of("starw").splits).toEqual([]);
  });

  test("may have a letter in place of the space, if it may stand for nothing else", () => {
    const splitsOf = (vocabulary: Readonly<Record<string, number>>) =>
      spellingOf("coldmharbour now", vocabulary).of("coldmharbour").splits;
    expect(splitsOf({ cold: 9, harbour: 2 })).toEqual([["cold", "harbour"]]);
    expect(splitsOf({ cold: 9, harbour: 2, coldharbour: 1 })).toEqual([]);
    expect(splitsOf({ cold: 9, harbour: 2, coldm: 1 })).toEqual([["coldm", "harbour"]]);
    expect(spellingOf("upxtown now", { up: 9, town: 2 }).of("upxtown").splits).toEqual([]);
  });

  test("and the next may be one word of the catalog", () => {
    const joinsOf = (text: string, vocabulary: Record<string, number>) =>
      spellingOf(text, vocabulary).spelling.joins.map(({ left, right, word }) => [
        left.text,
        right.text,
        word,
      ]);
    expect(joinsOf("the spider man", { spiderman: 2 })).toEqual([["spider", "man", "spiderman"]]);
    expect(joinsOf("the spider man", { manspider: 2 })).toEqual([]);
    expect(joinsOf("花 man", { 花man: 2 })).toEqual([]);
  });

  test("is known if the catalog has it, or a similar word", () => {
    const vocabulary = { matrix: 3, star: 1, wars: 1, night: 2 };
    for (const [word, isKnown] of [
      ["night", true],
      ["matrx", true],
      ["starwars", true],
      ["zyxwvu", false],
    ] as const) {
      expect(spellingOf(`${word} end`, vocabulary).of(word).isKnown, word).toBe(isKnown);
    }
  });

  test("that the catalog has may also be another, but not if only unknown words may", () => {
    const { of } = spellingOf("matrix matrux", { matrix: 3, matrox: 1 });
    expect(of("matrix").near).toEqual(["matrox"]);
    expect(of("matrix").ifUnknown.near).toEqual([]);
    expect(of("matrux").ifUnknown.near).toEqual(["matrix", "matrox"]);
  });

  test("counts the titles with it, zero for an unknown word", () => {
    const { spelling } = spellingOf("night matrux", { night: 7 });
    expect([spelling.titlesWith("night"), spelling.titlesWith("matrux")]).toEqual([7, 0]);
  });
});

describe("initials", () => {
  test.each([
    ["tdk rises", "tdk", true],
    ["t3 machines", "t3", true],
    ["abcdefgh night", "abcdefgh", true],
    ["abcdefghi night", "abcdefghi", false],
    ["tdk", "tdk", false],
    ["t night", "t", false],
    ["3t night", "3t", false],
    ["an night", "an", false],
    ["night tv", "tv", false],
    ["花 night", "花", false],
  ])("in %j: %s may be some, %s", (text, word, initials) => {
    expect(spellingOf(text, {}).of(word).initials).toBe(initials);
  });

  test("are never a common word, and stay initials if the word may be mistyped as well", () => {
    expect(spellingOf("tdk rises", { tdk: 101 }).of("tdk").initials).toBe(false);
    expect(spellingOf("tdks rises", { tdkr: 1 }).of("tdks")).toMatchObject({
      initials: true,
      near: ["tdkr"],
    });
  });
});

describe("the vocabulary", () => {
  test("is asked for the words, their halves and their neighbours joined", () => {
    const { words } = vocabularyLookups(read("star wars"));
    expect(words.toSorted()).toEqual(["ar", "rs", "st", "star", "starwars", "wa", "wars"]);
  });

  test("is asked no more for a long text than for one of eight words, but for the words themselves", () => {
    const texts = Array.from({ length: 20 }, (_, at) => `word${String.fromCharCode(97 + at)}xyz`);
    const [some, many] = [texts.slice(0, 8), texts].map((words) => vocabularyLookups(read(words.join(" "))));
    expect(many?.shortenings).toEqual(some?.shortenings);
    expect(many?.words).toContain(texts[15]);
    expect(many?.words).not.toContain(`${texts[14]}${texts[15]}`);
  });

  test("is asked for every reading of the text", () => {
    const { words } = vocabularyLookups(...readingsOf(read("two thousand twelve")));
    expect(words).toEqual(expect.arrayContaining(["thousand", "twelve", "2012"]));
  });
});

describe("wider expressions", () => {
  const wider = (text: string, vocabulary: Record<string, number>, matching = 0) => {
    const { searchText, spelling } = spellingOf(text, vocabulary);
    return widerExpressions(searchText, spelling, matching).map(([expression]) => expression);
  };

  test("admit each likely meaning of each word", () => {
    expect(wider("matrx nigth", { matrix: 1, night: 1 })[0]).toBe(
      '(("matrx" OR "matrix" OR "\ue000imatrx"*) AND ("nigth"* OR "night" OR "\ue000inigth"*))',
    );
  });

  test("admit two words as one, beside the others", () => {
    expect(wider("spider man home", { spiderman: 1, home: 1 })[0]).toContain('OR ("spiderman" AND ("home"*');
  });

  test("admit one word as two", () => {
    expect(wider("starwars now", { star: 9, wars: 2 })[0]).toContain('("star" AND "wars")');
  });

  test("admit a single short text as initials, with any ending", () => {
    expect(wider("tdk", {})).toContain('"\ue000itdk"*');
    for (const text of ["abcdefghi", "t", "3tk", "tdk rises", "花"]) {
      expect(
        wider(text, {}).filter((expression) => /^"\ue000i/.test(expression)),
        text,
      ).toEqual([]);
    }
  });

  test("lack a word only if few titles match as typed", () => {
    const vocabulary = { dark: 9, knight: 9, rises: 9 };
    const [typed, less, ...none] = wider("dark knight rises", vocabulary);
    expect(none).toEqual([]);
    expect(typed).toContain('"dark"');
    expect(less).toContain(" OR ");
    expect(wider("dark knight rises", vocabulary, 4)).toHaveLength(2);
    expect(wider("dark knight rises", vocabulary, 5)).toHaveLength(1);
  });

  test("lack unknown words, and words that people add", () => {
    expect(wider("dark knight zyxwvu", { dark: 9, knight: 9 })[1]).toBe(
      '(("dark" OR "\ue000idark"*) AND ("knight" OR "\ue000iknight"*))',
    );
    expect(wider("dark knight movie", { dark: 9, knight: 9, movie: 9 })[1]).not.toContain("movie");
    expect(wider("zyxwvu utsrqp", {})).toHaveLength(1);
  });
});

describe("a text", () => {
  test("with a number in words has a second reading with digits, another has one", () => {
    const texts = (text: string) => readingsOf(read(text)).map(({ words }) => words.join(" "));
    expect(texts("two thousand twelve")).toEqual(["two thousand twelve", "2012"]);
    expect(texts("seven samurai")).toEqual(["seven samurai"]);
  });
});
