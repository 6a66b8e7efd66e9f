/**
 * The titles that several people worked on: what the people have in common, each of whom is stored and shared with
 * that person's own page. The answer is as old as the oldest of them.
 */
import type { Person, Role, SharedTitle } from "../../contract/people.ts";
import type { SharedQuery } from "../../contract/people-query.ts";
import type { TmdbParts } from "./parts.ts";

export interface FoundShared {
  readonly titles: readonly SharedTitle[];
  readonly isPartial: boolean;
  /** When TMDB was asked for the first of the people, in milliseconds since 1970. */
  readonly storedAt: number;
}

/** `null`: one of them is unknown. Throws a Problem. */
export async function sharedTitles(
  { ids, lang }: SharedQuery,
  { person }: Pick<TmdbParts, "person">,
): Promise<FoundShared | null> {
  const found = await Promise.all(ids.map((id) => person({ id, lang, includeAdult: false })));
  const known = found.filter((one) => one !== null);
  if (known.length < found.length) return null;
  const people = known.map(({ person }) => ({ person, roles: rolesByTitle(person) }));
  const titles = new Map(known[0]?.person.credits.map(({ title }) => [title.id, title]));
  const shared = [...titles.values()].filter(({ id }) => people.every(({ roles }) => roles.has(id)));
  return {
    titles: shared.map((title) => ({
      title,
      people: people.map(({ person: { id, name }, roles }) => ({
        ...{ id, name },
        credits: roles.get(title.id) ?? [],
      })),
    })),
    isPartial: known.some(({ isPartial }) => isPartial),
    storedAt: Math.min(...known.map(({ storedAt }) => storedAt)),
  };
}

function rolesByTitle({ credits }: Person): ReadonlyMap<number, Role[]> {
  const roles = new Map<number, Role[]>();
  for (const { title, ...role } of credits) roles.set(title.id, [...(roles.get(title.id) ?? []), role]);
  return roles;
}
