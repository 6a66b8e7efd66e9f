/**
 * What Marquee says beside the contract: people, titles with their credits, suggestions and external ids. All fields
 * are always present unless their comment says otherwise.
 */
import * as v from "valibot";
import { CREW_GROUPS, TitleAnswer } from "./credits.ts";
import { Id, ImagePath } from "./record.ts";

const type = v.pipe(v.string(), v.description("Kind of title: movie or series."));
const year = v.pipe(
  v.string(),
  v.regex(/^(\d{4})?$/),
  v.description("Year of release: four digits, as a string; empty when unknown."),
);

/** A title that a person is known for. */
export const KnownTitle = v.strictObject({
  /** Identifier of the title. */
  id: v.pipe(Id, v.description("Identifier of the title.")),
  /** `movie` or `series`. */
  type,
  /** Display title. */
  title: v.pipe(v.string(), v.description("Display title, in the language asked for where it is known.")),
  /** Four digits, as a string; "" when unknown. */
  year,
});
export type KnownTitle = v.InferOutput<typeof KnownTitle>;

/** A title in a filmography. */
export const TitleCard = v.strictObject({
  /** Identifier of the title. */
  id: v.pipe(Id, v.description("Identifier of the title.")),
  /** `movie` or `series`. */
  type,
  /** Display title. */
  title: v.pipe(v.string(), v.description("Display title, in the language asked for where it is known.")),
  /** Title in the original language; may equal `title`. */
  original_title: v.pipe(v.string(), v.description("Title in the original language; may equal title.")),
  /** Four digits, as a string; "" when unknown. */
  year,
  /** `null` when there is no poster. */
  poster: v.pipe(v.nullable(ImagePath), v.description("Path of the poster; null when there is none.")),
});
export type TitleCard = v.InferOutput<typeof TitleCard>;

/** A role, for the group `cast`. */
const castRole = {
  group: v.pipe(v.literal("cast"), v.description("Group of the credits object.")),
  character: v.pipe(v.string(), v.description("Name of the role; may be empty.")),
};
/** A job, for every other group. */
const crewRole = {
  group: v.pipe(v.picklist(CREW_GROUPS), v.description("Group of the credits object.")),
  job: v.pipe(v.string(), v.description("Job title for this credit.")),
};

/** What a person did on a title: one credit. */
export const Role = v.variant("group", [v.strictObject(castRole), v.strictObject(crewRole)]);
export type Role = v.InferOutput<typeof Role>;

/** One entry of a filmography: a person with two jobs on a title has two. */
export const PersonCredit = v.variant("group", [
  v.strictObject({ title: TitleCard, ...castRole }),
  v.strictObject({ title: TitleCard, ...crewRole }),
]);
export type PersonCredit = v.InferOutput<typeof PersonCredit>;

const person = {
  /** Identifier of the person, as in credits. */
  id: v.pipe(Id, v.description("Identifier of the person, as in credits.")),
  /** The person's name. */
  name: v.pipe(v.string(), v.description("The person's name.")),
};
const profile = v.pipe(
  v.nullable(ImagePath),
  v.description("Path of a picture of the person; null when there is none."),
);
const knownFor = v.pipe(
  v.array(KnownTitle),
  v.maxLength(3),
  v.description("The best-known titles of the person, at most three."),
);

export const Person = v.strictObject({
  ...person,
  /** `null` when there is no picture. */
  profile_path: profile,
  /** Other names of the person; may be empty. */
  also_known_as: v.pipe(v.array(v.string()), v.description("Other names of the person.")),
  /** At most three titles. */
  known_for: knownFor,
  /** Newest first, unknown years last. */
  credits: v.pipe(v.array(PersonCredit), v.description("All credits, newest first, unknown years last.")),
});
export type Person = v.InferOutput<typeof Person>;

/** One result of a people search. */
export const PersonResult = v.strictObject({
  ...person,
  /** `null` when there is no picture. */
  profile_path: profile,
  /** At most three titles. */
  known_for: knownFor,
});
export type PersonResult = v.InferOutput<typeof PersonResult>;

export const PeopleAnswer = v.array(PersonResult);

/** A title that several people worked on. */
export const SharedTitle = v.strictObject({
  title: TitleCard,
  /** In the order of the ids asked for, each with all credits on the title. */
  people: v.pipe(
    v.array(v.strictObject({ ...person, credits: v.array(Role) })),
    v.description("The people asked for, each with the credits on this title."),
  ),
});
export type SharedTitle = v.InferOutput<typeof SharedTitle>;

export const SharedAnswer = v.array(SharedTitle);

/** In the order of the ids asked for; `null`: there is no such title. */
export const TitlesAnswer = v.array(v.nullable(TitleAnswer));

const kind = v.pipe(v.picklist(["title", "person"]), v.description("Whether it is a title or a person."));

/** One suggestion while typing. */
export const SearchSuggestion = v.strictObject({
  kind,
  /** Identifier of the title or the person. */
  id: v.pipe(Id, v.description("Identifier of the title or the person.")),
  /** Display title, or the person's name. */
  name: v.pipe(v.string(), v.description("Display title, or the person's name.")),
  /** Of a title whose year is known. */
  year: v.optional(v.pipe(v.string(), v.description("Year of release of a title, where it is known."))),
  /** Of a title: `movie` or `series`. */
  type: v.optional(type),
});
export type SearchSuggestion = v.InferOutput<typeof SearchSuggestion>;

export const MAX_SUGGESTIONS = 8;
/** Before compression. */
export const MAX_SUGGESTION_BYTES = 1_536;

export const SuggestAnswer = v.pipe(v.array(SearchSuggestion), v.maxLength(MAX_SUGGESTIONS));

/** Sources of external ids. */
export const EXTERNAL_SOURCES = ["imdb", "tmdb-movie", "tmdb-tv", "tmdb-person", "wikidata"] as const;
export type ExternalSource = (typeof EXTERNAL_SOURCES)[number];

/** The title or person with an external id. */
export const FindAnswer = v.strictObject({
  kind,
  /** Identifier of the title or the person. */
  id: v.pipe(Id, v.description("Identifier of the title or the person.")),
});
export type FindAnswer = v.InferOutput<typeof FindAnswer>;
