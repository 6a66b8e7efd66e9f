/** What TMDB answers about people, and what leads to a title or a person. */
import { isSearchable } from "../../contract/query.ts";
import { orProblem } from "../failure.ts";
import { type Loaded, type LoadedList, NO_RESULTS, type Origin } from "../origin.ts";
import { withinBytes } from "../suggestion-bytes.ts";
import type { PeopleServices } from "./cards.ts";
import { find } from "./find.ts";
import { languageOf } from "./languages.ts";
import type { TmdbParts } from "./parts.ts";
import { searchPeople } from "./people-search.ts";
import { person } from "./person.ts";
import { sharedTitles } from "./shared.ts";
import { suggest } from "./suggest.ts";

type People = Required<Pick<Origin, "person" | "people" | "shared" | "suggest" | "find">>;

/** `parts.person`: of whom shared titles are put together. */
export function peopleOf(services: PeopleServices & { readonly parts: Pick<TmdbParts, "person"> }): People {
  return {
    async person(asked): Promise<Loaded> {
      const found = await orProblem(person({ ...asked, lang: languageOf(asked.lang) }, services));
      if (found === null) return NOBODY;
      return { json: JSON.stringify(found.person), isPartial: found.isPartial, version: null };
    },

    async people(asked): Promise<LoadedList> {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const query = { ...asked, lang: languageOf(asked.lang) };
      const { people, more, isPartial } = await orProblem(searchPeople(query, services));
      return { json: JSON.stringify(people), isEmpty: people.length === 0, more, isPartial, version: null };
    },

    async shared(asked): Promise<Loaded> {
      const found = await sharedTitles(asked, services.parts);
      if (found === null) return NOBODY;
      const { titles, isPartial, storedAt } = found;
      return { json: JSON.stringify(titles), isPartial, version: null, storedAt };
    },

    async suggest(asked): Promise<LoadedList> {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const json = withinBytes(
        await orProblem(suggest({ ...asked, lang: languageOf(asked.lang) }, services)),
      );
      return { json, isEmpty: json === "[]", version: null };
    },

    async find(query): Promise<Loaded> {
      const found = await orProblem(find(query, services));
      return { json: found === null ? null : JSON.stringify(found), version: null };
    },
  };
}

const NOBODY: Loaded = { json: null, version: null };
