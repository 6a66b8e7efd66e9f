/** Cast and crew as TMDB's lists have them, from the eight groups of a title's credits. */
import { CREW_GROUPS, Credits, type CrewGroup } from "../../contract/credits.ts";
import type { Reading } from "./catalog-reading.ts";

const DEPARTMENTS: Readonly<Record<CrewGroup | "cast", string>> = {
  cast: "Acting",
  writer: "Writing",
  director: "Directing",
  editing: "Editing",
  production: "Production",
  art: "Art",
  "visual effects": "Visual Effects",
  sound: "Sound",
};

export function departmentOf(group: CrewGroup | "cast"): string {
  return DEPARTMENTS[group];
}

/** The fields of a person that are the same in every list. */
export function someone(id: number, name: string, department: string | null) {
  return {
    adult: false,
    gender: 0 as const,
    id,
    known_for_department: department,
    name,
    original_name: name,
    popularity: 0,
    profile_path: null,
  };
}

/** 24 hexadecimal digits, as at TMDB, from the title, the person, and which of the person's credits on it this is. */
export function creditIds(): (title: number, person: number) => string {
  const given = new Map<string, number>();
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0").slice(-digits);
  return (title, person) => {
    const both = hex(title, 12) + hex(person, 8);
    const nth = given.get(both) ?? 0;
    given.set(both, nth + 1);
    return both + hex(nth, 4);
  };
}

/** `id`: of the catalog. People without a number are left out. */
export async function titleCredits(reading: Reading, id: number) {
  const read = await reading.read(
    Credits,
    reading.can.credits({ category: "credits", id, lang: reading.lang }),
  );
  const [cast, crew] = [
    read?.cast ?? [],
    CREW_GROUPS.flatMap((group) => (read?.[group] ?? []).map((entry) => ({ group, ...entry }))),
  ];
  const numbers = await reading.numbers("person", [...cast, ...crew]);
  const creditId = creditIds();
  return {
    cast: cast.flatMap(({ id: person, name, character }, order) => {
      const number = numbers.get(person);
      if (number === undefined) return [];
      return {
        ...someone(number, name, departmentOf("cast")),
        character,
        credit_id: creditId(id, person),
        order,
      };
    }),
    crew: crew.flatMap(({ group, id: person, name, job }) => {
      const number = numbers.get(person);
      if (number === undefined) return [];
      const department = departmentOf(group);
      return { ...someone(number, name, department), credit_id: creditId(id, person), department, job };
    }),
  };
}

/** The same people, each once with all roles, or once for each department with all jobs. */
export async function aggregateCredits(reading: Reading, id: number) {
  const { cast, crew } = await titleCredits(reading, id);
  const unknown = { total_episode_count: 0 };
  return {
    cast: [...Map.groupBy(cast, (member) => member.id).values()].flatMap((entries) => {
      const roles = entries.map(({ character, credit_id }) => ({ character, credit_id, episode_count: 0 }));
      return entries
        .slice(0, 1)
        .map(({ character, credit_id, ...member }) => ({ ...member, roles, ...unknown }));
    }),
    crew: [...Map.groupBy(crew, (member) => `${member.id} ${member.department}`).values()].flatMap(
      (entries) => {
        const jobs = entries.map(({ job, credit_id }) => ({ job, credit_id, episode_count: 0 }));
        return entries.slice(0, 1).map(({ job, credit_id, ...member }) => ({ ...member, jobs, ...unknown }));
      },
    ),
  };
}
