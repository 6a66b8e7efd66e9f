import { describe, expect, test } from "vitest";
import { REFERENCE_LISTS } from "../../worker/tmdb-api/reference-lists.ts";

const read = (path: string, lang = "en") => REFERENCE_LISTS[path]?.({ imagesUrl: null, lang }) as never;

interface Certificate {
  readonly certification: string;
  readonly meaning: string;
  readonly order: number;
}

describe.each(["movie", "tv"])("GET /3/certification/%s/list", (kind) => {
  test("lists each country's certificates in order and without duplicates", () => {
    const { certifications } = read(`certification/${kind}/list`) as {
      certifications: Record<string, Certificate[]>;
    };
    expect(Object.keys(certifications).length).toBeGreaterThan(15);
    for (const [country, list] of Object.entries(certifications)) {
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(list.map(({ order }) => order)).toEqual(list.map((_, at) => at + 1));
      expect(new Set(list.map(({ certification }) => certification)).size).toBe(list.length);
      expect(list.filter(({ certification, meaning }) => certification === "" || meaning === "")).toEqual([]);
    }
  });

  test("lists exactly the official US certificates", () => {
    const { certifications } = read(`certification/${kind}/list`) as {
      certifications: Record<string, Certificate[]>;
    };
    expect(certifications.US?.map(({ certification }) => certification)).toEqual(
      kind === "movie"
        ? ["NR", "G", "PG", "PG-13", "R", "NC-17"]
        : ["NR", "TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"],
    );
  });
});

interface Region {
  readonly iso_3166_1: string;
  readonly english_name: string;
  readonly native_name: string;
}

describe("GET /3/watch/providers/regions", () => {
  test("names countries in English and in the requested language", () => {
    const { results } = read("watch/providers/regions", "de") as { results: Region[] };
    expect(results.length).toBeGreaterThan(100);
    expect(results).toContainEqual({ iso_3166_1: "DE", english_name: "Germany", native_name: "Deutschland" });
  });
});

describe("GET /3/configuration", () => {
  test("lists jobs by department", () => {
    const departments = read("configuration/jobs") as { department: string; jobs: string[] }[];
    expect(departments).toHaveLength(12);
    expect(departments.find(({ department }) => department === "Directing")?.jobs).toContain("Director");
  });

  test("lists time zones by country", () => {
    const zones = read("configuration/timezones") as { iso_3166_1: string; zones: string[] }[];
    expect(zones).toContainEqual({ iso_3166_1: "DE", zones: expect.arrayContaining(["Europe/Berlin"]) });
  });
});
