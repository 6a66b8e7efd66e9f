/** A person as TMDB's details have one, and the sections of the details. */
import { Person } from "../../contract/people.ts";
import type { Reading, Section } from "./catalog-reading.ts";
import { creditIds, departmentOf } from "./credit-entries.ts";
import { EMPTY_PAGE } from "./result-pages.ts";
import { elsewhereOf, NO_FREEBASE } from "./title-details.ts";
import { mixedEntry } from "./title-entries.ts";

interface NumberedPerson {
  readonly number: number;
  readonly person: Person;
}

/** `null`: there is no such person. */
export async function personAt(reading: Reading, segment: string): Promise<NumberedPerson | null> {
  const id = await reading.idOf("person", Number(segment));
  if (id === null) return null;
  const person = await readPerson(reading, id);
  const number = person && (await reading.numbers("person", [person])).get(id);
  return person === null || number == null ? null : { person, number };
}

export function readPerson({ read, can, lang }: Reading, id: number): Promise<Person | null> {
  return read(Person, can.person({ id, lang, includeAdult: false }));
}

export async function personDetails(reading: Reading, { number, person }: NumberedPerson) {
  const { imdb = null } = await reading.elsewhere("person", person.id);
  return {
    adult: false,
    also_known_as: person.also_known_as,
    biography: "",
    birthday: null,
    deathday: null,
    gender: 0,
    homepage: null,
    id: number,
    imdb_id: imdb,
    known_for_department: tradeOf(person),
    name: person.name,
    place_of_birth: null,
    popularity: 0,
    profile_path: null,
  };
}

/** The department with most of the person's credits. */
function tradeOf({ credits }: Person): string {
  const counts = [...Map.groupBy(credits, ({ group }) => group)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return departmentOf(counts[0]?.[0] ?? "cast");
}

/** `null`: TMDB has no such section. */
export async function personSection(
  reading: Reading,
  { person }: NumberedPerson,
  name: string,
): Promise<Section | null> {
  const filled = (body: object) => ({ body, isEmpty: false });
  switch (name) {
    case "combined_credits":
      return filled(await credits(reading, person));
    case "movie_credits":
      return filled(unmixed(await credits(reading, person), "movie"));
    case "tv_credits":
      return filled(unmixed(await credits(reading, person), "tv"));
    case "external_ids": {
      const ids = elsewhereOf(await reading.elsewhere("person", person.id));
      return filled({ ...ids, ...NO_FREEBASE, tiktok_id: null, youtube_id: null });
    }
    case "translations":
      return { body: { translations: [] }, isEmpty: true };
    case "images":
      return { body: { profiles: [] }, isEmpty: true };
    case "tagged_images":
      return { body: EMPTY_PAGE, isEmpty: true };
    default:
      return null;
  }
}

/** One entry for each role or job. */
async function credits(reading: Reading, { id, credits }: Person) {
  const numbers = await reading.numbers(
    "title",
    credits.map(({ title }) => title),
  );
  const creditId = creditIds();
  const entries = credits.flatMap((credit) => {
    const entry = mixedEntry(credit.title, numbers);
    if (entry === null) return [];
    const credit_id = creditId(credit.title.id, id);
    const role =
      credit.group === "cast"
        ? { character: credit.character, credit_id, ...(entry.media_type === "movie" && { order: 0 }) }
        : { credit_id, department: departmentOf(credit.group), job: credit.job };
    return {
      group: credit.group,
      entry: { ...entry, ...role, ...(entry.media_type === "tv" && { episode_count: 0 }) },
    };
  });
  const [cast = [], crew = []] = [true, false].map((isCast) =>
    entries.filter(({ group }) => (group === "cast") === isCast).map(({ entry }) => entry),
  );
  return { cast, crew };
}

type Mixed = Awaited<ReturnType<typeof credits>>;

function unmixed(all: Mixed, of: "movie" | "tv"): object {
  const only = (entries: Mixed["cast"]) =>
    entries.filter((entry) => entry.media_type === of).map(({ media_type, ...entry }) => entry);
  return { cast: only(all.cast), crew: only(all.crew) };
}
