/** A title always has a name to show, and its original one only where that says more. */
import { expect, test } from "vitest";
import { originalName, titleName } from "../../site/components/title/title-name.ts";
import { LANGUAGES } from "../../site/language/language.ts";

const named = (title: string, original_title: string) => ({ id: 603, title, original_title });

test("its title, else the original one, else its id", () => {
  expect(titleName("en", named("Spirited Away", "千と千尋の神隠し"))).toBe("Spirited Away");
  expect(titleName("en", named("", "千と千尋の神隠し"))).toBe("千と千尋の神隠し");
  for (const language of LANGUAGES) expect(titleName(language, named("", ""))).toContain("603");
});

test("the original title beside it is never empty, nor what it is called already", () => {
  expect(originalName(named("Spirited Away", "千と千尋の神隠し"))).toBe("千と千尋の神隠し");
  expect(originalName(named("The Matrix", "The Matrix"))).toBeNull();
  expect(originalName(named("The Matrix", ""))).toBeNull();
  expect(originalName(named("", "千と千尋の神隠し"))).toBeNull();
});
