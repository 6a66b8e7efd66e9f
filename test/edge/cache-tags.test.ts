import { expect, test } from "vitest";
import { parseQuery } from "../../worker/contract/query.ts";
import { answerTags, pageTags, tagsToPurge } from "../../worker/edge/cache-tags.ts";

const queryOf = (address: string) => parseQuery(new URLSearchParams(address));

test.each([
  ["category=search&q=alien", ["search", "title-8", "title-9"]],
  ["id=603&lang=fr", ["credits", "title-603"]],
])("an answer to %s carries %j", (address, tags) => {
  expect(answerTags(queryOf(address), [8, 9, 8])).toEqual(tags);
});

test("an answer of more titles than fit is purged with any title", () => {
  const ids = Array.from({ length: 5_000 }, (_, id) => id + 1);
  const tags = answerTags(queryOf("category=search&q=a"), ids);
  expect(tags.length).toBeLessThan(1_000);
  expect(tags).toEqual(expect.arrayContaining(tagsToPurge("title-4999").slice(1)));
});

test.each([
  ["/search", ["page", "search", "title-1"]],
  ["/title/603/the-matrix-1999", ["page", "title-603", "search", "title-1"]],
  ["/fr/title/603/the-matrix-1999/credits", ["page", "title-603", "search", "title-1"]],
  ["/share/603/the-matrix-1999.png", ["page", "title-603", "search", "title-1"]],
  ["/title/0603/the-matrix-1999", ["page", "search", "title-1"]],
])("a page at %s is tagged with its title and with what it is made of: %j", (path, tags) => {
  expect(pageTags(path, ["search", "title-1"])).toEqual(tags);
});
