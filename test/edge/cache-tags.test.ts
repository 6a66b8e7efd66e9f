import { expect, test } from "vitest";
import { parseQuery } from "../../worker/contract/query.ts";
import { cacheTags, pageTags, titleOfTag } from "../../worker/edge/cache-tags.ts";

test.each([
  ["category=search&q=alien", ["search"]],
  ["id=603&lang=fr", ["credits", "title-603"]],
])("an answer to %s carries %j", (query, tags) => {
  expect(cacheTags(parseQuery(new URLSearchParams(query)))).toEqual(tags);
});

test.each([
  ["/search", ["page"]],
  ["/title/603/the-matrix-1999", ["page", "title-603"]],
  ["/fr/title/603/the-matrix-1999/credits", ["page", "title-603"]],
  ["/title/0603/the-matrix-1999", ["page"]],
])("a page at %s carries %j", (path, tags) => {
  expect(pageTags(path)).toEqual(tags);
});

test.each([
  ["title-603", 603],
  ["title-0", null],
  ["title-", null],
  ["search", null],
  ["title-603x", null],
])("the tag %s is of the title %j", (tag, id) => {
  expect(titleOfTag(tag)).toBe(id);
});
