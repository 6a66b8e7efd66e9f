/**
 * The credits object: who is credited on one title, in the contract's eight groups.
 * All groups are always present, in this order; an empty one is `[]`.
 */
import * as v from "valibot";
import { Id, ImagePath, TitleRecord } from "./record.ts";

/** The crew groups in the contract's order. One of them has a space in its name. */
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

const person = {
  /** Identifier of the person. */
  id: v.pipe(Id, v.description("Identifier of the person.")),
  /** The person's name. */
  name: v.pipe(v.string(), v.description("The person's name.")),
  /** `null` when there is no image. */
  profile_path: v.pipe(
    v.nullable(ImagePath),
    v.description("Path of a picture of the person; null when there is none."),
  ),
};

export const CastEntry = v.strictObject({
  ...person,
  /** Name of the role; may be "". */
  character: v.pipe(v.string(), v.description("Name of the role; may be empty.")),
});
export type CastEntry = v.InferOutput<typeof CastEntry>;

export const CrewEntry = v.strictObject({
  ...person,
  /** What this credit is for. A person with two jobs in a group has two entries. */
  job: v.pipe(v.string(), v.description("Job title for this credit.")),
});
export type CrewEntry = v.InferOutput<typeof CrewEntry>;

function crew(description: string) {
  return v.pipe(v.array(CrewEntry), v.description(description));
}

export const Credits = v.strictObject({
  /** Identifier of the title whose credits these are. */
  id: v.pipe(Id, v.description("Identifier of the title whose credits these are.")),
  cast: v.pipe(v.array(CastEntry), v.description("Actors, in the order of the origin.")),
  writer: crew("Writing credits."),
  director: crew("Directing credits."),
  editing: crew("Editing credits."),
  production: crew("Production credits."),
  art: crew("Art department credits."),
  "visual effects": crew("Visual effects credits. The name of this field holds a space."),
  sound: crew("Sound and music credits."),
});
export type Credits = v.InferOutput<typeof Credits>;

/** The answer of `/v1/titles/{id}`: an extension of the contract, in its own shapes. */
export const TitleAnswer = v.strictObject({
  title: TitleRecord,
  /** Where they are asked for. */
  credits: v.optional(Credits),
});
export type TitleAnswer = v.InferOutput<typeof TitleAnswer>;
