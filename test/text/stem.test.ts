/** Tests the stems of words in plots. */
import { describe, expect, test } from "vitest";
import { stem } from "../../worker/text/stem.ts";

describe("stem()", () => {
  test.each([
    ["relives relive reliving relived"],
    ["thief thieves"],
    ["dream dreams dreaming dreamed"],
    ["rob robbing robbed robs"],
    ["story stories"],
    ["robber robbers"],
    ["quick quickly"],
  ])("is the same for forms of a word: %s", (forms) => {
    expect(new Set(forms.split(" ").map(stem)).size).toBe(1);
  });

  test.each(["bus", "glass", "sing", "red", "1990s", "hôtels", "кот", "雨"])("keeps %s", (word) => {
    expect(stem(word)).toBe(word);
  });
});
