/** The groups of the credits. The contract has one entry for each job, a page one line for each person. */
import {
  isAuthor,
  isCinematographer,
  isComposer,
  isCreator,
  isEditor,
  isWriter,
} from "../../../worker/contract/credit-roles.ts";
import {
  type CastEntry,
  CREW_GROUPS,
  type Credits,
  type CrewEntry,
  type CrewGroup,
  isDirector,
} from "../../../worker/contract/credits.ts";
import type { Dictionary } from "../../language/en.ts";

export interface CreditedPerson {
  readonly id: number;
  readonly name: string;
  readonly profile: string | null;
  /** Roles or jobs in their order, without duplicates and empty ones. */
  readonly parts: readonly string[];
}

interface Merged extends Omit<CreditedPerson, "parts"> {
  /** A set: an upstream may give one person any number of jobs. */
  readonly parts: Set<string>;
}

/** What people do who are in this group of the credits. */
export function tradeName({ credits, person }: Dictionary, group: Group): string {
  return group === "cast" ? person.acting : credits.groups[group];
}

/** Each person once, at the place of their first entry. Entries without a name are left out. */
export function mergePeople(entries: readonly (CastEntry | CrewEntry)[]): CreditedPerson[] {
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
/** In the order of pages, with the leaders before the other departments. */
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

/**
 * The leaders of a title's making. The contract's groups are whole departments: "director" includes assistants and
 * script supervisors, "writer" the authors of the books that a title is based on, "sound" everyone from composer to foley.
 */
export interface Makers {
  /** Of a series. */
  readonly creators: readonly CrewEntry[];
  readonly directors: readonly CrewEntry[];
  readonly writers: readonly CrewEntry[];
  /** The authors of the work it is based on. */
  readonly authors: readonly CrewEntry[];
  readonly music: readonly CrewEntry[];
  readonly cinematography: readonly CrewEntry[];
  readonly editing: readonly CrewEntry[];
}

/** An entry without a job counts as a director or writer, by its group. */
export function makersOf({ director, writer, production, sound, editing }: Credits): Makers {
  return {
    creators: writer.filter(isCreator),
    directors: director.filter(isDirector),
    writers: writer.filter(isWriter),
    authors: writer.filter(isAuthor),
    music: sound.filter(isComposer),
    cinematography: production.filter(isCinematographer),
    editing: editing.filter(isEditor),
  };
}

/**
 * The order of the crew on pages. Sources list a department in their own order, often by name or by the time of entry, so that
 * the composer comes after a boom operator. Pages begin with the jobs that lead a department, in the order of the main titles
 * of a film: responsibility for the whole first, then for a part, then for one task. All other jobs, and those that tie, keep the
 * source's order. The API is not affected.
 * "": an entry without a job counts as a director or writer, by its group.
 */
const LEADING: Readonly<Record<CrewGroup, string>> = {
  // The screenplay before the story that it tells, and both before the works of others that it is based on.
  writer: `created by, creator, series creator, original series creator, , written by, writer, screenplay, screenwriter,
    teleplay, scenario writer, screenstory, co-writer, series composition, adaptation, dialogue, story, original story, idea,
    original concept, novel, book, short story, theatre play, comic book, graphic novel, author, characters,
    original film writer`,
  // Directors of the film, then of its units, then those who keep its schedule and its continuity.
  director: `, director, directed by, series director, co-director, special guest director, stage director,
    second unit director, action director, first assistant director, assistant director, second assistant director,
    second second assistant director, third assistant director, script supervisor, continuity`,
  editing: `editor, film editor, lead editor, supervising editor, supervising film editor, co-editor, additional editor,
    additional editing, associate editor, first assistant editor, assistant editor, colorist, digital colorist, color timer`,
  // Who makes the film, who films it, who finds its actors; the offices come last. Sources without a department for the camera
  // have it here.
  production: `producer, showrunner, executive producer, director of photography, cinematography, casting,
    casting director, co-producer, co-executive producer, line producer, associate producer, production supervisor,
    production manager, unit production manager, camera operator, steadicam operator, location manager`,
  // Also for costumes and make-up, which the contract has no department for.
  art: `production design, production designer, art direction, art director, supervising art director, costume design,
    costume designer, set decoration, set decorator, makeup department head, makeup artist, hair department head, hairstylist,
    set designer, property master`,
  "visual effects": `visual effects supervisor, senior visual effects supervisor, vfx supervisor, animation director,
    animation supervisor, special effects supervisor, visual effects producer, creature design, character designer,
    visual effects designer`,
  // Music before sound, and the sound of the whole before single tracks.
  sound: `original music composer, composer, music, main title theme composer, songs, sound designer,
    supervising sound editor, sound re-recording mixer, production sound mixer, sound mixer, sound, music supervisor,
    conductor, orchestrator, music editor, sound editor, dialogue editor, sound effects editor`,
};

const PLACES = new Map(
  CREW_GROUPS.map((group) => {
    const jobs = LEADING[group].split(",").map((job) => job.trim());
    return [group, new Map(jobs.map((job, at) => [job, at]))];
  }),
);

/** A number that is lower for jobs that lead more. */
export function placeOf(group: CrewGroup, job: string): number {
  const places = PLACES.get(group);
  return places?.get(job.toLowerCase()) ?? places?.size ?? 0;
}

/** Credits with each department in this order; the cast stays as it is billed. */
export function inPageOrder(credits: Credits): Credits {
  const crew = CREW_GROUPS.map((group) => [group, ordered(group, credits[group])]);
  return { ...credits, ...Object.fromEntries(crew) };
}

function ordered(group: CrewGroup, entries: readonly CrewEntry[]): CrewEntry[] {
  const placed = entries.map((entry) => ({ entry, place: placeOf(group, entry.job) }));
  return placed.sort((one, other) => one.place - other.place).map(({ entry }) => entry);
}
