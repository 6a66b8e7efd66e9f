/**
 * The context of a response: requests to TMDB, and values that are stored separately and shared by searches and
 * pages.
 */
import type { AskStored } from "../source/source.ts";
import type { Transport } from "../source/transport/transport.ts";

export interface TmdbContext {
  readonly ask: Transport;
  /** Returns a separately stored value, or loads it from TMDB. */
  readonly askStored: AskStored;
  /** Requests in progress for titles with further sections, by contract id. */
  readonly underWay: Map<number, SectionsUnderWay>;
  /** The time limit of the whole response, in milliseconds. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Counts unreadable entries for the log. */
  readonly noteDropped: (category: string, dropped: number) => void;
}

interface SectionsUnderWay {
  readonly sections: readonly string[];
  readonly answer: Promise<unknown>;
}
