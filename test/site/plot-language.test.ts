/** Tests the language of plots, because screen readers need it for the pronunciation. */
import { describe, expect, test } from "vitest";
import { plotLanguage } from "../../site/components/title/names.ts";
import type { Language } from "../../site/language/language.ts";

const PLOT = "Twelve jurors decide about a young man's life.";

const detectLanguage = (language: Language, plot: string, known?: string) =>
  plotLanguage(language, { plot }, known === undefined ? {} : { plotLanguage: known });

describe("plotLanguage()", () => {
  test("returns the plot's language if the page has another", () => {
    expect(detectLanguage("de", PLOT, "en")).toBe("en");
    expect(detectLanguage("en", "七人の侍が村を守る。", "ja")).toBe("ja");
    expect(detectLanguage("de", "Zwölf Geschworene entscheiden.", "de")).toBeUndefined();
  });

  test("assumes the page's language if the script matches", () => {
    expect(detectLanguage("de", "Zwölf Geschworene entscheiden.")).toBeUndefined();
    expect(detectLanguage("ja", "12人の陪審員。")).toBeUndefined();
    expect(detectLanguage("ar", "اثنا عشر محلفا.")).toBeUndefined();
  });

  test("infers the language from a script with only one language", () => {
    expect(detectLanguage("en", "七人の侍が村を守る。")).toBe("ja");
    expect(detectLanguage("en", "七人侍衛")).toBe("und-Hani");
    expect(detectLanguage("zh", "Seven samurai.")).toBe("");
  });

  test("ignores a title in another script within the plot", () => {
    expect(detectLanguage("en", "The film 七人の侍 as a western.")).toBeUndefined();
  });

  test("returns undefined for an empty plot", () => {
    expect(detectLanguage("de", "")).toBeUndefined();
  });
});
