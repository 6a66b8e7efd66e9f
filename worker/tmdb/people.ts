/**
 * Loads people, the titles that several people have in common, and people by name. Search results are in TMDB's
 * order, except that exact matches come first on each page. Pages are cut from TMDB's list as in `lists.ts`.
 */
import { CREW_GROUPS } from "../contract/credits.ts";
import { readLife } from "../contract/facts.ts";
import {
  type FilmographyTitle,
  MAX_KNOWN_FOR,
  type Person,
  type PersonCredit,
  type PersonResult,
  pickOtherNames,
  type Role,
  type SearchSuggestion,
  type SharedTitle,
} from "../contract/people.ts";
import type { PeopleQuery, PersonQuery, SharedQuery, SuggestQuery } from "../contract/query.ts";
import { isSearchable } from "../contract/query.ts";
import { withoutAccents } from "../contract/slug.ts";
import { Failure } from "../source/failure.ts";
import {
  filmographyNotes,
  filmographyTitles,
  type Loaded,
  type LoadedList,
  MISSING,
  NO_RESULTS,
  peopleList,
  suggestedTitle,
  suggestionList,
} from "../source/loaded.ts";
import type { StoredValue } from "../source/source.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import type { UpstreamRequestOptions } from "../source/transport/transport.ts";
import { nameKey } from "../text/fold.ts";
import { groupOfJob } from "./credits.ts";
import { knownTitle, plainCard, withTitles } from "./english-titles.ts";
import { contractPath, MAX_TMDB_ID } from "./ids.ts";
import { existingPages, hasMore, inWindow, peoplePages } from "./lists.ts";
import { titleKind, toFilmographyTitle } from "./record.ts";
import {
  type CastCredit,
  type CrewCredit,
  type MultiItem,
  type PersonItem,
  type ResultPage,
  readMulti,
  readPeopleResults,
  readTmdbPerson,
  type TmdbPerson,
} from "./responses.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** Loads a person. Throws a Failure. */
export async function person(query: PersonQuery, services: TmdbContext): Promise<Loaded<Person>> {
  const { id, lang, includeAdult } = query;
  if (id > MAX_TMDB_ID) return MISSING;
  const askIn = async (language: string, options?: UpstreamRequestOptions) => {
    const parameters = { language, append_to_response: "combined_credits" };
    const response = await services.ask(`person/${id}`, parameters, options);
    return response === ABSENT ? null : readTmdbPerson(response);
  };
  const titlesIn = (details: TmdbPerson | null) => [...(details?.cast ?? []), ...(details?.crew ?? [])];
  const { response, card, isPartial } = await withTitles({ lang, askIn, titlesIn }, services);
  if (response === null) return MISSING;
  services.noteDropped("person", response.dropped);
  const filmography = buildFilmography(response, { card, includeAdult });
  const { name, profile_path, also_known_as, known_for_department } = response;
  const value: Person = {
    id,
    name,
    profile_path: contractPath(profile_path),
    ...readLife({ born: response.birthday, died: response.deathday, birthplace: response.place_of_birth }),
    ...pickOtherNames(
      [...new Set(also_known_as)].filter((other) => other !== "" && nameKey(other) !== nameKey(name)),
    ),
    known_for: knownFor(filmography, known_for_department),
    credits: filmography.flatMap(personCredits),
  };
  return {
    value,
    ids: { titles: filmographyTitles(value) },
    notes: filmographyNotes(
      filmography
        .toSorted((one, other) => other.votes - one.votes)
        .map(({ card: { id }, rating, votes }) => ({ id, rating, facts: { votes: votes || undefined } })),
    ),
    isPartial,
  };
}

/** A title, and all roles of the person on it. */
interface FilmographyEntry {
  readonly card: FilmographyTitle;
  /** The date as YYYY-MM-DD, or "" if unknown. */
  readonly date: string;
  readonly votes: number;
  readonly rating: number;
  readonly roles: Role[];
}

interface Wanted {
  readonly card: (item: CastCredit | CrewCredit) => FilmographyTitle | null;
  readonly includeAdult: boolean;
}

