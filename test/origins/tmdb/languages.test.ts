/** What a search in another language asks for beside its lists: names of genres, and the same pages in English. */
import { describe, expect, test } from "vitest";
import type { SearchQuery } from "../../../worker/contract/query.ts";
import type { TmdbServices } from "../../../worker/origins/tmdb/tmdb.ts";
import { ADA, EVE } from "../../tmdb/titles.ts";
import { originAt, searchFor } from "./origin.ts";

interface Server {
  /** Entries of a page, by its number, path and language. */
  readonly results: (page: number, path: string, language: string) => readonly object[];
  readonly pages?: number;
  /** Of what is in English. */
  readonly status?: number;
  readonly services?: Partial<TmdbServices>;
}

function originWith({ results, pages = 1, status = 200, services = {} }: Server) {
  return originAt("", {
    async fetch({ pathname, searchParams }) {
      const language = searchParams.get("language") ?? "";
      if (pathname.includes("/genre/")) return Response.json({ genres: [{ id: 18, name: "Drame" }] });
      if (!pathname.includes("/search/")) return new Response("{}", { status: 404 });
      if (language === "en" && status !== 200) return new Response("{}", { status });
      const page = Number(searchParams.get("page"));
      return Response.json({ results: results(page, pathname.slice(3), language), total_pages: pages });
    },
    ...services,
  });
}

const asking = (changes: Partial<SearchQuery> & { f?: string } = {}) =>
  searchFor("film", { lang: "fr", ...changes });
/** Without a plot but in English. */
const film = (id: number, language: string) => ({
  id,
  media_type: "movie",
  title: `Film ${id}`,
  original_title: "Valo",
  original_language: "fi",
  name: `Film ${id}`,
  original_name: "Valo",
  release_date: "1999-01-01",
  first_air_date: "1999-01-01",
  overview: language === "en" ? `In English, ${id}.` : "",
});
const inEnglish = (asked: readonly string[]) =>
  asked.filter((path) => path.startsWith("search/") && path.includes("language=en"));

describe("names of genres", () => {
  test.each([
    ["", ["movie", "tv"]],
    ["1999", ["movie", "tv"]],
    ["movie", ["movie"]],
    ["series", ["tv"]],
    ["movie,1999", ["movie"]],
  ])("are asked for only of what the filter %j admits", async (f, kinds) => {
    const origin = originWith({ results: () => [] });
    expect(await origin.search(asking({ f }))).toMatchObject({ isPartial: false });
    expect(origin.asked.filter((path) => path.startsWith("genre/"))).toEqual(
      kinds.map((kind) => `genre/${kind}/list?language=fr`),
    );
  });

  test("of either kind that are not there make the answer partial", async () => {
    for (const missing of ["movie", "series"]) {
      const parts: TmdbServices["parts"] = {
        storedTitle: async () => null,
        title: async () => null,
        person: async () => null,
        genres: async ({ kind }) => (kind === missing ? undefined : {}),
      };
      const origin = originWith({ results: () => [], services: { parts } });
      expect(await origin.search(asking())).toMatchObject({ isPartial: true });
    }
  });
});

describe("the same pages in English", () => {
  test("are asked for of each list, and what cannot be read there is left out", async () => {
    const origin = originWith({
      results: (_, path, language) => [film(path.endsWith("tv") ? 2 : 1, language), {}],
    });
    const { json } = await origin.search(asking({ f: "1999" }));
    expect(inEnglish(origin.asked).map((path) => path.split("?")[0])).toEqual(["search/movie", "search/tv"]);
    expect((JSON.parse(json) as { plot: string }[]).map(({ plot }) => plot)).toEqual([
      "In English, 1.",
      "In English, 2.",
    ]);
  });

  test("may have what is neither a film nor a series", async () => {
    const origin = originWith({
      results: (_page, _path, language) => [
        ...(language === "en" ? [{ ...film(7, language), media_type: "collection" }] : []),
        film(1, language),
      ],
    });
    const { json } = await origin.search(asking());
    expect(JSON.parse(json)).toMatchObject([{ plot: "In English, 1." }]);
  });

  test("are asked for as long as all of it takes twelve requests, else not at all", async () => {
    const results: Server["results"] = (page, path, language) => [
      film(2 * page + (path.endsWith("tv") ? 1 : 0), language),
    ];
    const five = originWith({ results, pages: 5 });
    await five.search(asking({ paging: { page: 1, limit: 100 } }));
    expect([inEnglish(five.asked).length, five.asked.length]).toEqual([5, 12]);
    const six = originWith({ results, pages: 6 });
    await six.search(asking({ f: "1999", paging: { page: 1, limit: 100 } }));
    expect(inEnglish(six.asked)).toEqual([]);
  });

  test("that fail leave the answer as it is", async () => {
    const origin = originWith({ results: (_page, _path, language) => [film(1, language)], status: 500 });
    const { json } = await origin.search(asking());
    expect(JSON.parse(json)).toMatchObject([{ title: "Film 1", plot: "" }]);
  });

  test("and single titles are not begun when the lists took all the time", async () => {
    const clock = { ms: 1_800_000_000_000 };
    const origin = originWith({
      results(_page, _path, language) {
        clock.ms += 2_000;
        return [film(1, language)];
      },
      services: { now: () => clock.ms, timeoutMs: 2_000 },
    });
    const found = await origin.search(asking());
    expect(found).toMatchObject({ isPartial: true });
    expect(origin.asked.filter((path) => /^(movie|tv)\//.test(path) || path.includes("language=en"))).toEqual(
      [],
    );
  });
});

test("titles for adults are not shared by anyone", async () => {
  const { json } = await originAt().shared({ ids: [ADA.id, EVE.id], lang: "en" });
  expect(json).toBe("[]");
});

test("a suggestion has the original name where there is no other", async () => {
  const results = () => [{ id: 11, media_type: "person", name: "", original_name: "エイダ" }];
  const { json } = await originWith({ results }).autocomplete({ text: "a", lang: "fr", limit: 8 });
  expect(JSON.parse(json)).toEqual([{ kind: "person", id: 11, name: "エイダ" }]);
});
