import { expect, test } from "vitest";
import { pageTags, peopleTags, tagsToPurge, titleTags } from "../../worker/resources/keys.ts";

const listOf = (ids: readonly number[]) => JSON.stringify(ids.map((id) => ({ id })));

test("a list of titles carries a tag for each of them", () => {
  expect(titleTags(listOf([8, 9, 8]))).toEqual(["title-8", "title-9"]);
  expect(titleTags("[]")).toEqual([]);
  expect(titleTags(null)).toEqual([]);
});

test("a list of more titles than fit is purged with any title", () => {
  const tags = titleTags(listOf(Array.from({ length: 5_000 }, (_, id) => id + 1)));
  expect(tags.length).toBeLessThan(1_000);
  expect(tags).toEqual(expect.arrayContaining(tagsToPurge("title-4999").slice(1)));
});

test("a list of people carries a tag for each of them, or is purged with anyone", () => {
  expect(peopleTags(listOf([8, 9]))).toEqual(["person-8", "person-9"]);
  expect(peopleTags(null)).toEqual([]);
  const tags = peopleTags(listOf(Array.from({ length: 2_000 }, (_, id) => id + 1)));
  expect(tags.length).toBeLessThan(1_000);
  expect(tags).toEqual(expect.arrayContaining(tagsToPurge("person-1999").slice(1)));
});

test.each([
  ["/search", ["page"]],
  ["/title/603/the-matrix-1999", ["page", "title-603"]],
  ["/fr/title/603/the-matrix-1999/credits", ["page", "title-603"]],
  ["/title/0603/the-matrix-1999", ["page"]],
])("a page at %s has the tags %j", (path, tags) => {
  expect(pageTags(path)).toEqual(tags);
});
