import { describe, expect, test } from "vitest";
import { fold } from "../../worker/text/fold.ts";
import { BETWEEN_WORDS, soundCode, soundCodes, soundLikeness, toSounds } from "../../worker/text/sounds.ts";

const sounds = (name: string) => fold(name).map(toSounds).join(BETWEEN_WORDS);
const likeness = (typed: string, known: string) => soundLikeness(sounds(typed), sounds(known));

describe("soundLikeness()", () => {
  test.each([
    ["باتشينو", "Pacino"],
    ["غيبسون", "Gibson"],
    ["جورج", "George"],
    ["خواكين", "Joaquin"],
    ["Вашингтон", "Washington"],
    ["Эдвард", "Edward"],
    ["Ρόμπερτ", "Robert"],
    ["Γουίλις", "Willis"],
    ["クリストファー", "Christopher"],
    ["スミス", "Smith"],
    ["ヴィルヌーヴ", "Villeneuve"],
    ["톰슨", "Thompson"],
  ])("matches %s and %s, which share a code", (typed, known) => {
    expect(likeness(typed, known)).toBeGreaterThan(0.7);
    const [[first = ""] = [], [other = ""] = []] = [fold(typed), fold(known)];
    expect(soundCodes(other).some((code) => code.startsWith(soundCode(toSounds(first)).slice(0, 2)))).toBe(
      true,
    );
  });

  test("ignores spaces almost entirely", () => {
    expect(likeness("Леонардо Ди Каприо", "Leonardo DiCaprio")).toBeGreaterThan(0.9);
  });

  test.each([
    ["Тарковский", "Arlovski"],
    ["نولان", "Wilson"],
    ["トム", "Ben"],
    ["Мост", "Hanks"],
  ])("does not match %s and %s", (typed, known) => expect(likeness(typed, known)).toBeLessThan(0.7));
});
