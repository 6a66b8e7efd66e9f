import { describe, expect, test } from "vitest";
import { pageTags, personTags, tagsToPurge, titleTags } from "../../worker/resources/keys.ts";

const many = Array.from({ length: 5_000 }, (_, id) => id + 1);

describe.each([
  ["title", titleTags],
  ["person", personTags],
] as const)("%sTags()", (kind, createTags) => {
  test("returns a bounded number of tags", () => {
    expect(createTags([8, 9, 8])).toEqual([`${kind}-8`, `${kind}-9`]);
    expect(createTags([])).toEqual([]);
    expect(createTags(many).length).toBeLessThan(1_000);
    expect(createTags(many)).toEqual(expect.arrayContaining(tagsToPurge(`${kind}-4999`).slice(1)));
  });
});

describe("pageTags()", () => {
  test.each([
    ["/search", ["page"]],
    ["/title/603/the-matrix-1999", ["page", "title-603"]],
    ["/fr/title/603/the-matrix-1999/credits", ["page", "title-603"]],
    ["/title/0603/the-matrix-1999", ["page"]],
  ])("returns the tags of %s: %j", (path, tags) => {
    expect(pageTags(path)).toEqual(tags);
  });
});
