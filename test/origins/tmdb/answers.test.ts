/** Answers of TMDB's that its stand-in does not give: what should not be in a list, or is in it twice. */
import { describe, expect, test } from "vitest";
import type { FindQuery } from "../../../worker/contract/people-query.ts";
import type { Paging } from "../../../worker/contract/query.ts";
import { MAX_TMDB_ID } from "../../../worker/origins/tmdb/ids.ts";
import { originAt, searchFor, type Tmdb } from "./origin.ts";

type Answer = Readonly<Record<string, unknown>> | number;

/** An origin whose server answers so, with a status where it is a number. */
function answering(answer: (address: URL) => Answer): Tmdb {
  return originAt("", {
    async fetch(address) {
      const body = answer(address);
      return typeof body === "number" ? new Response("{}", { status: body }) : Response.json(body);
    },
  });
}

/** To a search; no title is known by itself. */
function finding(answer: (address: URL) => Answer): Tmdb {
  return answering((address) => {
    if (address.pathname.includes("/genre/")) return { genres: [] };
    return address.pathname.includes("/search/") ? answer(address) : 404;
  });
}

const film = (id: number, more: object = {}) => ({
  id,
  media_type: "movie",
  title: `Film ${id}`,
  original_title: `Film ${id}`,
  original_language: "en",
  ...more,
});
const films = (count: number, from = 1) => Array.from({ length: count }, (_, at) => film(from + at));
const idsOf = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
/** Of films, as TMDB has them. */
const numbersOf = (json: string) => idsOf(json).map((id) => id / 2);

describe("a search", () => {
  test("has nothing but films and series, each once, and no title for adults that was not asked for", async () => {
    const results = [
      film(1),
      film(2, { adult: true }),
      film(1),
      film(3, { media_type: "collection" }),
      film(4, { media_type: undefined }),
      film(5),
    ];
    const origin = finding(() => ({ results }));
    expect(numbersOf((await origin.search(searchFor("film"))).json)).toEqual([1, 5]);
    const { json } = await origin.search(searchFor("film", { includeAdult: true }));
    expect(numbersOf(json)).toEqual([1, 2, 5]);
  });

  test("reads a title as far as it can: text without spaces around it, lists without what is of another type", async () => {
    const odd = { title: "  A film ", origin_country: [7, "FR", null], genre_ids: ["x", 18], poster_path: 7 };
    const { json } = await finding(() => ({ results: [film(1, odd)] })).search(searchFor("film"));
    const read = { title: "A film", countries: "France", genres: "Drama", poster: null };
    expect(JSON.parse(json)).toMatchObject([read]);
  });

  test("takes the place of a result from its page, however many results that has", async () => {
    const origin = finding((address) => {
      const page = Number(address.searchParams.get("page"));
      return { results: films(25, 100 * page), total_pages: 2 };
    });
    const at = async (paging: Paging) => numbersOf((await origin.search(searchFor("film", { paging }))).json);
    expect(await at({ page: 1, limit: 40 })).toEqual(
      [...films(20, 100), ...films(20, 200)].map(({ id }) => id),
    );
    expect(await at({ page: 2, limit: 20 })).toEqual(films(20, 200).map(({ id }) => id));
  });

  test("asks in English for the pages that lack a translation, and for no other", async () => {
    const origin = finding((address) => {
      const page = Number(address.searchParams.get("page"));
      const plot = {
        overview: page === 2 && address.searchParams.get("language") === "fr" ? "" : "Un film.",
      };
      const title = { title: "Le film", ...plot };
      return { results: [film(page, title)], total_pages: 3 };
    });
    const { json } = await origin.search(searchFor("film", { lang: "fr", paging: { page: 1, limit: 60 } }));
    expect(origin.asked.filter((path) => path.includes("language=en"))).toEqual([
      "search/multi?query=film&include_adult=false&language=en&page=2",
    ]);
    expect((JSON.parse(json) as { plot: string }[]).map(({ plot }) => plot)).toEqual(
      Array(3).fill("Un film."),
    );
  });

  test.each(["search", "people", "autocomplete"] as const)(
    "that TMDB answers with 404 is a problem: %s",
    async (kind) => {
      const origin = answering(() => 404);
      const query = { text: "film", lang: "en", limit: 8, paging: { page: 1, limit: 20 } };
      const asked = kind === "search" ? origin.search(searchFor("film")) : origin[kind](query);
      await expect(asked).rejects.toMatchObject({
        type: "bad-upstream",
        cause: { reason: "status", status: 404 },
      });
    },
  );

  test("of results that none can be read of is a problem, and the log counts single ones", async () => {
    const origin = finding(() => ({ results: [{}, film(1), {}] }));
    expect(numbersOf((await origin.search(searchFor("film"))).json)).toEqual([1]);
    expect(origin.lines).toEqual([{ event: "records-dropped", category: "search", dropped: 2 }]);
    const whole = finding(() => ({ results: [film(1)] }));
    await whole.search(searchFor("film"));
    expect(whole.lines).toEqual([]);
    const none = answering(() => ({ results: [{}, {}] }));
    await expect(none.search(searchFor("film"))).rejects.toMatchObject({ cause: { reason: "wrong-shape" } });
  });

  test("of unreadable titles beside a person is a problem, never an empty list", async () => {
    const results = [film(0, { id: "605" }), { id: 7, media_type: "person", name: "Ada Holm" }];
    const origin = finding(() => ({ results }));
    await expect(origin.search(searchFor("ada"))).rejects.toMatchObject({ type: "bad-upstream" });
    const people = finding(() => ({ results: results.slice(1) }));
    expect((await people.search(searchFor("ada"))).json).toBe("[]");
  });
});

