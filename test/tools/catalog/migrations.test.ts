/** A migration keeps the catalog that is there, and the version before can go on reading it. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";

test("migrations only add", () => {
  const [, ...further] = readMigrations();
  for (const { name, statements } of further) {
    for (const statement of statements) {
      expect(statement, name).toMatch(/^(?:CREATE |INSERT INTO |ALTER TABLE \w+ ADD )/);
    }
  }
});

test("what searches read of a title is there for the titles that are there, and they stay as they were", () => {
  const [first, ...further] = readMigrations();
  const database = new DatabaseSync(":memory:");
  for (const statement of first?.statements ?? []) database.exec(statement);
  database.exec(
    `INSERT INTO catalog_title (rank, id, year, type, is_adult, forms, record)
     VALUES (1, 7, 1931, 'movie', 0, 'm', '{"title":"M"}')`,
  );
  const title = database.prepare("SELECT * FROM catalog_title").get();
  for (const { statements } of further) for (const statement of statements) database.exec(statement);

  expect(database.prepare("SELECT * FROM catalog_title").get()).toMatchObject(title ?? {});
  expect(database.prepare("SELECT * FROM catalog_candidate").all()).toEqual([
    { rank: 1, year: 1931, type: "movie", is_adult: 0, forms: "m" },
  ]);
});
