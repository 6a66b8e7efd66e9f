/** Limits the number of comparisons between the words of a query and the words of titles. */
import { describe, expect, test } from "vitest";
import { compareWith } from "../../../worker/catalog/search/match.ts";
import { rank } from "../../../worker/catalog/search/ranking.ts";
import {
  listReadings,
  parseSearchText,
  type SearchText,
} from "../../../worker/catalog/search/search-text.ts";
import { FOR_SEARCHES } from "../../../worker/catalog/search/weights.ts";
import { random as numbers } from "../../bench/search/titles.ts";

const MAX_TEXT_LENGTH = 200;
const ORDINARY = "harry potter and the chamber of secrets";
const COMMON = "a of the i 1 man love star two one hundred my night day の 花 樣".split(" ");

const random = numbers(11);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");

/** Fewer titles than a search ranks are enough, because the work grows linearly with their number. */
const CANDIDATES = Array.from({ length: 150 }, (_, at) => ({
  rank: at + 1,
  year: 1999,
  forms: Array.from({ length: 1 + (at % 4) }, () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      random() < 0.4 ? pick(COMMON) : letters(3 + Math.floor(random() * 6)),
    ).join(" "),
  ).join("\n"),
}));

interface Work {
  /** The number of comparisons between a piece of the query and a word of a title. */
  pairs: number;
  /** The number of computed word similarities. */
  similarities: number;
}

/** Returns the context of a query in a catalog of 10,000 titles, where each word occurs in three titles. */
const createRequestContext = (searchText: SearchText) => ({
  searchText,
  size: 10_000,
  gap: 1,
  around: null,
  titlesWith: () => 3,
});

function measureWork(text: string): Work {
  const work: Work = { pairs: 0, similarities: 0 };
  const comparisons = listReadings(parseSearchText(text) as SearchText).map((reading) => {
    const comparison = compareWith(createRequestContext(reading), {
      ...FOR_SEARCHES,
      similarity(compared) {
        work.similarities += 1;
        return FOR_SEARCHES.similarity(compared);
      },
    });
    return {
      ...comparison,
      compare(index: number, known: string) {
        work.pairs += 1;
        return comparison.compare(index, known);
      },
    };
  });
  rank(CANDIDATES, ...comparisons);
  return work;
}

/** Generates a query of 200 characters with few or many words. */
function longText(): string {
  const few = Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
    letters(1 + Math.floor(random() * 9)),
  );
  const words = Array.from({ length: 100 }, () =>
    random() < 0.3 ? pick(COMMON) : random() < 0.5 ? pick(few) : letters(1 + Math.floor(random() * 7)),
  );
  return words.join(" ").slice(0, MAX_TEXT_LENGTH);
}

const ordinary = measureWork(ORDINARY);

describe("compareWith()", () => {
  test.each([
    `${"a ".repeat(98)}xy`,
    "of ".repeat(66),
    "the ".repeat(50),
    "の ".repeat(100),
    "的一是不了人我在有他這為之大來以個中上們".repeat(10),
    "one hundred ".repeat(16),
    `${Array.from({ length: 29 }, () => letters(5)).join(" ")} ${"of ".repeat(8)}`,
    ...Array.from({ length: 30 }, longText),
  ])("does at most three times the work of an ordinary search: %s", (text) => {
    const { pairs, similarities } = measureWork(text.trim().slice(0, MAX_TEXT_LENGTH));
    expect(pairs).toBeLessThanOrEqual(3 * ordinary.pairs);
    expect(similarities).toBeLessThanOrEqual(3 * ordinary.similarities);
  });

  test("compares a repeated word once, and once as a prefix", () => {
    const { similarities } = measureWork("mann ".repeat(40));
    expect(similarities).toBeLessThanOrEqual(2 * measureWork("mann").similarities);
  });
});
