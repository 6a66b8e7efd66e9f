/**
 * Ids of people. `people.json` contains every name once, ordered by id, so that ids never change; a name with "(II)" is
 * another person of the same name.
 *
 *     npm run catalog -- people     assigns ids to new names
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StarterTitle } from "./title.ts";

const FILE = join(import.meta.dirname, "people.json");

/** Ids by name, as in the title files. */
export function readPeople(): Map<string, number> {
  const names: string[] = JSON.parse(readFileSync(FILE, "utf8"));
  return new Map(names.map((name, at) => [name, at + 1]));
}

/** Appends new names, and returns their number; existing names keep their place. */
export function numberPeople(titles: readonly StarterTitle[]): number {
  const people = readPeople();
  const known = people.size;
  for (const name of titles.flatMap(namesOf)) if (!people.has(name)) people.set(name, people.size + 1);
  writeFileSync(FILE, `${JSON.stringify([...people.keys()], null, 2)}\n`);
  return people.size - known;
}

function namesOf({ cast, crew }: StarterTitle): string[] {
  return [...cast, ...Object.values(crew).flat()].map(([name]) => name);
}
