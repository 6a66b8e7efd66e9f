/** A plot in another language than its page says so: a screen reader would pronounce it by the rules of the page's language. */
import { expect, test } from "vitest";
import { plotLanguage } from "../../site/components/title/plot-language.ts";
import type { Language } from "../../site/language/language.ts";
import { record } from "../contract/records.ts";

const PLOT = "Twelve jurors decide about a young man's life.";

function languageOf(language: Language, plot: string, { english = PLOT, offers = true } = {}) {
  const services = { offers: () => offers, title: async () => record({ plot: english }) };
  return plotLanguage(services, language, record({ plot }));
}

test("a plot that fell back to English is English", async () => {
  expect(await languageOf("de", PLOT)).toBe("en");
  expect(await languageOf("ja", PLOT)).toBe("en");
});

test("a translated plot is in the language of the page", async () => {
  expect(await languageOf("de", "Zwölf Geschworene entscheiden.")).toBeUndefined();
  expect(await languageOf("ja", "12人の陪審員。")).toBeUndefined();
  expect(await languageOf("ar", "اثنا عشر محلفا.")).toBeUndefined();
});

test("a plot in another script is in no known language", async () => {
  expect(await languageOf("en", "七人の侍が村を守る。")).toBe("");
  expect(await languageOf("zh", "Seven samurai.", { offers: false })).toBe("");
});

test("a plot that names a title in another script is in the language of the page", async () => {
  expect(await languageOf("en", "The film 七人の侍 as a western.")).toBeUndefined();
});

test("without a plot nothing is said", async () => {
  expect(await languageOf("de", "", { english: "" })).toBeUndefined();
});
