import { describe, expect, test } from "vitest";
import type { FormScore } from "../../../worker/catalog/search/match.ts";
import { mergeRanked } from "../../../worker/catalog/search/ranking.ts";

const match: FormScore = { form: "", covered: 1, filled: 1, inOrder: 1, begins: 1, whole: 1 };

function createRanked(rank: number, year: number, score = 1) {
  return { candidate: { rank, year, forms: "" }, score, match };
}

describe("mergeRanked()", () => {
  test("places the newer of two equally ranked titles first", () => {
    const merged = mergeRanked(
      [createRanked(1, 1984), createRanked(4, 2021)],
      [createRanked(3, 1984), createRanked(2, 1927, 2)],
    );
    expect(merged.map(({ candidate }) => candidate.rank)).toEqual([2, 4, 1, 3]);
  });
});
