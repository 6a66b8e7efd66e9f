/** The groups of the credits. The contract has one entry for each job, a page one line for each person. */
import type { CastEntry, Credits, CrewEntry, CrewGroup } from "../../../worker/contract/credits.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly profile: string | null;
  /** Roles or jobs in their order, without duplicates and empty ones. */
  readonly parts: readonly string[];
}

interface Merged extends Omit<Person, "parts"> {
  /** A set: an upstream may give one person any number of jobs. */
  readonly parts: Set<string>;
}

/** Each person once, at the place of their first entry. Entries without a name are left out. */
export function mergePeople(entries: readonly (CastEntry | CrewEntry)[]): Person[] {
  const people = new Map<number, Merged>();
  for (const entry of entries) {
    const { id, name, profile_path: profile } = entry;
    if (name === "") continue;
    const part = "job" in entry ? entry.job : entry.character;
    const person = people.get(id) ?? { id, name, profile, parts: new Set() };
    if (part !== "") person.parts.add(part);
    people.set(id, person);
  }
  return Array.from(people.values(), (person) => ({ ...person, parts: [...person.parts] }));
}

/** How many entries of a group are shown before the rest is folded. */
export const FIRST = 20;

export type Group = "cast" | CrewGroup;
/** In the order of pages, with whoever leads before the other departments. */
export const GROUPS: readonly Group[] = [
  "cast",
  "director",
  "writer",
  "production",
  "editing",
  "art",
  "visual effects",
  "sound",
];

/** Whether no group has an entry. */
export function isEmpty(credits: Credits): boolean {
  return GROUPS.every((group) => credits[group].length === 0);
}

/** How many lines the credits page has: a person once for each group. */
export function countPeople(credits: Credits): number {
  return GROUPS.reduce((total, group) => total + mergePeople(credits[group]).length, 0);
}

/** The id of a group on the page: "visual effects" has a space. */
export function anchorOf(group: Group): string {
  return group.replaceAll(" ", "-");
}
