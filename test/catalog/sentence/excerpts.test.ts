/** Tests which part of a plot is shown for a search that told it. */
import { describe, expect, test } from "vitest";
import { findExcerpt } from "../../../worker/catalog/sentence/excerpts.ts";

describe("findExcerpt", () => {
  test.each([
    [
      "the sentence with the most words",
      "A dog waits. A dog and a cat run away. A cat sleeps.",
      "A [dog] and a [cat] run away.",
    ],
    [
      "the place with the most words",
      "A dog that nobody wanted to have, because of its many bad habits and its loud voice, meets at last a cat and a dog.",
      "…voice, meets at last a [cat] and a [dog].",
    ],
    [
      "as much as there is room for",
      `A cat ${"sees another one of those birds and ".repeat(8)}sleeps.`,
      `A [cat] ${"sees another one of those birds and ".repeat(5)}sees another…`,
    ],
  ])("returns %s", (_, plot, excerpt) => {
    const pieces = findExcerpt(plot, new Set(["dog", "cat"])) ?? [];
    expect(pieces.map((piece, at) => (at % 2 === 1 ? `[${piece}]` : piece)).join("")).toBe(excerpt);
  });

  test("returns nothing for a plot without the words", () => {
    expect(findExcerpt("A bird sings.", new Set(["dog"]))).toBeNull();
  });
});
