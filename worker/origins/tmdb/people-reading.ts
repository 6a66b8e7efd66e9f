/**
 * Reading what TMDB sends of people, as tolerant as `reading.ts`: people with their combined credits, people among
 * search results, and what an external id leads to.
 */
import * as v from "valibot";
import {
  countDropped,
  flag,
  id,
  isPerson,
  list,
  parse,
  path,
  type ResultPage,
  readEntries,
  readPage,
  SearchItem,
  text,
} from "./reading.ts";

/** What is used of a title in other answers than its own. */
const { adult, original_language, poster_path, vote_count, media_type } = SearchItem.entries;
const { title, original_title, release_date, name, original_name, first_air_date } = SearchItem.entries;
const titleItem = {
  ...{ id, adult, original_language, poster_path, vote_count, media_type },
  ...{ title, original_title, release_date, name, original_name, first_air_date },
};

const CastCredit = v.object({ ...titleItem, character: text });
const CrewCredit = v.object({ ...titleItem, department: text, job: text });
export type CastCredit = v.InferOutput<typeof CastCredit>;
export type CrewCredit = v.InferOutput<typeof CrewCredit>;

const PersonAnswer = v.object({
  ...{ id, name: text, profile_path: path },
  also_known_as: list(text),
  known_for_department: text,
  combined_credits: v.object({ cast: v.array(v.unknown()), crew: v.array(v.unknown()) }),
});

export interface PersonDetails
  extends Omit<v.InferOutput<typeof PersonAnswer>, "combined_credits" | "also_known_as"> {
  readonly also_known_as: readonly string[];
  readonly cast: readonly CastCredit[];
  readonly crew: readonly CrewCredit[];
  /** Entries without an id. */
  readonly dropped: number;
}

/** Throws a Failure `wrong-shape` unless it is a person with credits. */
export function readPerson(answer: unknown): PersonDetails {
  const { combined_credits: sent, also_known_as, ...details } = parse(PersonAnswer, answer);
  const [cast, crew] = [readEntries(CastCredit, sent.cast), readEntries(CrewCredit, sent.crew)];
  const dropped = countDropped([...sent.cast, ...sent.crew], [...cast, ...crew]);
  return { ...details, also_known_as: also_known_as ?? [], cast, crew, dropped };
}

const PersonItem = v.object({
  ...{ id, adult: flag, name: text, original_name: text, profile_path: path },
  known_for: list(v.object(titleItem)),
});
export type PersonItem = v.InferOutput<typeof PersonItem>;

/** Throws a Failure `wrong-shape` unless it is a page of people. */
export function readPeopleResults(answer: unknown): ResultPage<PersonItem> {
  return readPage(answer, (result) => v.safeParse(PersonItem, result));
}

export type MultiItem =
  | { readonly kind: "person"; readonly person: PersonItem }
  | { readonly kind: "title"; readonly title: SearchItem };

/** Titles and people. Throws a Failure `wrong-shape` unless it is a page of them. */
export function readMulti(answer: unknown): ResultPage<MultiItem> {
  return readPage<MultiItem>(answer, (result) => {
    const read = isPerson(result) ? v.safeParse(PersonItem, result) : v.safeParse(SearchItem, result);
    if (!read.success) return { success: false };
    const { output } = read;
    return {
      success: true,
      output: "known_for" in output ? { kind: "person", person: output } : { kind: "title", title: output },
    };
  });
}

const Found = v.object({
  movie_results: v.array(v.unknown()),
  tv_results: v.array(v.unknown()),
  person_results: v.array(v.unknown()),
});
const Identified = v.object({ id });

/** Throws a Failure `wrong-shape` unless it is about something with an id. */
export function checkIdentified(answer: unknown): void {
  parse(Identified, answer);
}

export interface FoundIds {
  readonly films: readonly number[];
  readonly series: readonly number[];
  readonly people: readonly number[];
}

/** Numbers of TMDB's. Throws a Failure `wrong-shape` unless it is what an external id leads to. */
export function readFound(answer: unknown): FoundIds {
  const { movie_results, tv_results, person_results } = parse(Found, answer);
  const numbers = (entries: readonly unknown[]) => readEntries(Identified, entries).map((entry) => entry.id);
  const found = {
    films: numbers(movie_results),
    series: numbers(tv_results),
    people: numbers(person_results),
  };
  countDropped([movie_results, tv_results, person_results].flat(), Object.values(found).flat());
  return found;
}
