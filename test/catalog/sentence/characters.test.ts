/** Tests queries that name roles. */
import { beforeAll, describe, expect, test } from "vitest";
import { meterDatabase } from "../../bench/search/metered.ts";
import { database, fillCatalog, type GivenTitle, list, partsIn } from "../kit.ts";

const TITLES: readonly GivenTitle[] = [
  { title: "Amber Night", year: "1990", votes: 10 },
  { title: "Bone Cellar", year: "1985", votes: 900 },
  { title: "Crypt", year: "1982", votes: 500 },
  { title: "Mirco", year: "1970", votes: 1 },
  { title: "Dune Riders", year: "1991", votes: 700 },
  { title: "Ember", year: "1986", votes: 300 },
  { title: "Fallow", year: "1987", votes: 20 },
];
const ann = { id: 1, name: "Ann Aldersey", profile_path: null };
const bo = { id: 2, name: "Bo Brankovic", profile_path: null };
const CREDITS: readonly (readonly [number, object])[] = [
  [
    1,
    {
      cast: [
        { ...ann, character: "Mirko the Wise / Nurse" },
        { ...bo, character: "Waldo Quickfoot (voice)" },
      ],
    },
  ],
  [
    2,
    {
      cast: [
        { ...bo, character: "Mirko" },
        { ...ann, character: "Police Officer" },
      ],
    },
  ],
  [
    3,
    {
      cast: [
        ...Array.from({ length: 15 }, () => ({ ...bo, character: "" })),
        { ...ann, character: "Zorbax" },
      ],
    },
  ],
  [4, { cast: [{ id: 3, name: "Cid Aldersey", profile_path: null, character: "Ann" }] }],
  [5, { cast: [{ ...bo, character: "Doctor Orla Vantress (voice)" }] }],
  [6, { cast: [{ ...bo, character: "Orla Vantress" }] }],
  [7, { cast: [{ ...ann, character: "The Quillon" }] }],
];

beforeAll(() =>
  fillCatalog(
    TITLES,
    CREDITS.map(([id, groups]) => [id, JSON.stringify({ id, ...groups })]),
  ),
);

async function find(text: string) {
  const results = await list(text);
  const people = results.notes.list?.understood?.people ?? [];
  return {
    titles: results.records.map(({ title }) => title),
    characters: partsIn(results, "character"),
    people: people.map(({ name }) => name),
  };
}

describe("query with the name of a role", () => {
  test.each([
    ["mirko", "Bone Cellar; Amber Night"],
    ["who played mirko", "Bone Cellar; Amber Night"],
    ["waldo quickfoot", "Amber Night"],
    ["ann aldersey mirko", "Bone Cellar; Amber Night"],
    ["doc vantress", "Dune Riders; Ember"],
    ["prof vantress", "Dune Riders; Ember"],
    ["capt orla vantress", "Dune Riders; Ember"],
    ["dr quickfoot", "Amber Night"],
  ])("finds the titles with the role, most votes first: %s", async (text, titles) => {
    const found = await find(text);
    expect(found.titles).toEqual(titles.split("; "));
    expect(found.characters).toHaveLength(1);
  });

  test("lists the actors if it asks for them", async () => {
    expect((await find("who played mirko")).people).toEqual(["Bo Brankovic", "Ann Aldersey"]);
    expect((await find("mirko")).people).toEqual([]);
    expect((await find("who played dr vantress")).people).toEqual(["Bo Brankovic"]);
  });

  test.each([
    "ann aldersey",
    "quickfoot waldo",
    "police officer",
    "nurse",
    "zorbax",
    "mirk",
    "voice",
    "doc quillon",
  ])("finds no role for %s", async (text) => {
    expect((await find(text)).characters).toEqual([]);
  });

  test("makes at most two further round trips although each name may be an actor", async () => {
    const { database: watched, meter } = meterDatabase(database);
    await list("aldersey brankovic quickfoot lighthouse", {}, watched);
    const { roundTrips } = meter;
    meter.reset();
    await list("mirko quickfoot lighthouse", {}, watched);
    expect(roundTrips).toBeLessThanOrEqual(meter.roundTrips + 2);
  });
});
