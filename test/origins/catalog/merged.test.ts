/** A title that was merged into another one: its id leads to the record and the credits of that. */
import { beforeAll, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { database, fill } from "./filled.ts";

const CREDITS = JSON.stringify({ id: 1, cast: [{ id: 7, name: "A", profile_path: null, character: "B" }] });

beforeAll(async () => {
  await fill([{ title: "Kept" }, { title: "Another" }], [[1, CREDITS]]);
  await database.prepare("INSERT INTO catalog_merged (id, into_id) VALUES (604, 1)").run();
});

test("the old id has the record of the other title, and a purge of either includes it", async () => {
  const { can } = catalogOrigin(database);
  const [merged, kept] = await Promise.all([604, 1].map((id) => can.title({ id, lang: "en" })));
  expect(merged).toEqual(kept);
  expect(merged).toMatchObject({ json: expect.stringContaining('"title":"Kept"'), about: { titles: [1] } });
});

test("the old id has the credits of the other title", async () => {
  const { json } = await catalogOrigin(database).can.credits({ category: "credits", id: 604, lang: "en" });
  expect(json).toBe(CREDITS);
});

test("an id that was never merged leads nowhere", async () => {
  expect(await catalogOrigin(database).can.title({ id: 605, lang: "en" })).toMatchObject({ json: null });
});
