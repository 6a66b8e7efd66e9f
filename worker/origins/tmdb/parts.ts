/**
 * What answers are put together from, each stored by itself and shared by all searches and pages. Who makes the
 * origin hands these over; they ask the origin for what is not stored.
 */
import type { Kind } from "../../contract/filter.ts";
import type { TitleRecord } from "../../contract/record.ts";
import type { Genres } from "./genres.ts";

export interface TitlePart {
  /** In the contract. */
  readonly id: number;
  readonly lang: string;
}

export interface GenrePart {
  readonly kind: Kind;
  readonly lang: string;
}

export interface TmdbParts {
  /** `null`: TMDB has no such title. `undefined`: it is not stored. */
  storedTitle(part: TitlePart): Promise<TitleRecord | null | undefined>;
  /** The same from TMDB where it is not stored. `undefined`: TMDB failed. */
  title(part: TitlePart): Promise<TitleRecord | null | undefined>;
  /** `undefined`: TMDB failed. */
  genres(part: GenrePart): Promise<Genres | undefined>;
}
