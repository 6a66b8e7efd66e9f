import { describe, expect, test, vi } from "vitest";
import { mergePeople } from "../../site/components/credits/groups.ts";
import { tradesOf } from "../../site/components/person/filmography.ts";
import type { CrewGroup } from "../../worker/contract/credits.ts";

const person = (id: number, name: string) => ({ id, name, profile_path: null });

describe("mergePeople()", () => {
  test("joins a person's jobs at the first of them", () => {
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

  test("shows a repeated job once and omits empty roles", () => {
    expect(
      mergePeople([
        { ...person(1, "A"), job: "Producer" },
        { ...person(1, "A"), job: "Producer" },
      ])[0]?.parts,
    ).toEqual(["Producer"]);
    expect(mergePeople([{ ...person(1, "A"), character: "" }])[0]?.parts).toEqual([]);
  });

  test("takes linear time in the number of jobs", () => {
    const includes = vi.spyOn(Array.prototype, "includes");
    const [merged] = mergePeople(
      Array.from({ length: 2_000 }, (_, at) => ({ ...person(1, "A"), job: `${at}` })),
    );
    const searched = includes.mock.contexts.length;
    includes.mockRestore();
    expect(searched).toBe(0);
    expect(merged?.parts).toHaveLength(2_000);
  });

  test("keeps namesakes apart", () => {
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

describe("the order of a filmography", () => {
  const title = (id: number) => ({
    id,
    type: "movie",
    title: `T${id}`,
    original_title: "",
    year: "2000",
    poster: null,
  });
  const acted = (id: number, character = "") => ({ title: title(id), group: "cast" as const, character });
  const worked = (id: number, group: CrewGroup, job: string) => ({ title: title(id), group, job });
  const known = (...ids: number[]) => ids.map((id) => ({ id, type: "movie", title: `T${id}`, year: "2000" }));
  const groups = (person: Parameters<typeof tradesOf>[0]) => tradesOf(person).map(({ group }) => group);

  test("starts with the occupation of the best-known titles", () => {
    const credits = [acted(1), acted(2), acted(3), worked(4, "sound", "Original Music Composer")];
    expect(groups({ known_for: known(4), credits })).toEqual(["sound", "cast"]);
  });

  test("prefers directing among equally well-known occupations", () => {
    const credits = (["production", "writer", "director"] as const).flatMap((group) => [
      worked(1, group, "X"),
    ]);
    expect(groups({ known_for: known(1), credits: [worked(2, "production", "X"), ...credits] })).toEqual([
      "director",
      "writer",
      "production",
    ]);
  });

  test("starts with the most frequent occupation if nothing is well known", () => {
    expect(
      groups({ known_for: [], credits: [acted(1), worked(2, "art", "X"), worked(3, "art", "X")] }),
    ).toEqual(["art", "cast"]);
  });

  test("lists each title once under its most important occupation", () => {
    const trades = tradesOf({
      known_for: known(1),
      credits: [
        worked(1, "production", "Producer"),
        acted(1, "Finch"),
        acted(1, ""),
        worked(1, "director", "Script Supervisor"),
        worked(1, "director", "Director"),
        worked(2, "production", "Producer"),
      ],
    });
    expect(trades.map(({ group, count, works }) => [group, count, works.length])).toEqual([
      ["director", 1, 1],
      ["cast", 1, 0],
      ["production", 2, 1],
    ]);
    expect(trades[0]?.works[0]).toMatchObject({
      groups: ["director", "cast", "production"],
      roles: ["Finch"],
      jobs: ["Director", "Script Supervisor", "Producer"],
    });
  });
});
