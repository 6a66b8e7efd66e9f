/**
 * What answers are put together from, each stored by itself and shared by all searches and pages. Who makes the
 * origin hands these over; they ask the origin for what is not stored.
 */
import type { PersonQuery } from "../../contract/people-query.ts";
import type { TitleQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import type { GenreQuery } from "../origin.ts";
import type { Genres } from "./codes.ts";
import type { StoredPerson } from "./person.ts";

export interface TmdbParts {
  /** `null`: TMDB has no such title. `undefined`: it is not stored. */
  storedTitle(query: TitleQuery): Promise<TitleRecord | null | undefined>;
  /** The same from TMDB where it is not stored. `undefined`: TMDB failed. */
  title(query: TitleQuery): Promise<TitleRecord | null | undefined>;
  /** `null`: TMDB has no such person. Someone stored serves, whatever the age, when TMDB fails; else a Problem is thrown. */
  person(query: PersonQuery): Promise<StoredPerson | null>;
  /** `undefined`: TMDB failed. */
  genres(query: GenreQuery): Promise<Genres | undefined>;
}
