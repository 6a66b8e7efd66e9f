/**
 * The parts of responses, each stored by itself and shared by all searches and pages. The creator of the origin passes
 * them in; they ask the origin for anything that is not stored.
 */
import type { PersonQuery } from "../../contract/people-query.ts";
import type { TitleQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import type { GenreQuery } from "../origin.ts";
import type { Genres } from "./codes.ts";
import type { StoredPerson } from "./person.ts";

export interface TmdbParts {
  /** `null`: TMDB does not have the title. `undefined`: it is not stored. */
  storedTitle(query: TitleQuery): Promise<TitleRecord | null | undefined>;
  /** The same, but asks TMDB if it is not stored. `undefined`: TMDB failed. */
  title(query: TitleQuery): Promise<TitleRecord | null | undefined>;
  /** `null`: TMDB does not have the person. If TMDB fails, a stored person of any age serves; else throws a Problem. */
  person(query: PersonQuery): Promise<StoredPerson | null>;
  /** `undefined`: TMDB failed. */
  genres(query: GenreQuery): Promise<Genres | undefined>;
}