/** Returns a person's titles, newest first. Titles without a year come last. */
function buildFilmography(
  { cast, crew }: TmdbPerson,
  { card: read, includeAdult }: Wanted,
): FilmographyEntry[] {
  const entries = new Map<number, FilmographyEntry>();
  for (const credit of [...cast, ...crew]) {
    const card = read(credit);
    if (card === null || (credit.adult && !includeAdult)) continue;
    const date = card.year === "" ? "" : credit.release_date || credit.first_air_date;
    const entry = entries.get(card.id) ?? {
      card,
      date,
      votes: credit.vote_count,
      rating: credit.vote_average,
      roles: [],
    };
    const role = toRole(credit);
    if (!entry.roles.some((other) => isSame(role, other))) entry.roles.push(role);
    entries.set(card.id, entry);
  }
  return [...entries.values()].sort((one, other) =>
    one.date === other.date ? 0 : one.date < other.date ? 1 : -1,
  );
}

function toRole(credit: CastCredit | CrewCredit): Role {
  if ("character" in credit) return { group: "cast", character: credit.character };
  return { group: groupOfJob(credit.department, credit.job), job: credit.job };
}

/** Returns true if two roles are equal. TMDB may list the same character of a series several times. */
function isSame(one: Role, other: Role): boolean {
  return one.group === other.group && roleName(one) === roleName(other);
}

function roleName(role: Role): string {
  return role.group === "cast" ? role.character : role.job;
}

/** The groups in the order of the credits object. */
const ORDER = ["cast", ...CREW_GROUPS];

function personCredits({ card: title, roles }: FilmographyEntry): PersonCredit[] {
  const inOrder = roles.toSorted((one, other) => ORDER.indexOf(one.group) - ORDER.indexOf(other.group));
  return inOrder.map((role) => ({ title, ...role }));
}

/** Matches roles in which people appear as themselves. Actors are not known for such roles. */
const AS_ONESELF = /^(?:self|himself|herself|themselves)\b/i;

/** Returns the titles with the most votes, if possible only those from the person's main department. */
function knownFor(filmography: readonly FilmographyEntry[], department: string): Person["known_for"] {
  const trade = toCreditsGroup(department);
  const inMainDepartment = filmography.filter(({ roles }) =>
    roles.some((role) => role.group === trade && !AS_ONESELF.test(roleName(role))),
  );
  return (inMainDepartment.length > 0 ? inMainDepartment : filmography)
    .toSorted((one, other) => other.votes - one.votes)
    .slice(0, MAX_KNOWN_FOR)
    .map(({ card }) => knownTitle(card));
}

const toCreditsGroup = (department: string) =>
  department === "Acting" ? "cast" : groupOfJob(department, "");

/** Returns a person from the cache entry that the person's page uses, or loads the person into it. */
export function storedPerson(query: PersonQuery, context: TmdbContext): Promise<StoredValue<Person> | null> {
  return context.askStored("person", query, (personQuery) => person(personQuery, context));
}

/**
 * Returns the titles that several people have in common, or `MISSING` if one of the people is unknown. Each person
 * has a cache entry, and the result is as old as the oldest of these entries. Throws a Problem.
 */
export async function sharedTitles(
  { ids, lang }: SharedQuery,
  context: TmdbContext,
): Promise<Loaded<readonly SharedTitle[]>> {
  const parts = await Promise.all(ids.map((id) => storedPerson({ id, lang, includeAdult: false }, context)));
  const existing = parts.filter((part) => part !== null);
  const people = existing.flatMap(({ value }) => value ?? []);
  if (people.length < ids.length) return MISSING;
  const members = people.map((person) => ({ person, roles: rolesByTitle(person) }));
  const titles = new Map(people[0]?.credits.map(({ title }) => [title.id, title]));
  const shared = [...titles.values()].filter(({ id }) => members.every(({ roles }) => roles.has(id)));
  const response = shared.map(
    (title): SharedTitle => ({
      title,
      people: members.map(({ person: { id, name }, roles }) => ({
        id,
        name,
        credits: roles.get(title.id) ?? [],
      })),
    }),
  );
  return {
    value: response,
    ids: { titles: shared.map(({ id }) => id) },
    isPartial: existing.some(({ isPartial }) => isPartial),
    parts: existing,
  };
}

