/** A search of TMDB, against its stand-in. */
import { describe, expect, test } from "vitest";
import { originAt, searchFor } from "./origin.ts";

const FILM = 605 * 2;
const SERIES = 605 * 2 + 1;

describe("a record", () => {
  test("of a film is the contract's, to the letter", async () => {
    const [record] = await originAt().records(searchFor("glass lantern"));
    expect(JSON.stringify(record)).toBe(
      JSON.stringify({
        id: FILM,
        is_adult: 0,
        type: "movie",
        title: "The Glass Lantern",
        original_title: "The Glass Lantern",
        year: "1999",
        countries: "United States, Australia",
        genres: "Drama, Science Fiction",
        runtime: "136",
        rating: 8.217,
        plot: "A keeper finds a light that shows the past.",
        poster: "1999/03/glasslantern.jpg",
      }),
    );
  });

  test("of a series has the year of its first episode and the length of its last", async () => {
    const [record] = await originAt().records(searchFor("lantern street"));
    expect(record).toEqual({
      id: SERIES,
      is_adult: 0,
      type: "series",
      title: "Lantern Street",
      original_title: "硝子の灯",
      year: "2003",
      countries: "Japan",
      genres: "Animation, Sci-Fi & Fantasy",
      runtime: "24",
      rating: 7.4,
      plot: "A street, its lanterns and those who light them.",
      poster: "2003/09/lanternstreet.jpg",
    });
  });

  test("with gaps has the contract's unknown in them", async () => {
    const [record] = await originAt().records(searchFor("lantern nights"));
    expect(record).toMatchObject({ year: "", countries: "", genres: "", runtime: "0", rating: 0, plot: "" });
    expect(record?.poster).toBeNull();
  });

  test("names countries that are no more", async () => {
    const [record] = await originAt().records(searchFor("lantern maker"));
    expect(record?.countries).toBe("Soviet Union, Czechoslovakia");
  });
});

describe("what is known of a title beside its record", () => {
  test.each([
    [FILM, "en", { votes: 26_000, plotLanguage: "en" }],
    [SERIES, "fr", { votes: 310, plotLanguage: "en" }],
    [4, "fr", { plotLanguage: "fi" }],
    [6, "fr", { plotLanguage: "en" }],
  ])("%i in %s: how many rated it, and the language of its plot", async (id, lang, expected) => {
    const { about } = await originAt().title({ id, lang });
    expect(about).toEqual(expected);
  });

  test("of a film whose number is of another type: not how many rated it", async () => {
    const { about } = await originAt("wrong-types").title({ id: FILM, lang: "en" });
    expect(about?.votes).toBeUndefined();
  });
});

describe("the list", () => {
  test("has films and series in TMDB's order, without people, each under an id of its own", async () => {
    const records = await originAt().records(searchFor("lantern"));
    expect(records.map(({ id }) => id)).toEqual([FILM, SERIES, 4, 6, 9]);
  });

  test("has titles for adults only where they are asked for", async () => {
    const records = await originAt().records(searchFor("lantern", { includeAdult: true }));
    expect(records.filter(({ is_adult }) => is_adult === 1).map(({ id }) => id)).toEqual([10]);
  });

  test.each([
    ["", ["search/multi?query=lantern&include_adult=false&language=en&page=1"]],
    ["movie", ["search/movie?query=lantern&include_adult=false&language=en&page=1"]],
    ["series", ["search/tv?query=lantern&include_adult=false&language=en&page=1"]],
    ["1990-1999", ["search/multi?query=lantern&include_adult=false&language=en&page=1"]],
    ["1999~", ["search/multi?query=lantern&include_adult=false&language=en&page=1"]],
    [
      "movie,1999",
      ["search/movie?query=lantern&primary_release_year=1999&include_adult=false&language=en&page=1"],
    ],
    [
      "1999",
      [
        "search/movie?query=lantern&primary_release_year=1999&include_adult=false&language=en&page=1",
        "search/tv?query=lantern&first_air_date_year=1999&include_adult=false&language=en&page=1",
      ],
    ],
  ])("for the filter %j is asked for with what TMDB knows of it", async (f, expected) => {
    const origin = originAt();
    await origin.search(searchFor("lantern", { f }));
    expect(origin.asked.filter((path) => path.startsWith("search/"))).toEqual(expected);
  });

  test.each([
    ["1999", [FILM]],
    ["2003", [SERIES]],
    ["series", [SERIES, 9]],
    ["movie,1970-1980", [6]],
    ["2000-", [SERIES]],
    ["1998~", [FILM]],
  ])("is strictly within the filter %s", async (f, ids) => {
    const records = await originAt().records(searchFor("lantern", { f }));
    expect(records.map(({ id }) => id)).toEqual(ids);
  });

  test("takes films and series of a year in turns", async () => {
    const records = await originAt().records(searchFor("harbour", { f: "1991" }));
    expect(records.map(({ type }) => type).slice(0, 6)).toEqual([
      "movie",
      "series",
      "movie",
      "series",
      "movie",
      "series",
    ]);
  });

  test("is empty without a request where nothing could match, and past TMDB's last page", async () => {
    const origin = originAt();
    expect(await origin.search(searchFor("!!!"))).toMatchObject({ json: "[]" });
    const past = await origin.search(searchFor("harbour", { paging: { page: 501, limit: 20 } }));
    expect(past).toMatchObject({ json: "[]", isEmpty: true, more: false });
    expect(origin.asked).toEqual([]);
  });
});

