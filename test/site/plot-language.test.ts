/** A plot in another language than its page says so: a screen reader would pronounce it by the rules of the page's language. */
import { expect, test } from "vitest";
import { plotLanguage } from "../../site/components/title/names.ts";
import type { Language } from "../../site/language/language.ts";

const PLOT = "Twelve jurors decide about a young man's life.";

const languageOf = (language: Language, plot: string, known?: string) =>
  plotLanguage(language, { plot }, known === undefined ? {} : { plotLanguage: known });

test("a plot has its language if known, unless it is the page's", () => {
  expect(languageOf("de", PLOT, "en")).toBe("en");
  expect(languageOf("en", "七人の侍が村を守る。", "ja")).toBe("ja");
  expect(languageOf("de", "Zwölf Geschworene entscheiden.", "de")).toBeUndefined();
});

test("a plot in the script of the page is in its language", () => {
  expect(languageOf("de", "Zwölf Geschworene entscheiden.")).toBeUndefined();
  expect(languageOf("ja", "12人の陪審員。")).toBeUndefined();
  expect(languageOf("ar", "اثنا عشر محلفا.")).toBeUndefined();
});

test("a plot in another script is in its language, if the script has but one", () => {
  expect(languageOf("en", "七人の侍が村を守る。")).toBe("ja");
  expect(languageOf("en", "七人侍衛")).toBe("und-Hani");
  expect(languageOf("zh", "Seven samurai.")).toBe("");
});

test("a plot that names a title in another script is in the language of the page", () => {
  expect(languageOf("en", "The film 七人の侍 as a western.")).toBeUndefined();
});

test("without a plot there is no language", () => {
  expect(languageOf("de", "")).toBeUndefined();
});
