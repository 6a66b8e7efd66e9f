/**
 * Who directed and who wrote a title. The groups of the contract are whole departments: that of the directors has
 * their assistants and script supervisors, that of the writers has the authors of what a title is based on.
 */
import type { Credits, CrewEntry } from "../../../worker/contract/credits.ts";

const DIRECTED = /^(?:(?:co-|series )?director|directed by)$/i;

const WROTE =
  /^(?:(?:co-|head |staff |additional |original (?:series )?)?(?:writer|screenplay|screenwriter|script|story|teleplay|screenstory|scenario(?: writer)?|adaptation|dialogue|idea|concept|series composition|creator)|written|created)(?: by)?$/i;

const IS_SOURCE =
  /\b(?:based on|novel|book|characters?|author|short story|play|comic|manga|poem|musical|opera|memoir|original film writer)\b/i;

export interface Makers {
  readonly directors: readonly CrewEntry[];
  readonly writers: readonly CrewEntry[];
  /** The authors of what it is based on. */
  readonly authors: readonly CrewEntry[];
}

/** An entry without a job counts as what its group is named after. */
export function makersOf({ director, writer }: Pick<Credits, "director" | "writer">): Makers {
  return {
    directors: director.filter(({ job }) => job === "" || DIRECTED.test(job)),
    writers: writer.filter(({ job }) => job === "" || WROTE.test(job)),
    authors: writer.filter(({ job }) => IS_SOURCE.test(job)),
  };
}
