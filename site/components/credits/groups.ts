/**
 * Groups of credits as pages show them. The contract has one entry per job, whereas pages have one line per person.
 */
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
  /** The roles or jobs in order, without duplicates. */
  readonly parts: readonly string[];
}

interface Merged extends Omit<CreditedPerson, "parts"> {
  /** The roles or jobs, without duplicates. A person may have any number of them. */
  readonly parts: Set<string>;
}

/** Returns the name of a credits group as an occupation. */
export function tradeName({ credits, person }: Dictionary, group: Group): string {
  return group === "cast" ? person.acting : credits.groups[group];
}

/** Returns one line per person, in the order of their first entries. Leaves out people without a name. */
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

/** The number of visible people per group, which fills two or three columns. The rest is collapsed. */
export const FIRST_PEOPLE = 24;

export type Group = "cast" | CrewGroup;
const CAMERA =
  /\b(?:photography|cinematograph\w*|camera|steadicam|focus puller|clapper loader|key grip|dolly grip)\b/i;

/** Returns true if the job is in the camera department, which the contract lists under "production". */
export function isCameraJob({ job }: Pick<CrewEntry, "job">): boolean {
  return CAMERA.test(job);
}

/** The groups in the order of the page, starting with the departments that lead the making of a title. */
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

export function isEmpty(credits: Credits): boolean {
  return GROUPS.every((group) => credits[group].length === 0);
}

/** Returns the number of lines on the credits page. Each person has one line per group. */
export function countPeople(credits: Credits): number {
  return GROUPS.reduce((total, group) => total + mergePeople(credits[group]).length, 0);
}

/** Returns the id of a group on the page. Spaces are replaced, because an id must not contain any. */
export function toGroupAnchor(group: Group): string {
  return group.replaceAll(" ", "-");
}

/**
 * The people who lead the making of a title. The contract's groups are too broad for this, because each is a whole
 * department: "director" includes assistants and script supervisors, "writer" the authors of the original work, and
 * "sound" everyone from the composer to the foley artist.
 */
interface Makers {
  /** The creators of a series. */
  readonly creators: readonly CrewEntry[];
  readonly directors: readonly CrewEntry[];
  readonly writers: readonly CrewEntry[];
  /** The authors of the work that the title is based on. */
  readonly authors: readonly CrewEntry[];
  readonly music: readonly CrewEntry[];
  readonly cinematography: readonly CrewEntry[];
  readonly editing: readonly CrewEntry[];
}

/**
 * Returns the people who lead the making of a title. An entry without a job counts as a director or writer, according
 * to its group.
 */
export function findMakers({ director, writer, production, sound, editing }: Credits): Makers {
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
 * The leading jobs of each department, in the order of a film's main titles: responsibility for the whole film comes
 * first, then for a part of it, then for a single task. Sources sort by name or date of entry, and may list a boom
 * operator before the composer. Jobs that are not listed here follow in the source's order. An empty name stands for
 * an entry without a job, which counts as a director or writer. The API itself keeps the source's order.
 */
const LEADING: Readonly<Record<CrewGroup, string>> = {
  // The screenplay comes before the story, and both come before the works that they are based on.
  writer: `created by, creator, series creator, original series creator, , written by, writer, screenplay, screenwriter,
    teleplay, scenario writer, screenstory, co-writer, series composition, adaptation, dialogue, story, original story, idea,
    original concept, novel, book, short story, theatre play, comic book, graphic novel, author, characters,
    original film writer`,
  // Directors of the film come first, then directors of units, then assistants and continuity.
  director: `, director, directed by, series director, co-director, special guest director, stage director,
    second unit director, action director, first assistant director, assistant director, second assistant director,
    second second assistant director, third assistant director, script supervisor, continuity`,
  editing: `editor, film editor, lead editor, supervising editor, supervising film editor, co-editor, additional editor,
    additional editing, associate editor, first assistant editor, assistant editor, colorist, digital colorist, color timer`,
  // Producers come before camera and casting, and offices come last. Camera jobs are only in this group if the source
  // has no camera department.
  production: `producer, showrunner, executive producer, director of photography, cinematography, casting,
    casting director, co-producer, co-executive producer, line producer, associate producer, production supervisor,
    production manager, unit production manager, camera operator, steadicam operator, location manager`,
  // Costume and make-up belong here, because the contract has no department for them.
  art: `production design, production designer, art direction, art director, supervising art director, costume design,
    costume designer, set decoration, set decorator, makeup department head, makeup artist, hair department head, hairstylist,
    set designer, property master`,
  "visual effects": `visual effects supervisor, senior visual effects supervisor, vfx supervisor, animation director,
    animation supervisor, special effects supervisor, visual effects producer, creature design, character designer,
    visual effects designer`,
  // Music comes before sound, and responsibility for all of the sound before work on single tracks.
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

/** Returns the position of a job in its department. Leading jobs have lower positions. */
export function rankJob(group: CrewGroup, job: string): number {
  const places = PLACES.get(group);
  return places?.get(job.toLowerCase()) ?? places?.size ?? 0;
}

/** Returns the credits in the order of the page. The cast stays in the order of the source. */
export function inPageOrder(credits: Credits): Credits {
  const crew = CREW_GROUPS.map((group) => [group, ordered(group, credits[group])]);
  return { ...credits, ...Object.fromEntries(crew) };
}

function ordered(group: CrewGroup, entries: readonly CrewEntry[]): CrewEntry[] {
  const placed = entries.map((entry) => ({ entry, place: rankJob(group, entry.job) }));
  return placed.sort((one, other) => one.place - other.place).map(({ entry }) => entry);
}
