/** How responses are made: of what TMDB sends, and of values that are each stored by themselves and shared by all searches and pages. */
import type { AskStored } from "../origin.ts";
import type { Transport } from "../transport/transport.ts";

export interface Asking {
  readonly ask: Transport;
  /** Asks TMDB for data that is not stored. */
  readonly askStored: AskStored;
  /** Requests in progress for titles with further sections, by contract id. */
  readonly underWay: Map<number, SectionsUnderWay>;
  /** Milliseconds for the whole response. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Counts entries that could not be read. */
  readonly noteDropped: (category: string, dropped: number) => void;
}

interface SectionsUnderWay {
  readonly sections: readonly string[];
  readonly answer: Promise<unknown>;
}
