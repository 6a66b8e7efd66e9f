/** Tests properties that hold for all words. `test/catalog/sentence/texts.test.ts` covers their effect on searches. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pack, shorteningKeys, skeletonKeys, unpack } from "../../worker/catalog/store/near.ts";
import { maxEdits } from "../../worker/text/edits.ts";
import { fold, foldName } from "../../worker/text/fold.ts";
import { edits, similarity, soundKey } from "../../worker/text/similarity.ts";

const ANY_TEXT = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(fc.constantFrom(..."aéßæ×أ花ゴก्२Ⅳﷺ'’.&- \ue000\ud800".split(""), " s ", " re ", "the "), {
      maxLength: 60,
    })
    .map((parts) => parts.join("")),
);

describe("fold()", () => {
  test("returns only letters, digits and their combining marks", () => {
    fc.assert(
      fc.property(ANY_TEXT, (text) => {
        expect(fold(text).join("")).toMatch(/^[\p{L}\p{N}\p{M}]*$/u);
      }),
    );
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(ANY_TEXT, (text) => {
        expect(fold(fold(text).join(" "))).toEqual(fold(text));
      }),
    );
  });

  test.each([
    ["ocean s eleven", "oceans eleven"],
    ["we re the don t know", "were the dont know"],
    ["we ll say i ve been", "well say ive been"],
    ["harry s", "harry s"],
    ["s eleven", "s eleven"],
    ["ocean x eleven", "ocean x eleven"],
  ])("joins an ending that has lost its apostrophe: %s", (text, folded) => {
    expect(fold(text).join(" ")).toBe(folded);
    expect(foldName(text).join(" ")).toBe(text);
  });

  test.each(["x", "é"])("accepts 400 characters of %s", (letter) => {
    expect(fold(letter.repeat(400)).join("")).toHaveLength(400);
    expect(fold(letter.repeat(500)).join("")).toHaveLength(400);
  });
});

const WORD = fc.string({ unit: fc.constantFrom(..."aeiblrstn".split("")), minLength: 3, maxLength: 12 });

/** Generates a word with up to three letters omitted, added, replaced, swapped or written as digits. */
const MISTYPED = fc
  .tuple(
    WORD,
    fc.array(fc.tuple(fc.nat(11), fc.constantFrom("drop", "add", "replace", "swap", "digit")), {
      maxLength: 3,
    }),
  )
  .map(([word, mistakes]) => {
    const typed = mistakes.reduce((text, [at, mistake]) => {
      const [before, letter, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
      const changed = { drop: "", add: `${letter}t`, replace: "s", swap: "", digit: "1" }[mistake];
      return mistake === "swap"
        ? before + after.slice(0, 1) + letter + after.slice(1)
        : before + changed + after;
    }, word);
    return { word, typed };
  });

describe("edits()", () => {
  test("is symmetric", () => {
    fc.assert(
      fc.property(MISTYPED, ({ word, typed }) => {
        expect(edits(word, typed)).toBe(edits(typed, word));
      }),
    );
  });

  test.each([
    ["", "", 0],
    ["abc", "abd", 1],
    ["abc", "abcd", 1],
    ["abc", "acb", 1],
    ["abcd", "badc", 2],
    ["ca", "abc", 3],
    ["a", "abcd", 3],
    ["abcdef", "ghijkl", 3],
  ])("counts a swap as one edit, and at most three: %j, %j", (left, right, count) => {
    expect(edits(left, right)).toBe(count);
  });

  test("counts beyond two edits with a higher limit", () => {
    expect(edits("kitten", "sitting", 3)).toBe(3);
  });
});

describe("similarity()", () => {
  test("returns 1 for identical words only", () => {
    fc.assert(
      fc.property(MISTYPED, ({ word, typed }) => {
        const value = similarity({ typed, known: word, isPrefix: false });
        if (typed === word) expect(value).toBe(1);
        else expect(value).toBeLessThan(1);
        expect(value).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("returns more than 0 only for words with a common key", () => {
    const keys = (word: string) => [...shorteningKeys(word), ...skeletonKeys(word)];
    const isLookedUp = (word: string) => maxEdits(word) > 0;
    fc.assert(
      fc.property(
        MISTYPED.filter(({ word, typed }) => isLookedUp(word) && isLookedUp(typed)),
        ({ word, typed }) => {
          if (similarity({ typed, known: word, isPrefix: false }) === 0) return;
          expect(keys(typed).some((key) => keys(word).includes(key))).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("shorteningKeys()", () => {
  test("returns 32-bit FNV-1a hashes", () => {
    expect(shorteningKeys("foobar", 0)).toEqual([0xbf9cf968]);
  });

  test("ignores letters after the seventh", () => {
    expect(shorteningKeys("abcdefghijklmnop")).toEqual(shorteningKeys("abcdefg"));
  });
});

describe("unpack()", () => {
  test.each([[[]], [["matrix", "матрица"]]])("round-trips pack(): %j", (words) => {
    expect(unpack(pack(words))).toEqual(words);
  });
});

/** Most of these pairs also look alike, so a search finds them without sounds. */
describe("soundKey()", () => {
  const ALIKE = `filadelfia philadelphia, apokalips apocalypse, nife knife, riter writer, nashun nation, vishun vision,
    shindler schindler, mach match, seinfeld zeinfeld, adam addam, psalm salm, gnome nome, knight nite, write rite,
    night nit, high hi, cinema sinema, queen keen, quiz kis, qatar katar, rock rok, fox foks, wolf volf, boss bos,
    brrr br, hate hat`;
  const UNLIKE = "oknown onown, signal sinal, owrite orite, ghost ost, ps s, he h, chat kat, eel l, heal hal";
  const pairsIn = (list: string) => list.split(/,\s+/).map((pair) => pair.split(" ") as [string, string]);

  test.each(pairsIn(ALIKE))("returns the same key for %s and %s", (one, other) => {
    expect(soundKey(one)).toBe(soundKey(other));
  });

  test.each(pairsIn(UNLIKE))("distinguishes %s and %s", (one, other) => {
    expect(soundKey(one)).not.toBe(soundKey(other));
  });

  test("returns words in other scripts unchanged", () => {
    expect(soundKey("ゴジラ")).toBe("ゴジラ");
  });
});
