import { describe, expect, test, vi } from "vitest";
import { mergePeople } from "../../site/components/credits/groups.ts";
import {
  groupByDecade,
  listBestKnown,
  readFilmography,
  sortWorks,
} from "../../site/components/person/filmography.ts";
import type { CrewGroup } from "../../worker/contract/credits.ts";

const person = (id: number, name: string) => ({ id, name, profile_path: null });

describe("mergePeople()", () => {
  test("merges jobs into a person's first entry", () => {
    const merged = mergePeople([
      { ...person(1, "A"), job: "Writer" },
      { ...person(2, "B"), job: "Writer" },
      { ...person(1, "A"), job: "Story" },
    ]);
    expect(merged.map(({ name, parts }) => [name, parts])).toEqual([
      ["A", ["Writer", "Story"]],
      ["B", ["Writer"]],
    ]);
  });

  test("lists a repeated job once and omits empty roles", () => {
    expect(
      mergePeople([
        { ...person(1, "A"), job: "Producer" },
        { ...person(1, "A"), job: "Producer" },
      ])[0]?.parts,
    ).toEqual(["Producer"]);
    expect(mergePeople([{ ...person(1, "A"), character: "" }])[0]?.parts).toEqual([]);
  });

  test("runs in linear time in the number of jobs", () => {
    const includes = vi.spyOn(Array.prototype, "includes");
    const [merged] = mergePeople(
      Array.from({ length: 2_000 }, (_, at) => ({ ...person(1, "A"), job: `${at}` })),
    );
    const searched = includes.mock.contexts.length;
    includes.mockRestore();
    expect(searched).toBe(0);
    expect(merged?.parts).toHaveLength(2_000);
  });

  test("does not merge namesakes", () => {
    const merged = mergePeople([
      { ...person(1, "Steve McQueen"), character: "Bullitt" },
      { ...person(2, "Steve McQueen"), character: "Guest" },
    ]);
    expect(merged).toHaveLength(2);
  });

  test("omits entries without a name", () => {
    const merged = mergePeople([
      { ...person(1, ""), character: "Guest" },
      { ...person(2, "B"), character: "Host" },
    ]);
    expect(merged.map(({ name }) => name)).toEqual(["B"]);
  });
});

const title = (id: number, year = "2000") => ({
  id,
  type: "movie",
  title: `T${id}`,
  original_title: "",
  year,
  poster: null,
});
const acted = (id: number, character = "", year?: string) => ({
  title: title(id, year),
  group: "cast" as const,
  character,
});
const worked = (id: number, group: CrewGroup, job: string) => ({ title: title(id), group, job });
const creditsOn = (...ids: number[]) =>
  ids.map((id) => ({ id, type: "movie", title: `T${id}`, year: "2000" }));

describe("readFilmography()", () => {
  const groups = (person: Parameters<typeof readFilmography>[0]) =>
    readFilmography(person).trades.map(({ group }) => group);

  test("begins with the occupation that has the best-known titles", () => {
    const credits = [acted(1), acted(2), acted(3), worked(4, "sound", "Original Music Composer")];
    expect(groups({ known_for: creditsOn(4), credits })).toEqual(["sound", "cast"]);
  });

  test("prefers directing among equally well-known occupations", () => {
    const credits = (["production", "writer", "director"] as const).flatMap((group) => [
      worked(1, group, "X"),
    ]);
    expect(groups({ known_for: creditsOn(1), credits: [worked(2, "production", "X"), ...credits] })).toEqual([
      "director",
      "writer",
      "production",
    ]);
  });

  test("falls back to the most frequent occupation", () => {
    expect(
      groups({ known_for: [], credits: [acted(1), worked(2, "art", "X"), worked(3, "art", "X")] }),
    ).toEqual(["art", "cast"]);
  });

  test("lists each title once with all roles and jobs", () => {
    const { trades, works } = readFilmography({
      known_for: creditsOn(1),
      credits: [
        worked(1, "production", "Producer"),
        acted(1, "Finch"),
        acted(1, ""),
        worked(1, "director", "Script Supervisor"),
        worked(1, "director", "Director"),
        worked(2, "production", "Producer"),
      ],
    });
    expect(trades).toEqual([
      { group: "director", count: 1 },
      { group: "cast", count: 1 },
      { group: "production", count: 2 },
    ]);
    expect(works).toMatchObject([
      {
        title: { id: 1 },
        groups: ["director", "cast", "production"],
        roles: ["Finch"],
        jobs: ["Director", "Script Supervisor", "Producer"],
      },
      { title: { id: 2 }, groups: ["production"] },
    ]);
  });
});

const listIds = (works: readonly { readonly title: { readonly id: number } }[]) =>
  works.map(({ title: { id } }) => id);

describe("listBestKnown()", () => {
  const credits = [
    acted(1, "Ash"),
    acted(2, "Self"),
    worked(3, "sound", "Songs"),
    acted(4, "Kim"),
    acted(5, "Lee"),
  ];
  const person = { known_for: creditsOn(4), credits };
  const list = (bestKnown?: number[]) =>
    listIds(listBestKnown(readFilmography(person), person, bestKnown && { bestKnown }));

  test("lists the source's best-known titles first", () => {
    expect(list([1, 5, 4])).toEqual([4, 1, 5]);
  });

  test("omits other occupations and appearances as oneself", () => {
    expect(list([2, 3, 1])).toEqual([4, 1]);
  });

  test("returns at least the titles named by the source", () => {
    expect(list()).toEqual([4]);
  });
});

describe("sortWorks()", () => {
  const { works } = readFilmography({
    known_for: [],
    credits: [acted(1, "", "2010"), acted(2, "", "2001"), acted(3, "", "")],
  });

  test("puts works without a year last in both directions", () => {
    expect(listIds(sortWorks(works, "new"))).toEqual([1, 2, 3]);
    expect(listIds(sortWorks(works, "old"))).toEqual([2, 1, 3]);
  });

  test("sorts by popularity", () => {
    expect(listIds(sortWorks(works, "known", { bestKnown: [3, 2] }))).toEqual([3, 2, 1]);
  });
});

describe("groupByDecade()", () => {
  const group = (...years: string[]) =>
    groupByDecade(
      readFilmography({ known_for: [], credits: years.map((year, id) => acted(id + 1, "", year)) }).works,
    );

  test("groups works by decade and keeps their order", () => {
    const decades = group("2011", "2010", "1999", "");
    expect(decades.map(({ start, works }) => [start, works.length])).toEqual([
      [2010, 2],
      [1990, 1],
      [null, 1],
    ]);
  });

  test("expands decades up to a total of 40 works", () => {
    const decades = group(...Array(38).fill("2015"), "2005", "2004", "1999", "1980");
    expect(decades.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false]);
  });

  test("expands the first decade regardless of its size", () => {
    expect(group(...Array(60).fill("2015"), "2005").map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });
});
