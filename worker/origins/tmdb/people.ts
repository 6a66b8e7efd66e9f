/** What TMDB answers about people, and what leads to a title or a person. */
import { isSearchable } from "../../contract/query.ts";
import { orProblem } from "../failure.ts";
import { filmographyTitles, MISSING, NO_RESULTS, peopleList, suggestionList } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import type { PeopleServices } from "./cards.ts";
import { find } from "./find.ts";
import { languageOf } from "./languages.ts";
import type { TmdbParts } from "./parts.ts";
import { searchPeople } from "./people-search.ts";
import { person } from "./person.ts";
import { sharedTitles } from "./shared.ts";
import { suggest } from "./suggest.ts";

type People = Pick<Capabilities, "person" | "people" | "shared" | "autocomplete" | "find">;

/** `parts.person`: of whom shared titles are put together. */
export function peopleOf(services: PeopleServices & { readonly parts: Pick<TmdbParts, "person"> }): People {
  return {
    async person(asked) {
      const found = await orProblem(person({ ...asked, lang: languageOf(asked.lang) }, services));
      if (found === null) return MISSING;
      return {
        json: JSON.stringify(found.person),
        about: { titles: filmographyTitles(found.person) },
        isPartial: found.isPartial,
        version: null,
      };
    },

    async people(asked) {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const query = { ...asked, lang: languageOf(asked.lang) };
      const { people, more, isPartial } = await orProblem(searchPeople(query, services));
      return peopleList(people, { more, isPartial });
    },

    async shared(asked) {
      const found = await sharedTitles(asked, services.parts);
      if (found === null) return MISSING;
      const { titles, isPartial, storedAt } = found;
      return {
        json: JSON.stringify(titles),
        about: { titles: titles.map(({ title }) => title.id) },
        isPartial,
        version: null,
        storedAt,
      };
    },

    async autocomplete(asked) {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const found = await orProblem(suggest({ ...asked, lang: languageOf(asked.lang) }, services));
      return suggestionList(found, null);
    },

    async find(query) {
      const found = await orProblem(find(query, services));
      if (found === null) return MISSING;
      const about = found.kind === "title" ? { titles: [found.id] } : { people: [found.id] };
      return { json: JSON.stringify(found), about, version: null };
    },
  };
}
