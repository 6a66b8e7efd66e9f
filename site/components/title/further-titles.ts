/** At the end of a title page: other titles of its director and of its leading actors. */
import type { Credits } from "../../../worker/contract/credits.ts";
import type { Person, PersonCredit, TitleCard } from "../../../worker/contract/people.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { makersOf } from "../credits/makers.ts";

const ACTORS = 2;
/** As many as a row has in a wide window. */
export const MAX_TITLES = 6;

interface FurtherTitles {
  readonly role: "director" | "actor";
  readonly name: string;
  readonly titles: readonly TitleCard[];
}

/** Never rejects: the page stands without them. */
export async function readFurtherTitles(
  services: Pick<SiteServices, "value">,
  credits: Credits,
  language: Language,
): Promise<readonly FurtherTitles[]> {
  const directors = makersOf(credits).directors.slice(0, 1);
  const actors = credits.cast.filter(({ id }) => id !== directors[0]?.id).slice(0, ACTORS);
  const wanted = [
    ...directors.map(({ id }) => ({ id, role: "director" as const })),
    ...[...new Set(actors.map(({ id }) => id))].map((id) => ({ id, role: "actor" as const })),
  ];
  const found = await Promise.all(
    wanted.map(async ({ id, role }) => {
      const person = await services.value("person", { id, lang: language, includeAdult: false });
      if (person === null) return [];
      const titles = otherTitles(person, credits.id, (credit) => isIn(role, credit));
      return titles.length === 0 ? [] : [{ role, name: person.name, titles }];
    }),
  );
  return withoutRepeats(found.flat());
}

/** Those the person is known for first, then the newest. */
function otherTitles(
  { known_for: known, credits }: Person,
  id: number,
  counts: (credit: PersonCredit) => boolean,
): readonly TitleCard[] {
  const titles = new Map(credits.filter(counts).map(({ title }) => [title.id, title]));
  titles.delete(id);
  const best = known.flatMap((title) => titles.get(title.id) ?? []);
  return [...new Set([...best, ...titles.values()])].slice(0, MAX_TITLES);
}

function isIn(role: FurtherTitles["role"], credit: PersonCredit): boolean {
  if (role === "actor") return credit.group === "cast";
  return (
    credit.group === "director" &&
    makersOf({ director: [{ ...NOBODY, job: credit.job }], writer: [] }).directors.length > 0
  );
}

const NOBODY = { id: 0, name: "", profile_path: null };

/** A title that two of them share is listed once. */
function withoutRepeats(lists: readonly FurtherTitles[]): FurtherTitles[] {
  const seen = new Set<number>();
  return lists
    .map((list) => ({
      ...list,
      titles: list.titles.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ titles }) => titles.length > 0);
}
