import { describe, expect, test } from "vitest";
import { describeShared } from "../../worker/source/likeness.ts";

const FILM = { year: "1972", genres: "Drama, Crime, War" };

describe("describeShared()", () => {
  test("lists at most two shared genres", () => {
    const shared = describeShared(FILM, { year: "", genres: "War, Crime, Drama" });
    expect(shared).toEqual({ genres: ["Drama", "Crime"] });
  });

  test("returns the shared decade", () => {
    expect(describeShared(FILM, { year: "1979", genres: "" })).toEqual({ genres: [], decade: "1970" });
    expect(describeShared({ ...FILM, year: "" }, { year: "", genres: "" })).toEqual({ genres: [] });
  });
});
