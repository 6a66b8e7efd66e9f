/** What answers from TMDB are put together from: titles, people and lists of genres, as cached resources of that origin. */
import * as v from "valibot";
import { bodyText } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import { Person } from "../contract/people.ts";
import { Problem } from "../contract/problem.ts";
import { TitleRecord } from "../contract/record.ts";
import type { GenreQuery } from "../origins/origin.ts";
import type { TmdbParts } from "../origins/tmdb/parts.ts";
import { person } from "./person.ts";
import { type CachedOrigin, DEFAULT_POLICIES, policyFor, type Resource } from "./resource.ts";
import { serves, title } from "./title.ts";

/** Lists of genres change about once in a year. */
export const genres: Resource<GenreQuery> = {
  name: "genres",
  needs: "genres",
  key: ({ kind, lang }) => `kind=${kind}&lang=${lang}`,
  load: (origin, query) => origin.genres(query),
  tags: () => ["search"],
  policy: (_policies, outcome) => policyFor(GENRES_POLICY, outcome),
  isCounted: false,
  hasLastResort: false,
};

const DAY = 86_400;
const GENRES_POLICY = { ...DEFAULT_POLICIES.search, lifetime: 7 * DAY, staleWhileRevalidate: 30 * DAY };

const Genres = v.record(v.string(), v.string());

/** `resources`: of the origin that uses the parts. */
export function tmdbParts(resources: () => CachedOrigin): TmdbParts {
  return {
    async storedTitle(query) {
      const stored = await resources().peek(title, query);
      if (stored === null || !serves(stored)) return undefined;
      return stored.outcome === "missing" ? null : (parseJson(TitleRecord, bodyText(stored)) ?? undefined);
    },
    async title(query) {
      const answer = await resources().ask(title, query);
      // A record that is stale because TMDB failed would become part of an answer that counts as new.
      if (answer.kind === "failed" || !serves(answer)) return undefined;
      return answer.outcome === "missing" ? null : (parseJson(TitleRecord, bodyText(answer)) ?? undefined);
    },
    async person(query) {
      const answer = await resources().ask({ ...person, isCounted: false }, query);
      if (answer.kind === "failed") throw answer.problem;
      if (answer.outcome === "missing") return null;
      const found = parseJson(Person, bodyText(answer));
      if (found === null) throw new Problem("internal", "A stored person cannot be read.");
      return { person: found, isPartial: answer.outcome === "partial", storedAt: answer.storedAt };
    },
    async genres(query) {
      const answer = await resources().ask(genres, query);
      return answer.kind === "failed" ? undefined : (parseJson(Genres, bodyText(answer)) ?? undefined);
    },
  };
}
