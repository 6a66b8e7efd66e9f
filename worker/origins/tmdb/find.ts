/** Finds a title or a person by the id of another source, or by TMDB's own. */
import type { Kind } from "../../contract/filter.ts";
import type { ExternalSource, FindAnswer } from "../../contract/people.ts";
import type { FindQuery } from "../../contract/people-query.ts";
import { ABSENT } from "../transport/exchange.ts";
import type { PeopleServices } from "./cards.ts";
import { contractId, MAX_TMDB_ID, pathOf } from "./ids.ts";
import { checkIdentified, type FoundIds, readFound } from "./reading.ts";

/** TMDB's names of the sources (developer.themoviedb.org/reference/find-by-id). */
const SOURCES: Readonly<Partial<Record<ExternalSource, string>>> = {
  imdb: "imdb_id",
  wikidata: "wikidata_id",
};

/** `null`: not found. Throws a Failure. */
export async function find(
  { source, external }: FindQuery,
  { ask }: Pick<PeopleServices, "ask">,
): Promise<FindAnswer | null> {
  const external_source = SOURCES[source];
  if (source === "tmdb-person") return await findPerson(Number(external), ask);
  if (external_source === undefined) {
    return await findTitle(source === "tmdb-movie" ? "movie" : "series", Number(external), ask);
  }
  const answer = await ask(`find/${external}`, { external_source });
  return answer === ABSENT ? null : firstOf(readFound(answer));
}

/** Asks TMDB, since the id alone does not prove that the title exists. */
async function findTitle(kind: Kind, number: number, ask: PeopleServices["ask"]): Promise<FindAnswer | null> {
  if (number > MAX_TMDB_ID) return null;
  const title = { kind, number };
  const answer = await ask(pathOf(title), {});
  if (answer === ABSENT) return null;
  checkIdentified(answer);
  return { kind: "title", id: contractId(title) };
}

async function findPerson(id: number, ask: PeopleServices["ask"]): Promise<FindAnswer | null> {
  if (id > MAX_TMDB_ID) return null;
  const answer = await ask(`person/${id}`, {});
  if (answer === ABSENT) return null;
  checkIdentified(answer);
  return { kind: "person", id };
}

/** An id belongs to one thing only; TMDB's lists are read in this order. */
function firstOf({ films: [film], series: [series], people: [person] }: FoundIds): FindAnswer | null {
  if (film !== undefined) return { kind: "title", id: contractId({ kind: "movie", number: film }) };
  if (series !== undefined) return { kind: "title", id: contractId({ kind: "series", number: series }) };
  return person === undefined ? null : { kind: "person", id: person };
}
