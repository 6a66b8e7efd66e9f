import { describe, expect, test } from "vitest";
import { cutToSize, MAX_RESULT } from "../../../worker/web/mcp/size.ts";

const entry = (id: number, length = 300) => ({ id, name: "n".repeat(length) });
const many = Array.from({ length: 500 }, (_, id) => entry(id));
const cut = (value: object, start = 0, nextPage: number | null = null) => {
  const page = cutToSize(value, { list: "credits", start, nextPage });
  return { ...page, structured: page.structured as Record<string, unknown> };
};
const length = ({ structured, text }: ReturnType<typeof cut>) =>
  JSON.stringify(structured).length + text.length;

describe("cutToSize()", () => {
  test("returns every entry once when called with each offset in turn", () => {
    const read: unknown[] = [];
    for (let start: number | null = 0; start !== null; ) {
      const page = cut({ credits: many }, start);
      expect(length(page)).toBeLessThanOrEqual(MAX_RESULT);
      read.push(...(page.structured.credits as unknown[]));
      const [, next = null] = /offset=(\d+)/.exec(String(page.structured.more)) ?? [];
      start = next === null ? null : Number(next);
    }
    expect(read).toEqual(many);
  });

  test("cuts several lists as one", () => {
    const credits = { id: 1, cast: many.slice(0, 3), crew: many.slice(3, 5) };
    expect(cut({ credits }, 3).structured.credits).toEqual({ id: 1, cast: many.slice(1, 3), crew: [] });
  });

  test("keeps short lists if a long one has to be cut", () => {
    const { structured } = cut({ credits: { cast: many, director: [entry(1)] } });
    expect(structured.credits).toMatchObject({ director: [entry(1)] });
  });

  test("names the next page if all entries fit", () => {
    expect(cut({ credits: [entry(1)] }, 0, 2).structured.more).toBe("Call again with page=2.");
  });

  test("shortens long texts without splitting a character", () => {
    const { structured } = cut({ plot: `${"a".repeat(1_499)}😀${"b".repeat(90_000)}`, credits: [entry(1)] });
    expect(structured.plot).toBe(`${"a".repeat(1_499)}\uFFFD…`);
  });

  test("returns at least one entry, so that every call makes progress", () => {
    expect(cut({ credits: [entry(1, 1_400)], other: "x".repeat(1_000) }).structured.credits).toHaveLength(1);
  });
});
