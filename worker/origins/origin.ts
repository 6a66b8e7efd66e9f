import type { CreditsQuery, SearchQuery } from "../contract/query.ts";

/** Where answers come from. Both speak the contract; neither knows that a cache exists. */
export interface Origin {
  readonly name: "upstream" | "catalog";
  search(query: SearchQuery): Promise<ResultPage>;
  /**
   * The credits object as JSON, ready to send. `null`: there is no such title.
   * A failure is thrown as a Problem, never returned as nothing.
   */
  credits(query: CreditsQuery): Promise<string | null>;
  /** Names what the answers come from where that is replaced as a whole: stored answers must not outlive it. */
  version?(): Promise<string>;
}

/** What a search found. */
export interface ResultPage {
  /** A bare array of title records as JSON, ready to send. */
  readonly json: string;
  /** How many records the array holds. */
  readonly count: number;
  /** Whether the next page would hold any. */
  readonly more: boolean;
}

export const NO_RESULTS: ResultPage = { json: "[]", count: 0, more: false };
