/**
 * Updates the credits and names of people after titles have changed. Leaves fame and ranks as they are, because only
 * a load computes them.
 */
import { isDeepStrictEqual } from "node:util";
import { addCredits, type CreditsRow, fameIn, joinTitles, type StoredPerson } from "../load/people.ts";
import type { StoredTitle } from "./stored.ts";

export function mapCredits(title: StoredTitle | null): Map<number, CreditsRow> {
  const rowsByPerson = new Map<number, CreditsRow>();
  if (title === null || title.credits === null) return rowsByPerson;
  const { rank, entry, credits } = title;
  const collect = { addCredits: (row: CreditsRow) => void rowsByPerson.set(row.person, row) };
  addCredits(collect, { title: rank, isAdult: entry.record.is_adult === 1, json: credits });
  return rowsByPerson;
}

interface ReplacedTitle {
  readonly id: number;
  /** The rank of the title before the change, or `undefined` if it is new. */
  readonly old: number | undefined;
  readonly next: CreditsRow | undefined;
}

/**
 * Returns the person with new credits on a title. Returns `person` itself if nothing changes, or `null` if the person
 * has no titles left.
 */
export function withTitle<Person extends StoredPerson | null>(
  person: Person,
  { id, old, next }: ReplacedTitle,
): (Omit<StoredPerson, "rank"> & Partial<StoredPerson>) | Person | null {
  const titles = listTitles(person).filter(({ title }) => title !== old);
  if (next !== undefined) titles.push(next);
  if (titles.length === 0) return null;
  const { kept, fame, ...joined } = joinTitles(titles);
  const named = person === null || kept[0] === next ? next : undefined;
  const changed = {
    ...person,
    id,
    // The fame is 0 if a person only has adult titles, so that a search by name does not find the person.
    fame: fame === 0 ? 0 : person?.fame || fame,
    name: named?.name || (person?.name ?? ""),
    profile: named?.profile || person?.profile || next?.profile || "",
    otherNames: person?.otherNames ?? "",
    life: person?.life ?? "",
    ...joined,
  };
  return isDeepStrictEqual(changed, { ...person }) ? person : changed;
}

function listTitles(person: StoredPerson | null): Pick<CreditsRow, "title" | "credits" | "fame">[] {
  if (person === null) return [];
  const lines = person.credits.split("\n");
  return person.titles.split(",").map((text, at) => {
    const [title, credits] = [Number(text), lines[at] ?? ""];
    return { title, credits, fame: fameIn(title, credits) };
  });
}
