/**
 * Who leads the making of a title. The contract's groups are whole departments: "director" includes assistants and
 * script supervisors, "writer" the authors of the books that a title is based on, "sound" everyone from composer to foley.
 */
import { type Credits, type CrewEntry, isDirector } from "../../../worker/contract/credits.ts";

const WROTE =
  /^(?:(?:co-|head |staff |additional |original (?:series )?)?(?:writer|screenplay|screenwriter|script|story|teleplay|screenstory|scenario(?: writer)?|adaptation|dialogue|idea|concept|series composition|creator)|written|created)(?: by)?$/i;

const CREATED = /^(?:created by|(?:original )?(?:series )?creator)$/i;
const COMPOSED = /^(?:original music composer|composer|music(?: by)?)$/i;
const FILMED = /^(?:director of photography|cinematograph(?:y|er))$/i;
const EDITED = /^(?:(?:co-|film |lead |supervising (?:film )?)?editor|editing|edited by|)$/i;

const IS_SOURCE =
  /\b(?:based on|novel|book|characters?|author|short story|play|comic|manga|poem|musical|opera|memoir|original film writer)\b/i;

export interface Makers {
  /** Of a series. */
  readonly creators: readonly CrewEntry[];
  readonly directors: readonly CrewEntry[];
  readonly writers: readonly CrewEntry[];
  /** The authors of the work it is based on. */
  readonly authors: readonly CrewEntry[];
  readonly music: readonly CrewEntry[];
  readonly cinematography: readonly CrewEntry[];
  readonly editing: readonly CrewEntry[];
}

/** An entry without a job counts as a director or writer, by its group. */
export function makersOf({ director, writer, production, sound, editing }: Credits): Makers {
  return {
    creators: writer.filter(({ job }) => CREATED.test(job)),
    directors: director.filter(isDirector),
    writers: writer.filter(({ job }) => job === "" || (WROTE.test(job) && !CREATED.test(job))),
    authors: writer.filter(({ job }) => IS_SOURCE.test(job)),
    music: sound.filter(({ job }) => COMPOSED.test(job)),
    cinematography: production.filter(({ job }) => FILMED.test(job)),
    editing: editing.filter(({ job }) => EDITED.test(job)),
  };
}
