/** Tests which titles a load finds for "More like this". */
import { describe, expect, test } from "vitest";
import { findMakers, Likeness } from "../../../tools/catalog/load/likeness.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { credits, UNKNOWN_RECORD } from "../../contract/records.ts";

interface Film extends Partial<Omit<TitleRecord, "id">> {
  readonly title: string;
  readonly director?: number;
  readonly cast?: readonly number[];
  readonly votes?: number;
  readonly words?: readonly string[];
  readonly collection?: string;
}

const person = (id: number) => ({ id, name: `Person ${id}`, profile_path: null });

/** Returns the titles like the first one. Films are given by popularity, and their ids start at 1. */
function listLike(films: readonly Film[]): string[] {
  const likeness = new Likeness();
  for (const [
    at,
    { director, cast = [], votes = 1_000, words = [], collection, ...film },
  ] of films.entries()) {
    const group = {
      id: at + 1,
      director: director === undefined ? [] : [{ ...person(director), job: "Director" }],
      cast: cast.map((id) => ({ ...person(id), character: "" })),
    };
    likeness.addMakers(findMakers(credits(group)));
    const record = { ...UNKNOWN_RECORD, year: "1999", genres: "Drama", type: "movie", ...film, id: at + 1 };
    const facts = { votes, ...(collection !== undefined && { collection: { name: collection } }) };
    likeness.add({ record, facts }, { credits: at, words: record.is_adult === 1 ? null : words });
  }
  likeness.group();
  const [, similar] = likeness.listOf(0);
  return similar.split(" ").flatMap((packed) => films[Number.parseInt(packed, 10) - 1]?.title ?? []);
}

/** Films that have little in common with others, so that genres, makers and words are rare. */
const OTHERS = Array.from(
  { length: 60 },
  (_, at): Film => ({ title: `Other ${at}`, genres: "Comedy", year: "1950" }),
);

describe("Likeness", () => {
  test.each<[string, Film, Film]>([
    [
      "a film of the same series",
      { title: "Velvet Harbinger" },
      { title: "Velvet Harbinger II: Home", cast: [1] },
    ],
    [
      "a film of the same collection",
      { title: "One", collection: "All" },
      { title: "Two", collection: "All" },
    ],
    ["a film by the same director", { title: "One" }, { title: "Two", director: 2 }],
    [
      "a film with the same rare words",
      { title: "One", words: ["vampir"] },
      { title: "Two", words: ["vampir"] },
    ],
    [
      "a film with the same rare genre",
      { title: "One", genres: "Drama, Romance, Western" },
      { title: "Two", genres: "Drama, Romance, Western" },
    ],
    ["a film of the same time", { title: "One", year: "1991" }, { title: "Two", year: "1991" }],
    ["a film with more votes", { title: "One", votes: 90_000 }, { title: "Two", votes: 90_000 }],
  ])("lists %s first", (_, own, other) => {
    const dramas = Array.from(
      { length: 10 },
      (_, at): Film => ({
        title: `Drama ${at}`,
        genres: "Drama, Romance",
      }),
    );
    const list = listLike([
      { cast: [1], director: 2, genres: "Drama, Romance", ...own },
      ...OTHERS,
      ...dramas,
      { genres: "Drama, Romance", ...other },
    ]);
    expect(list[0]).toBe(other.title);
    expect(list).toContain("Drama 0");
  });

  test("does not take films with the same first word for a series if they share nobody", () => {
    const films = [{ title: "Velvet Harbinger" }, { title: "Velvet Road", genres: "Comedy", year: "1950" }];
    expect(listLike([...films, ...OTHERS])).not.toContain("Velvet Road");
  });

  test("lists at most three films of a director among the first six, if others are as similar", () => {
    const films = (count: number, film: Omit<Film, "title">) =>
      Array.from(
        { length: count },
        (_, at): Film => ({ title: `${film.director ?? "Drama"} ${at}`, ...film }),
      );
    const own: Film = { title: "Own", director: 1 };
    const list = listLike([own, ...OTHERS, ...films(5, { director: 1 }), ...films(4, {})]);
    expect(list.slice(0, 8)).toEqual(["1 0", "1 1", "1 2", "Drama 0", "Drama 1", "Drama 2", "1 3", "1 4"]);
    const dissimilar = films(4, { countries: "Japan", year: "1970", votes: 0 });
    const japanese: Film = { ...own, countries: "Japan" };
    const byDirector = films(5, { director: 1, countries: "Japan" });
    const onlyOfDirector = listLike([japanese, ...OTHERS, ...byDirector, ...dissimilar]);
    expect(onlyOfDirector.slice(0, 6)).toEqual(["1 0", "1 1", "1 2", "1 3", "1 4", "Drama 0"]);
  });

  test("never lists adult titles or the title itself", () => {
    expect(listLike([{ title: "Own" }, { title: "Adult", is_adult: 1 }, { title: "Other" }])).toEqual([
      "Other",
    ]);
  });

  test("omits titles that share neither a genre nor a leading maker", () => {
    const other: Film = { title: "Other", genres: "Comedy", countries: "Japan", words: ["vampir"] };
    const own: Film = { title: "Own", countries: "Japan", words: ["vampir"] };
    expect(listLike([own, ...OTHERS, other])).toEqual([]);
  });

  test("does not list a better-known film than a little-known one first if it is less similar", () => {
    const known: Film = { title: "Known", votes: 90_000 };
    const similar: Film = { title: "Similar", votes: 200, director: 1 };
    const own = { title: "Own", director: 1 };
    expect(listLike([{ ...own, votes: 300 }, ...OTHERS, known, similar])).toEqual(["Similar", "Known"]);
    const ofOther = { ...similar, director: 2, year: "1998" };
    expect(listLike([{ ...own, votes: 90_000 }, ...OTHERS, ofOther, known])).toEqual(["Known", "Similar"]);
    expect(listLike([{ ...own, votes: 150 }, ...OTHERS, { ...known, year: "1996" }, ofOther])).toEqual([
      "Similar",
      "Known",
    ]);
  });

  test("lists a film of the same decade before a better-known one of another if few are as old", () => {
    const others = (year: string) => OTHERS.map((other): Film => ({ ...other, year }));
    const films: Film[] = [
      { title: "Own", year: "1943" },
      { title: "Known", year: "1965", countries: "Italy", votes: 9_000 },
      { title: "Same time", year: "1941", votes: 90 },
    ];
    const italian = films.map((film) => ({ countries: "Italy", ...film }));
    expect(listLike([...italian, ...others("1999")])[0]).toBe("Same time");
    expect(listLike([...italian, ...others("1949")])[0]).toBe("Known");
  });

  test("omits titles that share only a genre", () => {
    expect(listLike([{ title: "Own" }, { title: "Other", year: "1950" }])).toEqual([]);
  });
});
