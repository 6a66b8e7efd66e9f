/** Entries of a group as people: the contract gives a person one entry a job, a page one line. */
import {
  type CastEntry,
  CREW_GROUPS,
  type Credits,
  type CrewEntry,
} from "../../../worker/contract/credits.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly profile: string | null;
  /** Roles or jobs in the order given, none twice and none empty. */
  readonly parts: readonly string[];
}

/** Each person once, where they come first; who has no name is nobody to read about. */
export function mergePeople(entries: readonly (CastEntry | CrewEntry)[]): Person[] {
  const people = new Map<number, { id: number; name: string; profile: string | null; parts: string[] }>();
  for (const entry of entries) {
    const { id, name, profile_path: profile } = entry;
    if (name === "") continue;
    const part = "job" in entry ? entry.job : entry.character;
    const person = people.get(id) ?? { id, name, profile, parts: [] };
    if (part !== "" && !person.parts.includes(part)) person.parts.push(part);
    people.set(id, person);
  }
  return [...people.values()];
}

export const GROUPS = ["cast", ...CREW_GROUPS] as const;
type Group = (typeof GROUPS)[number];

/** Nobody at all is credited. */
export function isEmpty(credits: Credits): boolean {
  return GROUPS.every((group) => credits[group].length === 0);
}

/** The id a group has on the page: one of them has a space in its name. */
export function anchorOf(group: Group): string {
  return group.replaceAll(" ", "-");
}