function rolesByTitle({ credits }: Person): ReadonlyMap<number, Role[]> {
  const roles = new Map<number, Role[]>();
  for (const { title, ...role } of credits) roles.set(title.id, [...(roles.get(title.id) ?? []), role]);
  return roles;
}

/** Searches for people by name. Throws a Failure. */
export async function searchPeople(
  query: PeopleQuery,
  services: TmdbContext,
): Promise<LoadedList<readonly PersonResult[]>> {
  const { text, lang } = query;
  if (!isSearchable(text)) return NO_RESULTS;
  const list = peoplePages(query);
  const askIn = async (language: string, options?: UpstreamRequestOptions) =>
    await existingPages(list, async (page) => {
      const parameters = { query: text, include_adult: "false", language, page: String(page) };
      const response = await services.ask(list.path, parameters, options);
      if (response === ABSENT) throw new Failure("status", { status: 404 });
      return readPeopleResults(response);
    });
  /** Returns the titles of the requested people only, because a TMDB page may also contain other people. */
  const titlesIn = (pages: readonly ResultPage<PersonItem>[]) =>
    inWindow(list, pages).flatMap(({ item }) => item?.known_for ?? []);
  const { response, card, isPartial } = await withTitles({ lang, askIn, titlesIn }, services);
  services.noteDropped(
    "people",
    response.reduce((sum, { dropped }) => sum + dropped, 0),
  );
  const people = inWindow(list, response).flatMap(({ item }) =>
    item === null || item.adult ? [] : [{ ...toPersonResult(item), known_for: knownTitles(item) }],
  );
  return peopleList(exactFirst(people, text), { more: hasMore(list, response), isPartial });

  function knownTitles({ known_for }: PersonItem): PersonResult["known_for"] {
    const cards = (known_for ?? []).filter(({ adult }) => !adult).map(card);
    return cards
      .filter((title) => title !== null)
      .slice(0, MAX_KNOWN_FOR)
      .map(knownTitle);
  }
}

function toPersonResult({ id, name, original_name, profile_path }: PersonItem) {
  return { id, name: name || original_name, profile_path: contractPath(profile_path) };
}

function exactFirst(people: readonly PersonResult[], text: string): PersonResult[] {
  const name = folded(text);
  const isExact = (person: PersonResult) => folded(person.name) === name;
  return [...people.filter(isExact), ...people.filter((person) => !isExact(person))];
}

/** Removes case, accents and punctuation. */
export function folded(name: string): string {
  return (
    withoutAccents(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");
}

/** Returns suggestions in TMDB's order from a single request. Throws a Failure. */
export async function suggest(
  { text, lang, limit }: SuggestQuery,
  { ask }: TmdbContext,
): Promise<LoadedList<SearchSuggestion[]>> {
  if (!isSearchable(text)) return NO_RESULTS;
  const parameters = { query: text, include_adult: "false", language: lang, page: "1" };
  const response = await ask("search/multi", parameters);
  if (response === ABSENT) throw new Failure("status", { status: 404 });
  const { items } = readMulti(response);
  const suggestions = items.flatMap((item) => (item === null ? [] : (toSuggestion(item) ?? [])));
  return suggestionList(suggestions.slice(0, limit));
}

function toSuggestion(item: MultiItem): SearchSuggestion | null {
  if (item.kind === "person") {
    const { adult, known_for, known_for_department: department } = item.person;
    const { id, name, profile_path: image } = toPersonResult(item.person);
    const bestKnown = known_for?.find((title) => !title.adult);
    const title = bestKnown && plainCard(bestKnown)?.title;
    return adult
      ? null
      : {
          kind: "person",
          id,
          name,
          ...(image !== null && { image }),
          ...(department !== "" && { department: toCreditsGroup(department) }),
          ...(title && { known_for: title }),
        };
  }
  const kind = titleKind(item.title);
  if (kind === null || item.title.adult) return null;
  return suggestedTitle(toFilmographyTitle(kind, item.title));
}
