/**
 * Searches for people by name, in TMDB's order, the best known first; within a page exact names come first. Our pages
 * are windows of TMDB's list, as in `lists.ts`.
 */
import { MAX_KNOWN_FOR, type PersonResult, type SearchSuggestion } from "../../contract/people.ts";
import type { PeopleQuery, SuggestQuery } from "../../contract/people-query.ts";
import { withoutAccents } from "../../contract/slug.ts";
import { Failure } from "../failure.ts";
import { ABSENT } from "../transport/exchange.ts";
import type { RequestOptions } from "../transport/transport.ts";
import { knownTitle, type PeopleServices, withTitles } from "./cards.ts";
import { contractPath } from "./ids.ts";
import { hasMore, inWindow, peopleList } from "./lists.ts";
import { type MultiItem, type PersonItem, type ResultPage, readMulti, readPeopleResults } from "./reading.ts";
import { cardOf, kindOf } from "./record.ts";

export interface FoundPeople {
  readonly people: readonly PersonResult[];
  readonly more: boolean;
  readonly isPartial: boolean;
}

/** Throws a Failure. */
export async function searchPeople(query: PeopleQuery, services: PeopleServices): Promise<FoundPeople> {
  const { text, lang, paging } = query;
  const list = peopleList(paging);
  const askIn = async (language: string, options?: RequestOptions) =>
    await Promise.all(
      list.pages.map(async (page) => {
        const parameters = { query: text, include_adult: "false", language, page: String(page) };
        const answer = await services.ask(list.path, parameters, options);
        if (answer === ABSENT) throw new Failure("status", { status: 404 });
        return readPeopleResults(answer);
      }),
    );
  const { answer, card, isPartial } = await withTitles({ lang, askIn, titlesIn }, services);
  services.noteDropped(
    "people",
    answer.reduce((sum, { dropped }) => sum + dropped, 0),
  );
  const people = inWindow(list, answer).flatMap(({ item }) =>
    item === null || item.adult ? [] : [{ ...resultOf(item), known_for: knownFor(item) }],
  );
  return { people: exactFirst(people, text), more: hasMore(list, answer), isPartial };

  function knownFor({ known_for }: PersonItem): PersonResult["known_for"] {
    const cards = (known_for ?? []).filter(({ adult }) => !adult).map(card);
    return cards
      .filter((known) => known !== null)
      .slice(0, MAX_KNOWN_FOR)
      .map(knownTitle);
  }
}

function titlesIn(pages: readonly ResultPage<PersonItem>[]) {
  return pages.flatMap(({ items }) => items.flatMap((item) => item?.known_for ?? []));
}

function resultOf({ id, name, original_name, profile_path }: PersonItem) {
  return { id, name: name || original_name, profile_path: contractPath(profile_path) };
}

function exactFirst(people: readonly PersonResult[], text: string): PersonResult[] {
  const name = folded(text);
  const isExact = (person: PersonResult) => folded(person.name) === name;
  return [...people.filter(isExact), ...people.filter((person) => !isExact(person))];
}

/** Without case and accents. */
function folded(name: string): string {
  return withoutAccents(name).toLowerCase();
}

/** Autocomplete: TMDB's titles and people in its own order, from one request. Throws a Failure. */
export async function suggest(
  { text, lang, limit }: SuggestQuery,
  { ask }: Pick<PeopleServices, "ask">,
): Promise<SearchSuggestion[]> {
  const parameters = { query: text, include_adult: "false", language: lang, page: "1" };
  const answer = await ask("search/multi", parameters);
  if (answer === ABSENT) throw new Failure("status", { status: 404 });
  const { items } = readMulti(answer);
  return items.flatMap((item) => (item === null ? [] : (suggestionOf(item) ?? []))).slice(0, limit);
}

function suggestionOf(found: MultiItem): SearchSuggestion | null {
  if (found.kind === "person") {
    const { id, name, original_name, adult } = found.person;
    return adult ? null : { kind: "person", id, name: name || original_name };
  }
  const kind = kindOf(found.title);
  if (kind === null || found.title.adult) return null;
  const { id, title, year, type } = cardOf(kind, found.title);
  return { kind: "title", id, name: title, ...(year !== "" && { year }), type };
}