describe("an answer whose entries are all unreadable is a problem, never an empty one", () => {
  const entries = { cast: [{ id: "11", name: "Ada Holm" }], crew: [] };
  const lists = { movie_results: [{ id: "605" }], tv_results: [], person_results: [] };
  test.each([
    ["credits", { id: 605, credits: entries }],
    ["person", { id: 11, name: "Ada Holm", combined_credits: entries }],
    ["find", lists],
  ] as const)("%s", async (kind, answer) => {
    const { credits, person, find } = answering(() => answer);
    const asked = {
      credits: () => credits({ category: "credits", id: 1_210, lang: "en" }),
      person: () => person({ id: 11, lang: "en", includeAdult: false }),
      find: () => find({ source: "imdb", external: "tt0000605", lang: "en" }),
    };
    await expect(asked[kind]()).rejects.toMatchObject({ cause: { reason: "wrong-shape" } });
  });
});

describe("a list that ends where a page of ours ends", () => {
  test.each([
    ["within a page of TMDB's", 10, films(10), 1],
    ["with a page of TMDB's", 20, films(20), 1],
  ])("has no more: %s", async (_, limit, results, total_pages) => {
    const origin = finding(() => ({ results, total_pages }));
    const paging = { page: 1, limit };
    expect(await origin.search(searchFor("film", { paging }))).toMatchObject({ isEmpty: false, more: false });
    expect(await origin.people({ text: "film", lang: "en", paging })).toMatchObject({ more: false });
    const shorter = { page: 1, limit: limit - 1 };
    expect(await origin.search(searchFor("film", { paging: shorter }))).toMatchObject({ more: true });
  });

  test("has no more past the last page that TMDB gives", async () => {
    const origin = finding(() => ({ results: films(20), total_pages: 900 }));
    const at = async (page: number) =>
      (await origin.search(searchFor("film", { paging: { page, limit: 20 } }))).more;
    expect([await at(499), await at(500)]).toEqual([true, false]);
  });
});

describe("the titles of a person", () => {
  const inFinnish = { title: "Valo", original_title: "Valo", original_language: "fi" };
  const personWith = (cast: readonly object[], crew: readonly object[] = []) => ({
    id: 11,
    name: "Ada Holm",
    combined_credits: { cast, crew },
  });
  const query = { id: 11, lang: "fr", includeAdult: false };

  test("are asked for once where there is no language to fall back to, or nothing lacks a title", async () => {
    const inEnglish = answering(() => personWith([film(1, inFinnish)]));
    expect(await inEnglish.person({ ...query, lang: "en" })).toMatchObject({ isPartial: false });
    expect(inEnglish.asked).toHaveLength(1);
    const translated = answering(() => personWith([film(1, { title: "Le film" })]));
    expect(await translated.person(query)).toMatchObject({ isPartial: false });
    expect(translated.asked).toHaveLength(1);
  });

  test("are in English only where the language has none, and nothing but titles is taken from there", async () => {
    const origin = answering(({ searchParams }) =>
      searchParams.get("language") === "en"
        ? personWith([
            film(1, { title: "Light" }),
            film(2, { title: "The Film" }),
            film(3, { media_type: "x" }),
          ])
        : personWith([
            film(3, { ...inFinnish, media_type: "x" }),
            film(1, inFinnish),
            film(2, { title: "Le film" }),
          ]),
    );
    const { json, isPartial } = await origin.person(query);
    expect(isPartial).toBe(false);
    const { credits } = JSON.parse(json ?? "") as { credits: { title: { id: number; title: string } }[] };
    expect(credits.map(({ title }) => title.title)).toEqual(["Light", "Le film"]);
  });

  test("are not asked for in English when the first answer took all the time", async () => {
    const clock = { ms: 1_800_000_000_000 };
    const asked: URL[] = [];
    const origin = originAt("", {
      async fetch(address) {
        asked.push(address);
        clock.ms += 2_000;
        return Response.json(personWith([film(1, inFinnish)]));
      },
      now: () => clock.ms,
      timeoutMs: 2_000,
    });
    expect(await origin.person(query)).toMatchObject({ isPartial: true });
    expect(asked).toHaveLength(1);
  });

  test("stay as they are where English has none either", async () => {
    const origin = answering(({ searchParams }) =>
      personWith(searchParams.get("language") === "en" ? [] : [film(1, inFinnish)]),
    );
    expect((await origin.person(query)).json).toContain('"title":"Valo"');
  });

  test("are not asked for a second time where English fails, and its failures open no circuit", async () => {
    const origin = answering(({ searchParams }) =>
      searchParams.get("language") === "en" ? 502 : personWith([film(1, inFinnish)]),
    );
    for (let count = 1; count <= 20; count++) {
      expect(await origin.person(query)).toMatchObject({ isPartial: true });
      expect(origin.asked).toHaveLength(2 * count);
    }
  });
});

