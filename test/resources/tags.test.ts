import { expect, test } from "vitest";
import { pageTags, personTags, tagsToPurge, titleTags } from "../../worker/resources/keys.ts";

const many = Array.from({ length: 5_000 }, (_, id) => id + 1);

test.each([
  ["title", titleTags],
  ["person", personTags],
] as const)("a response has a tag for each %s, or is purged with any", (kind, tagsOf) => {
  expect(tagsOf([8, 9, 8])).toEqual([`${kind}-8`, `${kind}-9`]);
  expect(tagsOf([])).toEqual([]);
  expect(tagsOf(many).length).toBeLessThan(1_000);
  expect(tagsOf(many)).toEqual(expect.arrayContaining(tagsToPurge(`${kind}-4999`).slice(1)));
});

test.each([
  ["/search", ["page"]],
  ["/title/603/the-matrix-1999", ["page", "title-603"]],
  ["/fr/title/603/the-matrix-1999/credits", ["page", "title-603"]],
  ["/title/0603/the-matrix-1999", ["page"]],
])("a page at %s has the tags %j", (path, tags) => {
  expect(pageTags(path)).toEqual(tags);
});
