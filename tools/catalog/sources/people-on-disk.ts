/** Sorts the credits of a large catalog in a temporary SQLite database. */
import { DatabaseSync } from "node:sqlite";
import type { CreditRow, GatheredPerson, PeopleStore } from "../load/people.ts";

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA temp_store = FILE;
  CREATE TABLE credit (person INTEGER, title INTEGER, part INTEGER, place INTEGER, role TEXT, name TEXT, profile TEXT);
  CREATE TABLE person (id INTEGER, fame REAL, name TEXT, profile TEXT, knownFor TEXT, filmography TEXT);
`;

export function peopleOnDisk(): PeopleStore {
  // SQLite's name for a temporary database on disk, which is removed with the process.
  const database = new DatabaseSync("");
  database.exec(SCHEMA);
  database.exec("BEGIN");
  const credit = database.prepare("INSERT INTO credit VALUES (?, ?, ?, ?, ?, ?, ?)");
  const person = database.prepare("INSERT INTO person VALUES (?, ?, ?, ?, ?, ?)");
  const credits = database.prepare("SELECT * FROM credit ORDER BY person, title, part, place");
  const people = database.prepare("SELECT * FROM person ORDER BY fame DESC, id");
  return {
    addCredit: (row) =>
      credit.run(row.person, row.title, row.part, row.place, row.role, row.name, row.profile),
    credits: () => credits.iterate() as Iterable<unknown> as Iterable<CreditRow>,
    addPerson: (row) => person.run(row.id, row.fame, row.name, row.profile, row.knownFor, row.filmography),
    people: () => people.iterate() as Iterable<unknown> as Iterable<GatheredPerson>,
  };
}
