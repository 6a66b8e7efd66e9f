import { describe, expect, test } from "vitest";
import { appendCredit, mainGroup, packCredit } from "../../../worker/catalog/store/filmography.ts";

const PARTS = { cast: 0, writer: 1, director: 2, production: 4 } as const;
const credit = (group: keyof typeof PARTS, role: string) =>
  packCredit({ part: PARTS[group], place: 0, isAdult: false }, role);
const title = (...credits: readonly string[]) => credits.reduce(appendCredit);

describe("mainGroup()", () => {
  test("counts a group once per title", () => {
    const written = title(
      credit("writer", "Screenplay"),
      credit("writer", "Story"),
      credit("director", "Director"),
    );
    expect(mainGroup([written, written].join("\n"))).toBe("director");
  });

  test("returns the group with the most titles", () => {
    const directed = title(credit("director", "Director"), credit("production", "Producer"));
    expect(mainGroup([credit("writer", "Writer"), credit("writer", "Writer"), directed].join("\n"))).toBe(
      "writer",
    );
  });

  test("prefers directing, acting and writing in a tie", () => {
    expect(mainGroup(title(credit("production", "Producer"), credit("cast", "Finch")))).toBe("cast");
  });
});
