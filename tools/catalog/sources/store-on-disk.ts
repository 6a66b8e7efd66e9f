/** Sorts the credits and people of a large catalog in a temporary SQLite database. */
import { DatabaseSync } from "node:sqlite";
import type { CreditsRow, GatheredPerson, PeopleStore } from "../load/people.ts";
import { groupRuns } from "../load/runs.ts";

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA temp_store = FILE;
  CREATE TABLE credits (person INTEGER, title INTEGER, fame REAL, credits TEXT, name TEXT, profile TEXT);
  CREATE TABLE person (id INTEGER, fame REAL, name TEXT, profile TEXT, titles TEXT, credits TEXT);
`;

export function storeOnDisk(): PeopleStore {
  // An empty path creates a temporary database on disk. It is removed when the process ends.
  const database = new DatabaseSync("");
  database.exec(SCHEMA);
  database.exec("BEGIN");
  const credits = database.prepare("INSERT INTO credits VALUES (?, ?, ?, ?, ?, ?)");
  const sorted = database.prepare("SELECT * FROM credits ORDER BY person");
  const person = database.prepare("INSERT INTO person VALUES (?, ?, ?, ?, ?, ?)");
  const people = database.prepare("SELECT * FROM person ORDER BY fame DESC, id");
  // Only a person's first row contains the name, because names would otherwise take as much space as the credits.
  const named = new Set<number>();
  const pictured = new Set<number>();
  return {
    addCredits(row) {
      const name = named.has(row.person) ? "" : row.name;
      const profile = pictured.has(row.person) ? "" : row.profile;
      if (name !== "") named.add(row.person);
      if (profile !== "") pictured.add(row.person);
      credits.run(row.person, row.title, row.fame, row.credits, name, profile);
    },
    credits: () =>
      groupRuns(sorted.iterate() as Iterable<unknown> as Iterable<CreditsRow>, ({ person }) => person),
    addPerson: (row) => person.run(row.id, row.fame, row.name, row.profile, row.titles, row.credits),
    people: () => people.iterate() as Iterable<unknown> as Iterable<GatheredPerson>,
  };
}
