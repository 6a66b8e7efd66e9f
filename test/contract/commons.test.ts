import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { commonsPage, isCommonsPath, toCommonsFile, toCommonsPath } from "../../worker/contract/commons.ts";
import { ImagePath } from "../../worker/contract/record.ts";

const NAMES = [
  ["Akira Kurosawa.jpg", "0000/01/Akira_Kurosawa.jpg"],
  ["akira Kurosawa.jpg", "0000/01/Akira_Kurosawa.jpg"],
  ['Ann "Ö" Lee.jpg', "0000/01/Ann_-22-c3-96-22_Lee.jpg"],
  ["黒澤明.PNG", "0000/01/-e9-bb-92-e6-be-a4-e6-98-8e.PNG"],
  ["Who? (100%) - it's her!.svg", "0000/01/Who-3f_-28100-25-29_-2d_it-27s_her-21.svg"],
  ["ßa.jpg", "0000/01/-c3-9fa.jpg"],
  ["\u1fe2.jpg", "0000/01/-e1-bf-a2.jpg"],
  ["Map & plan.TIFF", "0000/01/Map_-26_plan.TIFF"],
  [`${"a".repeat(235)}.jpeg`, `0000/01/A${"a".repeat(234)}.jpeg`],
] as const;

describe("toCommonsPath()", () => {
  test.each(NAMES)("returns a path of the contract's form for %s", (name, path) => {
    expect(toCommonsPath(name)).toBe(path);
    expect(v.is(ImagePath, path)).toBe(true);
  });

  test.each([
    ["", "."],
    [".jpg", "a.jpg/../b.jpg"],
    ["a.pdf", "A film.webm"],
    ["a\u0007.jpg", "a|b.jpg"],
    ["File:a.jpg", "\ud800.jpg"],
    [`${"ö".repeat(119)}.jpg`, "<b>.png"],
  ])("rejects %j and %j", (...names) => {
    expect(names.map(toCommonsPath)).toEqual([null, null]);
  });
});

describe("toCommonsFile()", () => {
  test("returns the file of every path", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const path = toCommonsPath(`${text}.jpg`);
        if (path !== null) expect(toCommonsPath(toCommonsFile(path) ?? "")).toBe(path);
      }),
    );
  });

  test.each([
    "0000/00/a.jpg",
    "0000/01/a.jpg",
    "0000/01/A-62.jpg",
    "0000/01/A-C3-96.jpg",
    "0000/01/A-c3.jpg",
    "0000/01/A-2f..-2fb.jpg",
    "0000/01/A-0a.jpg",
    "0000/01/../a.jpg",
  ])("rejects %s", (path) => {
    expect(toCommonsFile(path)).toBeNull();
  });
});

describe("commonsPage()", () => {
  test("returns the page of the file", () => {
    expect(commonsPage("0000/01/Who-3f_-28100-25-29.svg")).toBe(
      "https://commons.wikimedia.org/wiki/File:Who%3F_(100%25).svg",
    );
  });

  test.each([null, "0000/00/a.jpg"])("returns null for %s", (path) => {
    expect(commonsPage(path)).toBeNull();
  });
});

describe("isCommonsPath()", () => {
  test("tells Commons from TMDB", () => {
    expect(["0000/01/A.jpg", "0000/00/A.jpg", "1999/01/A.jpg"].map(isCommonsPath)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
