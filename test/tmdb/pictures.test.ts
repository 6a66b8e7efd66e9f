/** Tests that the TMDB stub's images have the proportions of TMDB's. */
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawPicture } from "./pictures.ts";

describe("drawPicture()", () => {
  test.each([
    ["w342/poster-1.png", 342, 513],
    ["original/poster-1.png", 780, 1_170],
    ["w780/backdrop-1.png", 780, 439],
    ["w300/still-1.png", 300, 169],
    ["w185/portrait-1.png", 185, 278],
    ["h632/portrait-1.png", 421, 632],
    ["w185/logo-1.png", 185, 74],
  ])("draws %s with %d by %d pixels", (path, width, height) => {
    const png = drawPicture(path);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
    const length = png.readUInt32BE(33);
    expect(inflateSync(png.subarray(41, 41 + length)).byteLength).toBe(height * (1 + width * 3));
  });

  test("returns the same bytes for the same path", () => {
    expect(drawPicture("w92/poster-1.png")).toEqual(drawPicture("w92/poster-1.png"));
    expect(drawPicture("w92/poster-1.png")).not.toEqual(drawPicture("w92/poster-2.png"));
  });
});
