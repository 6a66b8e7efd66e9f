/** Finds a title or person by an external id, which may be TMDB's own. */
import type { ExternalSource } from "../contract/facts.ts";
import type { FindResponse } from "../contract/people.ts";
import type { FindQuery } from "../contract/query.ts";
import { type Loaded, MISSING } from "../source/loaded.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import type { Transport } from "../source/transport/transport.ts";
import { contractId, MAX_TMDB_ID, tmdbPath } from "./ids.ts";
import { checkIdentified, type FoundIds, readFound } from "./responses.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** TMDB's names for the sources of ids (developer.themoviedb.org/reference/find-by-id). */
const SOURCES: Readonly<Partial<Record<ExternalSource, string>>> = {
  imdb: "imdb_id",
  tvdb: "tvdb_id",
  wikidata: "wikidata_id",
};

/** Finds the title or person with this id. Throws a Failure. */
export async function find(query: FindQuery, { ask }: TmdbContext): Promise<Loaded<FindResponse>> {
  const identity = await foundBy(query, ask);
  if (identity === null) return MISSING;
  const ids = identity.kind === "title" ? { titles: [identity.id] } : { people: [identity.id] };
  return { value: identity, ids };
}

async function foundBy({ source, external }: FindQuery, ask: Transport): Promise<FindResponse | null> {
  const external_source = SOURCES[source];
  if (external_source === undefined) return await findOwn(source, Number(external), ask);
  const response = await ask(`find/${external}`, { external_source });
  return response === ABSENT ? null : pickFirst(readFound(response));
}

/** Finds the title or person with a TMDB id. Asks TMDB, because a well-formed id may not exist. */
async function findOwn(source: ExternalSource, number: number, ask: Transport): Promise<FindResponse | null> {
  if (number > MAX_TMDB_ID) return null;
  const isPerson = source === "tmdb-person";
  const title = { kind: source === "tmdb-movie" ? "movie" : "series", number } as const;
  const response = await ask(isPerson ? `person/${number}` : tmdbPath(title), {});
  if (response === ABSENT) return null;
  checkIdentified(response);
  return isPerson ? { kind: "person", id: number } : { kind: "title", id: contractId(title) };
}

/** Returns the first result, because an external id belongs to only one title or person. */
function pickFirst({ films: [film], series: [series], people: [person] }: FoundIds): FindResponse | null {
  if (film !== undefined) return { kind: "title", id: contractId({ kind: "movie", number: film }) };
  if (series !== undefined) return { kind: "title", id: contractId({ kind: "series", number: series }) };
  return person === undefined ? null : { kind: "person", id: person };
}
