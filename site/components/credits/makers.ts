/**
 * Who directed and who wrote a title. The contract's groups are whole departments: "director" includes assistants and
 * script supervisors, "writer" the authors of the books that a title is based on.
 */
import { type Credits, type CrewEntry, isDirector } from "../../../worker/contract/credits.ts";

const WROTE =
  /^(?:(?:co-|head |staff |additional |original (?:series )?)?(?:writer|screenplay|screenwriter|script|story|teleplay|screenstory|scenario(?: writer)?|adaptation|dialogue|idea|concept|series composition|creator)|written|created)(?: by)?$/i;

const IS_SOURCE =
  /\b(?:based on|novel|book|characters?|author|short story|play|comic|manga|poem|musical|opera|memoir|original film writer)\b/i;

export interface Makers {
  readonly directors: readonly CrewEntry[];
  readonly writers: readonly CrewEntry[];
  /** The authors of the work it is based on. */
  readonly authors: readonly CrewEntry[];
}

/** An entry without a job counts as a director or writer, by its group. */
export function makersOf({ director, writer }: Pick<Credits, "director" | "writer">): Makers {
  return {
    directors: director.filter(isDirector),
    writers: writer.filter(({ job }) => job === "" || WROTE.test(job)),
    authors: writer.filter(({ job }) => IS_SOURCE.test(job)),
  };
}
