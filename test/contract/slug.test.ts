import { describe, expect, test, vi } from "vitest";
import { slugWords, toSlug } from "../../worker/contract/slug.ts";

describe("toSlug()", () => {
  test.each([
    ["The Matrix", "1999", "the-matrix-1999"],
    ["Amélie", "2001", "amelie-2001"],
    ["Ocean's Eleven", "2001", "oceans-eleven-2001"],
    ["WALL·E", "2008", "wall-e-2008"],
    ["8½", "1963", "8½-1963"],
    ["千と千尋の神隠し", "2001", "千と千尋の神隠し-2001"],
    ["ゴジラ", "1954", "ゴジラ-1954"],
    ["ゴジラ".normalize("NFD"), "1954", "ゴジラ-1954"],
    ["हिन्दी मीडियम", "2017", "हिन्दी-मीडियम-2017"],
    ["รักแห่งสยาม", "2007", "รักแห่งสยาม-2007"],
    ["Ποτέ την Κυριακή", "1960", "ποτε-την-κυριακη-1960"],
    ["Бой с тёмным", "2005", "бои-с-темным-2005"],
    ["7\uFE0F\u20E3 Days", "2018", "7-days-2018"],
    ["…", "", "untitled"],
    ["1984", "", "1984"],
  ])("converts %s (%s) to %s", (title, year, slug) => {
    expect(toSlug({ title, year })).toBe(slug);
  });

  test("shortens a very long title to a valid URL", () => {
    const slug = toSlug({ title: "𠀀".repeat(5_000), year: "1999" });
    expect(encodeURIComponent(slug).length).toBeLessThan(1_500);
    expect(slug.endsWith("-1999")).toBe(true);
    expect(toSlug({ title: `${"ab ".repeat(33)}c d e`, year: "" })).toBe(`${"ab-".repeat(33)}c`);
    expect(toSlug({ title: `${"a".repeat(99)} b`, year: "" })).toBe("a".repeat(99));
  });

  test("truncates a long title before normalising it", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    toSlug({ title: `a${"\u0301\u0323".repeat(20_000)}`, year: "1999" });
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    normalize.mockRestore();
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
  });
});

describe("slugWords()", () => {
  test.each([
    ["the-matrix-1999", "the matrix", 1999],
    ["1984", "1984", null],
    ["blade-runner-2049", "blade runner", 2049],
    ["wall-e", "wall e", null],
    ["inception-2010", "inception", 2010],
    ["-the--matrix-1999-", "the matrix", 1999],
    ["room-21999", "room 21999", null],
    ["room-19991", "room 19991", null],
    ["agent-007", "agent 007", null],
    ["", "", null],
  ])("converts %s to %j and %s", (slug, text, year) => {
    expect(slugWords(slug)).toEqual({ text, year });
  });
});
