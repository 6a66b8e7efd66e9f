/** The rows that the statements of the catalog return. */

import type { ExternalIdsRow } from "./ids-sql.ts";

export interface TitleCandidate {
  /** The rowid. Rowids follow popularity, with gaps in between. */
  readonly rank: number;
  /** The folded forms as stored. The first one is the display title. */
  readonly forms: string;
  /** The year of the title, or 0 if it is unknown. */
  readonly year: number;
}

export interface RecordRow {
  readonly record: string;
}
/** A record with the facts that a list shows. */
export interface ListedRecordRow extends RecordRow {
  readonly votes: number | null;
  /** The extent of a series as JSON (`SeriesExtent`), or `null` if it is unknown. */
  readonly series: string | null;
  /** 1 if the plot is in English although another language was requested. `null` if English was requested. */
  readonly untranslated: number | null;
}
export interface TitleRow extends RecordRow, ExternalIdsRow {
  /** The English plot. */
  readonly english: string;
  /** The facts as JSON, without popularity and external ids. Unknown facts may be `null` or 0. */
  readonly facts: string;
  readonly popularity: number;
  /** The schedule and number of seasons as JSON, or `null` if no season is known. */
  readonly schedule: string | null;
  /** The collection as JSON (`CollectionFact`), or `null` if the title belongs to none. */
  readonly collection: string | null;
}
export interface SeasonsRow extends Pick<TitleRow, "id" | "schedule"> {
  readonly seasons: string;
}
export interface SeasonRow extends Pick<TitleRow, "id"> {
  /** The season as JSON, or `null` if it does not exist. */
  readonly season: string | null;
  /** The air dates of the season's episodes around the day of the request, as JSON. */
  readonly airs: string;
}
/** A title that has a key. `claim` is 0 or 1 if the key is a complete title, and 2 if it is only a part of one. */
export interface KeyRow extends TitleCandidate {
  readonly claim: number;
}
/** A title with requested keys. */
export interface NamedRow extends Pick<TitleCandidate, "rank" | "forms">, ListedRecordRow {
  /** The search keys of the title with the weight of each, as a JSON object. */
  readonly keys: string;
  readonly countries: string;
  /** An array of `KnownSeason`, or `null` if not requested. */
  readonly seasons: string | null;
}
/** A candidate together with its record, which saves a third round trip. */
export interface CandidateRecordRow extends TitleCandidate, ListedRecordRow {}

export interface FactsRow extends TitleCandidate {
  readonly facts: string;
}

export interface WordRow {
  readonly word: string;
  readonly titles: number;
}
export interface NearRow {
  readonly shortening: number;
  readonly words: string;
}

export interface CreditsRow {
  readonly id: number;
  readonly record: string | null;
}
