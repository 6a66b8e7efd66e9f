import type { CreditsQuery, SearchQuery } from "../contract/query.ts";

/** Where answers come from. Both speak the contract; neither knows that a cache exists. */
export interface Origin {
  readonly name: "upstream" | "catalog";
  /** Tells this source from any other in cache keys. No key is in it. */
  readonly source: string;
  /** A failure is thrown as a Problem, never returned as nothing. */
  search(query: SearchQuery): Promise<ResultPage>;
  /** A failure is thrown as a Problem, never returned as nothing. */
  credits(query: CreditsQuery): Promise<Sourced>;
}

/** What an origin has of one title. */
export interface Sourced {
  /** Ready to send; `null`: there is no such title. */
  readonly json: string | null;
  /**
   * The version of the catalog it was read from: when the catalog is replaced, it is out of date as a whole.
   * `null`: it was read from no catalog.
   */
  readonly catalogVersion: string | null;
}

/** What a search found. */
export interface ResultPage {
  /** A bare array of title records as JSON, ready to send. */
  readonly json: string;
  /** How many records the array holds. */
  readonly count: number;
  /** Whether the next page would hold any. */
  readonly more: boolean;
  /** As of `Sourced`. */
  readonly catalogVersion: string | null;
}

export const NO_RESULTS: ResultPage = { json: "[]", count: 0, more: false, catalogVersion: null };
