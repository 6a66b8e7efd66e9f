import { describe, expect, test } from "vitest";
import { genreSlug, listGenres } from "../../worker/text/genres.ts";

describe("listGenres()", () => {
  test.each([
    ["Action & Adventure, Drama", ["Action", "Adventure", "Drama"]],
    ["Sci-Fi & Fantasy, Fantasy", ["Science Fiction", "Fantasy"]],
    ["War & Politics", ["War", "Politics"]],
    ["Sci-Fi, Reality-TV, Talk", ["Science Fiction", "Reality", "Talk Show"]],
    ["Sword & Sandal, constructor", ["Sword & Sandal", "constructor"]],
    ["", []],
  ])("returns the usual names of the genres in %j", (joined, genres) => {
    expect(listGenres(joined)).toEqual(genres);
  });
});

describe("genreSlug()", () => {
  test.each([
    ["sci-fi", "science-fiction"],
    ["action-adventure", "action"],
    ["drama", "drama"],
  ])("returns the canonical slug of %s", (slug, usual) => {
    expect(genreSlug(slug)).toBe(usual);
  });
});
