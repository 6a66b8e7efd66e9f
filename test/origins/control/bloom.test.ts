import { expect, test } from "vitest";
import { filterOf } from "../../../tools/catalog/control.ts";
import { bloomFilter, mayContain } from "../../../worker/origins/control/bloom.ts";

const tags = (kind: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${kind}-${from + at}`);

test("contains every member", () => {
  const members = [...tags("title", 1, 5_000), ...tags("person", 1, 5_000)];
  const filter = bloomFilter(members);
  expect(filter.byteLength).toBe(20_000);
  expect(members.filter((member) => !mayContain(filter, member))).toEqual([]);
});

test.each([
  ["title", 5_001],
  ["title", 900_000_000_000_000],
  ["person", 1],
])("takes about one of two thousand others for a member: %s from %i", (kind, from) => {
  const filter = bloomFilter(tags("title", 1, 5_000));
  const mistaken = tags(kind, from, 100_000).filter((tag) => mayContain(filter, tag));
  expect(mistaken.length).toBeLessThan(75);
  // A filter that contains nothing would pass above.
  expect(mistaken.length).toBeGreaterThan(20);
});

test("is left out for more than 200,000 titles and people: at most 400 KB are in a row", () => {
  const members = tags("title", 1, 200_000);
  expect(filterOf(members.length, members)?.byteLength).toBe(400_000);
  expect(filterOf(200_001, [])).toBeNull();
});

test("without members contains nothing", () => {
  expect(mayContain(bloomFilter([]), "title-1")).toBe(false);
});
