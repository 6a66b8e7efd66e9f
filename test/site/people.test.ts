import { expect, test, vi } from "vitest";
import { mergePeople } from "../../site/components/credits/groups.ts";

const person = (id: number, name: string) => ({ id, name, profile_path: null });

test("a person's several jobs become one line, at the first of them", () => {
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

test("a job told twice is said once, and an empty role not at all", () => {
  expect(
    mergePeople([
      { ...person(1, "A"), job: "Producer" },
      { ...person(1, "A"), job: "Producer" },
    ])[0]?.parts,
  ).toEqual(["Producer"]);
  expect(mergePeople([{ ...person(1, "A"), character: "" }])[0]?.parts).toEqual([]);
});

test("no job is compared with all those before it, however many jobs a person has", () => {
  const includes = vi.spyOn(Array.prototype, "includes");
  const [merged] = mergePeople(
    Array.from({ length: 2_000 }, (_, at) => ({ ...person(1, "A"), job: `${at}` })),
  );
  const searched = includes.mock.contexts.length;
  includes.mockRestore();
  expect(searched).toBe(0);
  expect(merged?.parts).toHaveLength(2_000);
});

test("two people of one name stay two", () => {
  const merged = mergePeople([
    { ...person(1, "Steve McQueen"), character: "Bullitt" },
    { ...person(2, "Steve McQueen"), character: "Guest" },
  ]);
  expect(merged).toHaveLength(2);
});

test("an entry without a name is left out", () => {
  const merged = mergePeople([
    { ...person(1, ""), character: "Guest" },
    { ...person(2, "B"), character: "Host" },
  ]);
  expect(merged.map(({ name }) => name)).toEqual(["B"]);
});
