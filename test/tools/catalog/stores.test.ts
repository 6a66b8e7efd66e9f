/** A load sorts a small catalog in memory and a large one on disk. */
import { expect, test } from "vitest";
import { storeInMemory } from "../../../tools/catalog/load/load.ts";
import { storeOnDisk } from "../../../tools/catalog/sources/store-on-disk.ts";

test.each([
  ["in memory", storeInMemory],
  ["on disk", storeOnDisk],
])("the alphabet is in the order of code points, then of ranks: %s", (_, open) => {
  const keys = ["zulu", "alien", "\u{10ffff}", "\u{20000}", "\u{fa0e}", "alien"];
  const store = open();
  for (const [rank, key] of keys.entries()) store.addPlaced({ key, rank, tokens: "" });
  expect([...store.placed()].map(({ rank }) => rank)).toEqual([1, 5, 0, 4, 3, 2]);
});
