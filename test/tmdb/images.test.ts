/** Tests the conversion of image paths from TMDB's format to the contract's and back. */
import { describe, expect, test } from "vitest";
import { IMAGE_WIDTHS } from "../../worker/contract/record.ts";
import { contractPath, tmdbImagePath, tmdbImageWidth } from "../../worker/tmdb/ids.ts";

describe("contractPath()", () => {
  test.each([
    ["/a.jpg", "1999-03-31", "1999/03/a.jpg"],
    ["/a-B_9.jpeg", "1999-03-31", "1999/03/a-B_9.jpeg"],
    ["/a.png", "", "0000/00/a.png"],
    ["/a.webp", undefined, "0000/00/a.webp"],
    ["/a.jpg", "1999", "0000/00/a.jpg"],
    ["/a.jpg", "in 1999-03", "0000/00/a.jpg"],
  ])("converts the %s %s to %s", (path, date, expected) => {
    expect(contractPath(path, date)).toBe(expected);
  });

  test.each([
    null,
    "",
    "/",
    "a.jpg",
    "//a.jpg",
    "/w500/a.jpg",
    "/../a.jpg",
    "/a.svg",
    "/a.jpg?x=.jpg",
    "/a.jpg.html",
  ])("returns null for %s", (path) => {
    expect(contractPath(path, "1999-03-31")).toBeNull();
  });
});

/** The poster sizes that TMDB documents (developer.themoviedb.org/reference/configuration-details). */
const POSTERS = ["w92", "w154", "w185", "w342", "w500", "w780", "original"];
const PROFILES = ["w45", "w185", "h632", "original"];

describe.each(IMAGE_WIDTHS)("tmdbImagePath() for a width of %i pixels", (width) => {
  test("uses the next larger TMDB size", () => {
    const [size = "", ...file] = tmdbImagePath({ width, path: "1999/03/a-b.jpg" }).split("/");
    expect(file).toEqual(["a-b.jpg"]);
    expect(POSTERS).toContain(size);
    expect(Number(size.replace("w", ""))).toBeGreaterThanOrEqual(width);
  });

  test("uses a size common to all images if the date is unknown", () => {
    const [size = "", ...file] = tmdbImagePath({ width, path: "0000/00/a-b.jpg" }).split("/");
    expect(file).toEqual(["a-b.jpg"]);
    expect(POSTERS).toContain(size);
    expect(PROFILES).toContain(size);
  });
});

describe("tmdbImageWidth()", () => {
  test.each([
    [720, "1999/03/a.jpg", 780],
    [480, "1999/03/a.jpg", 500],
    [480, "0000/00/a.jpg", null],
  ] as const)("returns for a width of %i and %s the width %s", (width, path, sent) => {
    expect(tmdbImageWidth({ width, path })).toBe(sent);
  });
});
