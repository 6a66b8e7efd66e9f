/** Responses that the contract does not have: people, titles with additional data, suggestions and external ids. */
import * as v from "valibot";
import { commonsPage } from "./commons.ts";
import { CHARACTER, CREW_GROUPS, Credits, JOB, PERSON_FIELDS } from "./credits.ts";
import { Details, SeriesDates } from "./details.ts";
import { type Life, TitleExternalIds } from "./facts.ts";
import { Id, TITLE_FIELDS, TitleRecord } from "./record.ts";

export const KnownTitle = v.strictObject({
  id: TITLE_FIELDS.id,
  type: TITLE_FIELDS.type,
  title: TITLE_FIELDS.title,
  year: TITLE_FIELDS.year,
});
export type KnownTitle = v.InferOutput<typeof KnownTitle>;

export const FilmographyTitle = v.strictObject(TITLE_FIELDS);
export type FilmographyTitle = v.InferOutput<typeof FilmographyTitle>;

const castRole = {
  group: v.pipe(v.literal("cast"), v.description("Group of the credits object.")),
  character: CHARACTER,
};
const crewRole = {
  group: v.pipe(v.picklist(CREW_GROUPS), v.description("Group of the credits object.")),
  job: JOB,
};

export const Role = v.variant("group", [v.strictObject(castRole), v.strictObject(crewRole)]);
export type Role = v.InferOutput<typeof Role>;

/** A credit in a filmography. A person with two jobs on a title has two credits for it. */
export const PersonCredit = v.variant("group", [
  v.strictObject({ title: FilmographyTitle, ...castRole }),
  v.strictObject({ title: FilmographyTitle, ...crewRole }),
]);
export type PersonCredit = v.InferOutput<typeof PersonCredit>;

export const MAX_KNOWN_FOR = 3;

const knownFor = v.pipe(
  v.array(KnownTitle),
  v.maxLength(MAX_KNOWN_FOR),
  v.description("The person's best-known titles, at most three."),
);

const partialDate = v.pipe(v.string(), v.regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/));
const PRECISION = "as precise as it is known: a day, a month (1950-05) or a year.";
const LIFE = {
  born: v.optional(v.pipe(partialDate, v.description(`Date of birth, ${PRECISION}`))),
  died: v.optional(v.pipe(partialDate, v.description(`Date of death, ${PRECISION}`))),
  birthplace: v.optional(v.pipe(v.string(), v.description("Place of birth, as written by the source."))),
} satisfies Record<keyof Life, v.GenericSchema>;

export const Person = v.strictObject({
  ...PERSON_FIELDS,
  image_source: v.optional(
    v.pipe(v.string(), v.description("URL of the page with the author and licence of the picture.")),
  ),
  ...LIFE,
  also_known_as: v.optional(v.pipe(v.array(v.string()), v.description("Other names of the person."))),
  known_for: knownFor,
  credits: v.pipe(v.array(PersonCredit), v.description("All credits, newest first, unknown years last.")),
});
export type Person = v.InferOutput<typeof Person>;

/** Returns the field for the page of the picture, which is absent if the picture has none. */
export function pickImageSource(profile: string | null): Pick<Person, "image_source"> {
  const page = commonsPage(profile);
  return page === null ? {} : { image_source: page };
}

/** Returns the field for other names, which is absent if there are none. */
export function pickOtherNames(names: readonly string[]): Pick<Person, "also_known_as"> {
  return names.length === 0 ? {} : { also_known_as: [...names] };
}

export const PersonResult = v.strictObject({ ...PERSON_FIELDS, known_for: knownFor });
export type PersonResult = v.InferOutput<typeof PersonResult>;

export const PeopleResponse = v.array(PersonResult);

export const SharedTitle = v.strictObject({
  title: FilmographyTitle,
  people: v.pipe(
    v.array(v.strictObject({ id: PERSON_FIELDS.id, name: PERSON_FIELDS.name, credits: v.array(Role) })),
    v.description("The requested people in their order, each with all credits on this title."),
  ),
});
export type SharedTitle = v.InferOutput<typeof SharedTitle>;

export const SharedResponse = v.array(SharedTitle);

const identity = {
  kind: v.pipe(v.picklist(["title", "person"]), v.description("title or person.")),
  id: v.pipe(Id, v.description("Id of the title or person.")),
};

/** A suggestion for a partly typed search. Fields that are unknown are absent. */
export const SearchSuggestion = v.strictObject({
  ...identity,
  name: v.pipe(v.string(), v.description("Display title, or the person's name.")),
  original_title: v.optional(TITLE_FIELDS.original_title),
  year: v.optional(v.pipe(v.string(), v.description("Year of release of a title."))),
  type: v.optional(TITLE_FIELDS.type),
  genres: v.optional(TitleRecord.entries.genres),
  other_title: v.optional(v.pipe(v.string(), v.description("The alternative title that matched."))),
  image: v.optional(v.pipe(v.string(), v.description("Path of the poster, or of the person's picture."))),
  department: v.optional(
    v.pipe(v.picklist(["cast", ...CREW_GROUPS]), v.description("The group with most of a person's credits.")),
  ),
  known_for: v.optional(v.pipe(v.string(), v.description("A person's best-known title."))),
});
export type SearchSuggestion = v.InferOutput<typeof SearchSuggestion>;

export const MAX_SUGGESTIONS = 8;
/** The maximum size of a response with suggestions in bytes, before compression. */
export const MAX_SUGGESTION_BYTES = 3_072;

export const SuggestResponse = v.pipe(v.array(SearchSuggestion), v.maxLength(MAX_SUGGESTIONS));

export const FindResponse = v.strictObject(identity);
export type FindResponse = v.InferOutput<typeof FindResponse>;

/** The values of `append`, in the order in which a response contains these fields. */
export const APPEND_FIELDS = ["credits", "external_ids", "votes", "series", "details"] as const;
export type AppendField = (typeof APPEND_FIELDS)[number];

export const TitleResponse = v.strictObject({
  title: TitleRecord,
  credits: v.optional(Credits),
  external_ids: v.optional(
    v.pipe(TitleExternalIds, v.description("Known ids of the title in other sources.")),
  ),
  votes: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.description("Number of ratings; 0 if unknown.")),
  ),
  series: v.optional(v.pipe(SeriesDates, v.description("Seasons, episodes and dates of a series."))),
  details: v.optional(v.pipe(Details, v.description("Further details. Unknown ones are absent."))),
});
export type TitleResponse = v.InferOutput<typeof TitleResponse>;

/** The titles in the order of the requested ids. An unknown id results in `null`. */
export const TitlesResponse = v.array(v.nullable(TitleResponse));
