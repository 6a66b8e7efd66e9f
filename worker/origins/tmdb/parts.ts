/** What responses are made from: TMDB's own, and parts that are each stored by themselves and shared by all searches and pages. */
import type { Person } from "../../contract/people.ts";
import type { PersonQuery } from "../../contract/people-query.ts";
import type { TitleQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import type { StoredPart } from "../loaded.ts";
import type { GenreQuery } from "../origin.ts";
import type { Transport } from "../transport/transport.ts";
import type { Genres } from "./codes.ts";

/** The creator of the origin passes them in; they ask the origin for anything that is not stored. */
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

interface StoredPerson {
  readonly person: Person;
  readonly isPartial: boolean;
  readonly part: StoredPart;
}

/** How a response is made. */
export interface Asking {
  readonly ask: Transport;
  readonly parts: TmdbParts;
  /** Milliseconds for the whole response. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Counts entries that could not be read. */
  readonly noteDropped: (category: string, dropped: number) => void;
}