describe("two lists that are taken in turns", () => {
  const turns = (paging: Paging | null) => {
    const origin = finding(({ pathname }) => ({
      results: films(20, pathname.endsWith("movie") ? 1 : 101).map((item) => ({
        ...item,
        release_date: "1999-01-01",
        first_air_date: "1999-01-01",
        name: item.title,
      })),
    }));
    return { origin, found: origin.search(searchFor("film", { f: "1999", paging })) };
  };

  test("are one whole page each where no page is asked for", async () => {
    expect(JSON.parse((await turns(null).found).json)).toHaveLength(40);
  });

  test("are asked for only where they have a place on the page", async () => {
    for (const [page, list] of [
      [3, "search/movie"],
      [4, "search/tv"],
    ] as const) {
      const { origin, found } = turns({ page, limit: 1 });
      expect(JSON.parse((await found).json)).toHaveLength(1);
      expect(origin.asked.filter((path) => path.startsWith("search/"))).toEqual([
        expect.stringMatching(new RegExp(`^${list}\\?`)),
      ]);
    }
  });
});

describe("people", () => {
  const ada = { id: 11, media_type: "person", name: "Ada Holm" };

  test("that cannot be read are left out, and the log counts them", async () => {
    const origin = finding(() => ({ results: [{}, ada, { name: "Bram" }] }));
    const { json } = await origin.people({ text: "ada", lang: "en", paging: { page: 1, limit: 20 } });
    expect(idsOf(json)).toEqual([11]);
    expect(origin.lines).toEqual([{ event: "records-dropped", category: "people", dropped: 2 }]);
    expect(origin.asked).toEqual(["search/person?query=ada&include_adult=false&language=en&page=1"]);
  });

  test("that are none make an empty answer, and it says so", async () => {
    const query = { text: "ada", lang: "en", limit: 8, paging: { page: 1, limit: 20 } };
    const none = finding(() => ({ results: [] }));
    expect(await none.people(query)).toMatchObject({ json: "[]", isEmpty: true });
    expect(await none.autocomplete(query)).toMatchObject({ json: "[]", isEmpty: true });
    expect(await finding(() => ({ results: [ada] })).people(query)).toMatchObject({ isEmpty: false });
  });

  test("have ids up to the largest of TMDB's", async () => {
    const origin = answering(() => 404);
    for (const id of [MAX_TMDB_ID, MAX_TMDB_ID + 1]) {
      expect((await origin.person({ id, lang: "en", includeAdult: false })).json).toBeNull();
    }
    expect(origin.asked).toHaveLength(1);
  });

  test("are known for films and series, three at most", async () => {
    const known_for = [film(1, { media_type: "x" }), ...films(5, 2)];
    const origin = finding(() => ({ results: [{ ...ada, known_for }] }));
    const { json } = await origin.people({ text: "ada", lang: "en", paging: { page: 1, limit: 20 } });
    expect(JSON.parse(json)[0].known_for.map(({ id }: { id: number }) => id)).toEqual([4, 6, 8]);
  });

  test("that have credits without an id are counted in the log", async () => {
    const combined_credits = { cast: [film(1), {}, {}], crew: [{}, film(2)] };
    const origin = answering(() => ({ ...ada, combined_credits }));
    const { json } = await origin.person({ id: 11, lang: "en", includeAdult: false });
    expect(JSON.parse(json ?? "").credits).toHaveLength(2);
    expect(origin.lines).toEqual([{ event: "records-dropped", category: "person", dropped: 3 }]);
  });

  test("and titles that cannot be read are no suggestions", async () => {
    const results = [{}, { media_type: "person" }, film(1, { media_type: "x" }), ada, film(2)];
    const { json, isEmpty } = await finding(() => ({ results })).autocomplete({
      text: "a",
      lang: "en",
      limit: 8,
    });
    expect(idsOf(json)).toEqual([11, 4]);
    expect(isEmpty).toBe(false);
  });
});

