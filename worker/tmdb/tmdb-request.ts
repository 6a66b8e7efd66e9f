/** The context of a response: access to TMDB, and to cached values that searches and pages share. */
import type { AskStored } from "../source/source.ts";
import type { Transport } from "../source/transport/transport.ts";

export interface TmdbContext {
  readonly ask: Transport;
  /** Returns a cached value, or loads it from TMDB. */
  readonly askStored: AskStored;
  /** The requests in progress that also load further sections of a title, by contract id. */
  readonly underWay: Map<number, SectionsUnderWay>;
  /** The time limit for the whole response, in milliseconds. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Logs how many entries of a response were dropped. */
  readonly noteDropped: (category: string, dropped: number) => void;
}

interface SectionsUnderWay {
  readonly sections: readonly string[];
  readonly response: Promise<unknown>;
}
