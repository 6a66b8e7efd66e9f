import { expect, test } from "vitest";
import { aliasKind, RARELY_TYPED } from "../../../tools/catalog/sources/alias-kinds.ts";

/** As TMDB's editors write `type`, and as IMDb's dumps have `types` and `attributes`, with their separator. */
test.each([
  [null, "alternative"],
  ["", "alternative"],
  ["Netflix", "alternative"],
  ["imdbDisplay ", "alternative"],
  ["working title", "working title"],
  ["season 2 working title", "working title"],
  ["working ", "working title"],
  ["imdbDisplay\u0002dvd transliterated title", "transliteration"],
  ["Romaji", "transliteration"],
  ["Romanized Chinese Name", "transliteration"],
  ["Pinyin", "transliteration"],
  [" literal English title", "translation"],
  ["promotional abbreviation", "abbreviation"],
  ["alternative informal short title", "abbreviation"],
  ["season 3", "season title"],
  [" second season title", "season title"],
  ["tv series title", "alternative"],
  ["former promotional title", "former title"],
])("%j is a kind of its own", (words, kind) => {
  expect(aliasKind(words)).toBe(kind);
});

test("people type abbreviations and transliterations, but hardly any titles of production", () => {
  expect([...RARELY_TYPED].sort()).toEqual(["former title", "season title", "translation", "working title"]);
});