describe("credits", () => {
  const creditsOf = async (answer: Answer, id = 2) => {
    const { json } = await answering(() => answer).credits({ category: "credits", id, lang: "en" });
    return JSON.parse(json ?? "null");
  };
  const nobody = { name: "", profile_path: null };

  test("have an entry for who has no role or job, under the original name where there is no other", async () => {
    const person = { id: 11, name: "", original_name: "エイダ" };
    const shown = { id: 11, name: "エイダ", profile_path: null };
    const aggregate_credits = {
      cast: [{ ...person, roles: [] }, { id: 12 }],
      crew: [{ ...person, department: "Art", jobs: [] }],
    };
    const { cast, art, writer } = await creditsOf({ id: 1, aggregate_credits, created_by: [person] }, 3);
    expect(cast).toEqual([
      { ...shown, character: "" },
      { ...nobody, id: 12, character: "" },
    ]);
    expect(art).toEqual([{ ...shown, job: "" }]);
    expect(writer).toEqual([{ ...shown, job: "Creator" }]);
  });

  test("have visual effects where they are, under whatever department, and nothing that only looks like them", async () => {
    const jobs = [
      "Visual Effects Editor",
      "Special Effects",
      "digital effects artist",
      "VFX Artist",
      "CGI",
      "CG Artist",
      "Aftereffects",
      "Cgirl",
      "Effects",
    ];
    const crew = jobs.map((job, at) => ({ id: at + 1, department: "Crew", job }));
    const credits = await creditsOf({ id: 1, credits: { cast: [], crew } });
    const named = (group: readonly { job: string }[]) => group.map(({ job }) => job);
    expect(named(credits["visual effects"])).toEqual(jobs.slice(0, 6));
    expect(named(credits.production)).toEqual(jobs.slice(6));
  });

  test("stand in the order of the departments, whatever the order they came in", async () => {
    const departments = ["Production", "Camera", "Lighting", "Crew", "Actors", "Puppetry"];
    const crew = departments
      .toReversed()
      .map((department, at) => ({ id: at + 1, department, job: department }));
    const effects = { id: 7, department: "Production", job: "Visual Effects Producer" };
    const credits = await creditsOf({ id: 1, credits: { cast: [], crew: [...crew, effects] } });
    expect(credits.production.map(({ job }: { job: string }) => job)).toEqual([
      "Production",
      "Visual Effects Producer",
      "Camera",
      "Lighting",
      "Crew",
      "Actors",
      "Puppetry",
    ]);
  });

  test("come in billing order, who has no place in it last; the log counts who has no id", async () => {
    const cast = [{ id: 1 }, { id: 2, order: 7 }, {}, { id: 3, order: 1 }];
    const crew = [{ department: "Sound", job: "Music" }];
    const origin = answering(() => ({ id: 1, credits: { cast, crew } }));
    const { json } = await origin.credits({ category: "credits", id: 2, lang: "en" });
    expect(JSON.parse(json ?? "").cast.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1]);
    expect(origin.lines).toEqual([{ event: "records-dropped", category: "credits", dropped: 2 }]);
  });
});

describe("an id of another source", () => {
  const found = async (answer: Answer, external = "tt1", source: FindQuery["source"] = "imdb") => {
    const origin = answering(() => answer);
    const { json } = await origin.find({ source, external, lang: "en" });
    return { json, asked: origin.asked };
  };

  test("that TMDB answers with 404 leads nowhere", async () => {
    expect((await found(404)).json).toBeNull();
    expect((await found(404, String(MAX_TMDB_ID), "tmdb-movie")).asked).toEqual([`movie/${MAX_TMDB_ID}`]);
  });

  test("that leads to an answer of another shape is a problem", async () => {
    await expect(found({})).rejects.toMatchObject({ type: "bad-upstream" });
    await expect(found({}, "7", "tmdb-tv")).rejects.toMatchObject({ type: "bad-upstream" });
  });

  test("leads to the first that can be read, a film before a series before a person", async () => {
    const results = { movie_results: [{}, { id: 7 }], tv_results: [{ id: 8 }], person_results: [{ id: 9 }] };
    expect((await found(results)).json).toBe('{"kind":"title","id":14}');
    expect((await found({ ...results, movie_results: [{}] })).json).toBe('{"kind":"title","id":17}');
    const person = { ...results, movie_results: [], tv_results: [] };
    expect((await found(person)).json).toBe('{"kind":"person","id":9}');
  });
});

test("a language that TMDB cannot know is asked for as English", async () => {
  const origin = answering(() => 404);
  await origin.title({ id: 2, lang: "gsw" });
  await origin.title({ id: 2, lang: "fr" });
  expect(origin.asked).toEqual([
    "movie/1?language=en&append_to_response=translations",
    "movie/1?language=fr&append_to_response=translations",
  ]);
});
