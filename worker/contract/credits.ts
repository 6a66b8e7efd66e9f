/** The credits object with the contract's eight groups. A response always contains all groups in this order. */
import * as v from "valibot";
import { Id, ImagePath } from "./record.ts";

export const CREW_GROUPS = [
  "writer",
  "director",
  "editing",
  "production",
  "art",
  "visual effects",
  "sound",
] as const;
export type CrewGroup = (typeof CREW_GROUPS)[number];

/** The fields of a person that credits and search results have in common. */
export const PERSON_FIELDS = {
  id: v.pipe(Id, v.description("Id of the person.")),
  name: v.pipe(v.string(), v.description("The person's name.")),
  profile_path: v.pipe(v.nullable(ImagePath), v.description("Path of a picture of the person, or null.")),
};
export const CHARACTER = v.pipe(v.string(), v.description("Name of the role; may be empty."));
/** The job of a credit. A person with two jobs in a group has two entries. */
export const JOB = v.pipe(v.string(), v.description("Job title for this credit."));

export const CastEntry = v.strictObject({ ...PERSON_FIELDS, character: CHARACTER });
export type CastEntry = v.InferOutput<typeof CastEntry>;

export const CrewEntry = v.strictObject({ ...PERSON_FIELDS, job: JOB });
export type CrewEntry = v.InferOutput<typeof CrewEntry>;

const DIRECTED = /^(?:(?:co-|series )?director|directed by)$/i;

/**
 * Returns true if an entry of the "director" group is a director rather than an assistant. An entry without a job
 * counts as a director.
 */
export function isDirector({ job }: Pick<CrewEntry, "job">): boolean {
  return job === "" || DIRECTED.test(job);
}

function crew(description: string) {
  return v.pipe(v.array(CrewEntry), v.description(description));
}

export const Credits = v.strictObject({
  id: v.pipe(Id, v.description("Id of the title.")),
  cast: v.pipe(v.array(CastEntry), v.description("Actors, in the order of the source.")),
  writer: crew("Writing credits."),
  director: crew("Directing credits."),
  editing: crew("Editing credits."),
  production: crew("Production credits."),
  art: crew("Art department credits."),
  "visual effects": crew("Visual effects credits. The name of this field contains a space."),
  sound: crew("Sound and music credits."),
});
export type Credits = v.InferOutput<typeof Credits>;

export function buildCrewGroups(entries: (group: CrewGroup) => CrewEntry[]): Pick<Credits, CrewGroup> {
  const groups = CREW_GROUPS.map((group) => [group, entries(group)]);
  return Object.fromEntries(groups) as Pick<Credits, CrewGroup>;
}

/** Returns the entries of a group without repetitions, which some sources have. */
export function uniqueCredits<Entry extends CastEntry | CrewEntry>(entries: readonly Entry[]): Entry[] {
  const byCredit = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.id} ${"job" in entry ? entry.job : entry.character}`;
    if (!byCredit.has(key)) byCredit.set(key, entry);
  }
  return [...byCredit.values()];
}
