import { describe, expect, test } from "vitest";
import { nameShared } from "../../site/components/title/shared-traits.ts";
import { LANGUAGES } from "../../site/language/language.ts";
import { getDictionary } from "../../site/language/words.ts";
import type { SharedTraits } from "../../worker/contract/browse.ts";

const nameIn = (language: (typeof LANGUAGES)[number], shared: SharedTraits) =>
  nameShared({ language, words: getDictionary(language) }, shared);

describe("nameShared()", () => {
  test.each<[string, SharedTraits]>([
    ["Same director", { person: { role: "director", name: "Ann Aimes" }, genres: ["Drama"] }],
    ["Same writer", { person: { role: "writer", name: "Ann Aimes" }, genres: [], decade: "1970" }],
    ["With Ann Aimes", { person: { role: "actor", name: "Ann Aimes" }, genres: [] }],
    ["Crime and Drama\u00a0· 1970s", { genres: ["Crime", "Drama"], decade: "1970" }],
    ["Thriller\u00a0· South Korea", { genres: ["Thriller"], country: "South Korea" }],
  ])("returns %s", (reason, shared) => {
    expect(nameIn("en", shared)).toBe(reason);
  });

  test("returns undefined without a notable trait", () => {
    expect(nameIn("en", { genres: [] })).toBeUndefined();
  });

  test.each(LANGUAGES.filter((language) => language !== "en"))("translates traits to %s", (language) => {
    const shared: SharedTraits = { genres: [], decade: "1970", country: "South Korea" };
    expect(nameIn(language, shared)).not.toMatch(/1970s|South Korea/);
  });
});
