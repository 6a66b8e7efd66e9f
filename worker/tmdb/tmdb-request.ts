/** What a response is made with: requests to TMDB, and values that are stored by themselves and shared by all searches and
 * pages. */
import type { AskStored } from "../source/source.ts";
import type { Transport } from "../source/transport/transport.ts";

export interface Asking {
  readonly ask: Transport;
  /** Values that are stored by themselves, loaded from TMDB if they are not. */
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
