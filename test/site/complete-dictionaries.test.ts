/** A string that a language lacks fails the build. */
import { expect, test } from "vitest";
import config from "../../site/astro.config.mjs";
import { completeDictionaries, missingStrings } from "../../site/complete-dictionaries.ts";
import { DICTIONARIES } from "../../site/language/words.ts";

const { en, fr } = DICTIONARIES;

function build(dictionaries: Readonly<Record<string, object>>): void {
  // Astro's parameters of this hook are not read.
  const start: unknown = completeDictionaries(dictionaries).hooks["astro:build:start"];
  if (typeof start !== "function") throw new Error("the check is not part of the build");
  start();
}

test("ours are complete, and the build checks them", () => {
  expect(() => build(DICTIONARIES)).not.toThrow();
  expect(config.integrations).toContainEqual(expect.objectContaining({ name: "complete-dictionaries" }));
});

test.each([
  ["missing", { hint: undefined }],
  ["empty", { hint: "" }],
  ["blank", { hint: " " }],
  ["made to nothing", { hint: () => "" }],
])("a string that is %s stops the build, which names the language and the key", (_, change) => {
  const holed = { ...fr, search: { ...fr.search, ...change } };
  expect(() => build({ en, fr: holed })).toThrow("fr: search.hint");
});

test("what English lacks and another language says is missing in English", () => {
  const { tagline: _, ...holed } = en;
  expect(missingStrings({ en: holed, fr })).toEqual(["en: tagline"]);
});

test("a whole part that is missing is named string by string", () => {
  const { kinds: _, ...holed } = fr;
  expect(missingStrings({ en, fr: holed })).toContain("fr: kinds.movie");
});
