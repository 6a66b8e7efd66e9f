/** A person's credits by group, each title once with all roles or jobs. */
import type { PersonCredit, TitleCard } from "../../../worker/contract/people.ts";
import { GROUPS, type Group } from "../credits/groups.ts";

export interface Work {
  readonly title: TitleCard;
  /** Roles or jobs in their order, without duplicates and empty ones. */
  readonly parts: readonly string[];
}

export interface FilmographyGroup {
  readonly group: Group;
  /** In the order of the credits. */
  readonly works: readonly Work[];
}

/** The group with the most titles first. */
export function groupsOf(credits: readonly PersonCredit[]): readonly FilmographyGroup[] {
  return GROUPS.map((group) => ({
    group,
    works: worksOf(credits.filter((credit) => credit.group === group)),
  }))
    .filter(({ works }) => works.length > 0)
    .toSorted((one, other) => other.works.length - one.works.length);
}

function worksOf(credits: readonly PersonCredit[]): Work[] {
  const works = new Map<number, { readonly title: TitleCard; readonly parts: Set<string> }>();
  for (const credit of credits) {
    const { title } = credit;
    const part = credit.group === "cast" ? credit.character : credit.job;
    const work = works.get(title.id) ?? { title, parts: new Set() };
    if (part !== "") work.parts.add(part);
    works.set(title.id, work);
  }
  return Array.from(works.values(), ({ title, parts }) => ({ title, parts: [...parts] }));
}
