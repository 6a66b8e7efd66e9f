import { describe, expect, test } from "vitest";
import { readWellKnown } from "../../site/components/search/well-known.ts";
import type { BrowseQuery } from "../../worker/filters/browse-query.ts";
import { record } from "../contract/records.ts";

function setUp({ offers = true } = {}) {
  const queries: BrowseQuery[] = [];
  const drama = { value: "drama", name: "Drama", movies: 2, series: 0, titles: 2 };
  const facets = {
    years: [],
    genres: [drama],
    countries: [],
    languages: [],
    hasRatings: true,
    hasRuntimes: false,
  };
  const services = {
    offers: () => offers,
    value: async (name: string, query: BrowseQuery) => {
      if (name === "facets") return facets;
      queries.push(query);
      return [7, 8].map((id) => ({ ...record(), id }));
    },
  };
  const read = (given: { genres?: string; year?: string }, similar: readonly { id: number }[] = []) => {
    const related = { names: null, similar: similar as never, further: [], namesakes: [] };
    const page = { record: { ...record(), id: 7, ...given }, related, collection: null };
    return readWellKnown({ services: services as never, language: "en" }, page);
  };
  return { read, queries };
}

describe("readWellKnown()", () => {
  test("returns other titles of the first genre", async () => {
    const shelf = await setUp().read({ genres: "Drama, Comedy", year: "1983" });
    expect(shelf).toMatchObject({ name: "Dramas", href: "/browse?genre=drama" });
    expect(shelf?.titles.map(({ title }) => title.id)).toEqual([8]);
  });

  test("returns titles of the decade if there is no genre", async () => {
    const shelf = await setUp().read({ genres: "", year: "1983" });
    expect(shelf).toMatchObject({ name: "Films and series of the 1980s", href: "/browse?f=1980-1989" });
  });

  test("returns null if there are enough related titles", async () => {
    const [few, enough] = [3, 4].map((length) => Array.from({ length }, (_, at) => ({ id: at + 20 })));
    expect(await setUp().read({ genres: "Drama" }, few)).not.toBeNull();
    expect(await setUp().read({ genres: "Drama" }, enough)).toBeNull();
  });

  test.each([
    ["if neither genre nor year is known", true, ""],
    ["if the source cannot list titles", false, "1983"],
  ])("returns null %s", async (_, offers, year) => {
    const { read, queries } = setUp({ offers });
    expect([await read({ genres: "", year }), queries]).toEqual([null, []]);
  });
});
