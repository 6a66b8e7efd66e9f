/** Candidate generation: the expressions for the index, which no text can escape. */
import { describe, expect, test } from "vitest";
import * as expressions from "../../../worker/catalog/search/expressions.ts";
import { filteredExpression } from "../../../worker/catalog/search/expressions.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { read } from "../reading.ts";

describe("an expression", () => {
  test("asks for every word that counts, the last as a prefix, and for the text without its spaces", () => {
    const strict = expressions.strict(read("The Spider Man"));
    expect(strict).toContain('("spider" AND "man"*)');
    expect(strict).toContain('"spiderman"*');
    expect(strict).not.toMatch(/"the"(?!\w)/);
  });

  test("is never empty, whatever the text", () => {
    for (const text of [
      "the",
      "the 花",
      "花 the",
      "an",
      "and and",
      "movie",
      "2001",
      `${"the ".repeat(39)}花`,
    ]) {
      expect(expressions.terms(read(text)), text).not.toEqual([]);
      expect(expressions.strict(read(text)), text).not.toContain("()");
    }
  });

  test("finds only well-known people by a few first letters of their names", () => {
    const name = (text: string) => expressions.strict({ ...read(text), isName: true });
    expect(name("tom")).toBe('("tom" OR "\ue000btom")');
    expect(name("thomas")).toBe('"thomas"*');
  });

  test("quotes every word, whatever was typed", () => {
    for (const text of ['a" OR "b', "NEAR(x y)", "a AND NOT b", "tokens:a*", "\ue000x y"]) {
      const outside = expressions.strict(read(text)).replaceAll(/"[^"]*"\*?/g, "");
      expect(outside).toMatch(/^(?:\s|\(|\)|AND|OR)*$/);
    }
  });

  test("with one word less admits titles that lack any one word, and no title that lacks two", () => {
    const words = ["spider", "man", "far", "from", "home"];
    const found = expressions
      .terms(read(words.join(" ")))
      .map((term) => ({ ...term, expression: term.piece.text }));
    const says = (title: readonly string[]) => {
      const asked = expressions.allButOne(found) ?? "";
      const truth = asked
        .replaceAll(/[a-z]+/g, (word) => String(title.includes(word)))
        .replaceAll("AND", "&&")
        .replaceAll("OR", "||");
      return new Function(`return ${truth}`)();
    };
    for (const word of words) {
      const without = words.filter((other) => other !== word);
      expect(says(without), `without ${word}`).toBe(true);
      for (const further of without) {
        expect(says(without.filter((other) => other !== further)), `without ${word} and ${further}`).toBe(
          false,
        );
      }
    }
    expect(expressions.allButOne(found.slice(0, 1))).toBeNull();
  });

  test("is never longer than a few words, however long the text", () => {
    const terms = expressions.terms(read("word ".repeat(40)));
    expect(terms.length).toBeLessThanOrEqual(8);
  });
});

test("a filter of many years asks for whole decades, centuries and millennia", () => {
  const asked = (f: string) =>
    filteredExpression('"x"', parseFilter(f) ?? NO_FILTER, false).match(/"\ue000[yd]\d*"\*?/g) ?? [];
  expect(asked("1989-2001").join(" ")).toBe('"\ue000y1989" "\ue000d199" "\ue000y2000" "\ue000y2001"');
  expect(asked("-2000").join(" ")).toBe('"\ue000y0"* "\ue000y1"* "\ue000y2000"');
  expect(asked("0001-9998").length).toBeLessThan(70);
});