describe("a page", () => {
  test.each([1, 7, 20, 30, 100])(
    "of %i: the pages are the whole list, nothing twice, nothing left out",
    async (limit) => {
      const whole: number[] = [];
      for (let page = 1, more = true; more; page++) {
        const found = await originAt().search(searchFor("harbour", { paging: { page, limit } }));
        whole.push(...(JSON.parse(found.json) as { id: number }[]).map(({ id }) => id));
        more = found.more === true;
      }
      expect(whole).toEqual(
        Array.from({ length: 90 }, (_, index) => (1_000 + index) * 2 + (index % 3 === 0 ? 1 : 0)),
      );
    },
  );

  test.each([2, 5])("of %i of two lists: the same", async (limit) => {
    const whole: number[] = [];
    for (let page = 1, more = true; more; page++) {
      const found = await originAt().search(searchFor("harbour", { f: "1993", paging: { page, limit } }));
      whole.push(...(JSON.parse(found.json) as { id: number }[]).map(({ id }) => id));
      more = found.more === true;
    }
    expect(whole).toHaveLength(9);
    expect(new Set(whole).size).toBe(9);
  });
});

describe("in another language", () => {
  test("title, plot, genres and countries are in it", async () => {
    const [record] = await originAt().records(searchFor("glass lantern", { lang: "fr" }));
    expect(record).toMatchObject({
      title: "La Lanterne de verre",
      plot: "Une lumière montre le passé.",
      genres: "Drame, Science-Fiction",
      countries: "États-Unis, Australie",
    });
  });

  test.each([
    [
      "a title and a plot that are missing come in English",
      "lantern street",
      "fr",
      "Lantern Street",
      "A street, its",
    ],
    [
      "a title that equals the original stays, and only the plot comes in English",
      "glass",
      "de",
      "The Glass",
      "A keeper",
    ],
    [
      "what is not in English either comes as the original",
      "ariel",
      "fr",
      "Ariel's Lantern",
      "Kaivos suljetaan.",
    ],
    ["a language that TMDB cannot know is English", "street", "gsw", "Lantern Street", "A street, its"],
  ])("%s", async (_, text, lang, title, plot) => {
    const [record] = await originAt().records(searchFor(text, { lang }));
    expect(record?.title).toMatch(new RegExp(`^${title}`));
    expect(record?.plot).toMatch(new RegExp(`^${plot}`));
  });

  test("English is asked for only where something is missing, once", async () => {
    const complete = originAt();
    await complete.search(searchFor("glass lantern", { lang: "fr" }));
    expect(complete.asked.filter((path) => path.includes("language=en"))).toEqual([]);
    const lacking = originAt();
    await lacking.search(searchFor("lantern", { lang: "fr" }));
    expect(lacking.asked.filter((path) => path.includes("language=en"))).toEqual([
      "search/multi?query=lantern&include_adult=false&language=en&page=1",
    ]);
  });

  test("genres without a name there have their English one", async () => {
    const [record] = await originAt().records(searchFor("glass lantern", { lang: "de" }));
    expect(record?.genres).toBe("Drama, Science Fiction");
  });
});

describe("requests to TMDB", () => {
  const isTitle = (path: string) => /^(movie|tv)\//.test(path);

  test.each([
    ["en", {}],
    ["fr", {}],
    ["fr", { f: "1993" }],
    ["fr", { paging: { page: 1, limit: 100 } }],
  ])(
    "of a cold search are at most 12, 8 of them for titles, 4 of these at a time (%s, %j)",
    async (lang, changes) => {
      const origin = originAt();
      await origin.search(searchFor("harbour", { lang, ...changes }));
      expect(origin.asked.length).toBeLessThanOrEqual(12);
      expect(origin.asked.filter(isTitle).length).toBeLessThanOrEqual(8);
      // Of the 50 that the free plan has, five are for the answer itself.
      expect(origin.subrequests()).toBeLessThanOrEqual(45);
    },
  );

  test("for titles are four at a time", async () => {
    const origin = originAt();
    await origin.search(searchFor("harbour"));
    expect(origin.asked.filter(isTitle)).toHaveLength(7);
    expect(origin.mostAtOnce()).toBe(4);
  });

  test("of a search whose titles are known are one", async () => {
    const origin = originAt();
    await origin.search(searchFor("lantern"));
    origin.asked.length = 0;
    const again = await origin.search(searchFor("lantern m"));
    expect(origin.asked).toEqual(["search/multi?query=lantern+m&include_adult=false&language=en&page=1"]);
    expect(again.isPartial).toBe(false);
  });

  test("complete a long list over several searches, and the answer says until when", async () => {
    const origin = originAt();
    const partial: (boolean | undefined)[] = [];
    for (let count = 0; count < 3; count++)
      partial.push((await origin.search(searchFor("harbour"))).isPartial);
    expect(partial).toEqual([true, true, false]);
    const records = await origin.records(searchFor("harbour"));
    expect(records.map(({ runtime }) => runtime)).not.toContain("0");
  });

  test("a record that is not known yet has all that the list says", async () => {
    const records = await originAt().records(searchFor("harbour"));
    expect(records[18]).toEqual({
      id: 2_037,
      is_adult: 0,
      type: "series",
      title: "Harbour 19",
      original_title: "Harbour 19",
      year: "1998",
      countries: "United Kingdom",
      genres: "Drama",
      runtime: "0",
      rating: 6.5,
      plot: "Boats come and go, part 19.",
      poster: "1998/06/harbour18.jpg",
    });
  });
});
