/** Finds other titles by the director and the lead actors of a title, for the title page. */
import type { Related } from "../contract/browse.ts";
import { hasRole } from "../contract/credit-roles.ts";
import { type Credits, isDirector } from "../contract/credits.ts";
import type { Role } from "../contract/people.ts";

type Further = Related["further"][number];

interface Lead extends Pick<Further, "role"> {
  readonly id: number;
}

export const MAX_ACTORS = 2;
/** Returns the first director and the first actors, without repeating the director. */
export function findLeads({ director, cast }: Pick<Credits, "director" | "cast">): Lead[] {
  const directors = director.filter(isDirector).slice(0, 1);
  const actors = new Set(cast.map(({ id }) => id).filter((id) => id !== directors[0]?.id));
  return [
    ...directors.map(({ id }) => ({ role: "director" as const, id })),
    ...[...actors].slice(0, MAX_ACTORS).map((id) => ({ role: "actor" as const, id })),
  ];
}

/** Returns true if the person has the role in one of these credits. */
export function hasLeadRole(role: Lead["role"] | "writer", credits: readonly Role[]): boolean {
  return hasRole(role === "actor" ? "cast" : role, credits);
}

/** Removes the title itself, and titles that are already in an earlier list. */
export function furtherTitles(id: number, lists: readonly Further[]): Further[] {
  const seen = new Set([id]);
  return lists
    .map((list) => {
      const titles = list.titles.filter((title) => !seen.has(title.id));
      for (const title of titles) seen.add(title.id);
      return { ...list, titles };
    })
    .filter(({ titles }) => titles.length > 0);
}
