/** Names that the contract joins into one string. */
import { expect, test } from "vitest";
import { namesOf } from "../../site/components/title/names.ts";

test("come apart in their order, none twice, none empty", () => {
  expect(namesOf("Drama, Crime, Drama")).toEqual(["Drama", "Crime"]);
  expect(namesOf("")).toEqual([]);
  expect(namesOf("Drama, , Crime, ")).toEqual(["Drama", "Crime"]);
});
