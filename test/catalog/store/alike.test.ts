import { describe, expect, test } from "vitest";
import { packAlike, packLeads, unpackLeads, unpackShared } from "../../../worker/catalog/store/alike.ts";

describe("packLeads()", () => {
  test("marks the first director and the first two other actors", () => {
    const leads = [
      { role: "director", id: 1 },
      { role: "director", id: 2 },
      { role: "writer", id: 3 },
      { role: "actor", id: 1 },
      { role: "actor", id: 4 },
      { role: "actor", id: 5 },
      { role: "actor", id: 6 },
    ] as const;
    expect(packLeads(leads)).toBe("D1 d2 w3 a1 A4 A5 a6");
    expect(unpackLeads(packLeads(leads))).toEqual(leads.map(({ role, id }) => [role, id]));
    expect(unpackLeads("")).toEqual([]);
  });
});

describe("unpackShared()", () => {
  const film = {
    year: "1972",
    genres: "Drama, Sci-Fi & Fantasy",
    countries: "France, Italy",
    leads: [undefined, { role: "writer", name: "Ann Aimes" }],
  } as const;

  test("returns what packAlike() was given", () => {
    const packed = packAlike(603, { lead: 1, genres: [2, 0], country: 1 });
    expect(packed).toBe("603bCA:1");
    expect(unpackShared(packed, film, "1979")).toEqual({
      person: { role: "writer", name: "Ann Aimes" },
      genres: ["Fantasy", "Drama"],
      country: "Italy",
      decade: "1970",
    });
  });

  test("omits what two titles do not share, and people without a row", () => {
    const packed = packAlike(603, { lead: null, genres: [], country: null });
    expect(unpackShared(packed, film, "1980")).toEqual({ genres: [] });
    expect(unpackShared("603a", film, "")).toEqual({ genres: [] });
  });
});
