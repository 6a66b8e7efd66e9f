/**
 * The roles that people have on a title. A credits group covers a whole department, so only the job title
 * distinguishes, for example, a composer from a sound engineer.
 */
import { type CrewEntry, isDirector } from "./credits.ts";
import type { Role } from "./people.ts";

export const CREDIT_ROLES = [
  "cast",
  "director",
  "writer",
  "music",
  "cinematography",
  "editing",
  "production",
  /** Any role except acting, for sources that do not distinguish jobs. */
  "crew",
] as const;
export type CreditRole = (typeof CREDIT_ROLES)[number];

type Job = Pick<CrewEntry, "job">;

const WROTE =
  /^(?:(?:co-|head |staff |additional |original (?:series )?)?(?:writer|screenplay|screenwriter|script|story|teleplay|screenstory|scenario(?: writer)?|adaptation|dialogue|idea|concept|series composition|creator)|written|created)(?: by)?$/i;
const CREATED = /^(?:created by|(?:original )?(?:series )?creator)$/i;
const IS_SOURCE =
  /\b(?:based on|novel|book|characters?|author|short story|play|comic|manga|poem|musical|opera|memoir|original film writer)\b/i;
const COMPOSED = /^(?:original music composer|composer|music(?: by)?)$/i;
const FILMED = /^(?:director of photography|cinematograph(?:y|er))$/i;
const EDITED = /^(?:(?:co-|film |lead |supervising (?:film )?)?editor|editing|edited by|)$/i;
const PRODUCED = /\bproduce[rd]\b/i;

/** Returns true if an entry of the "writer" group is a writer. An entry without a job counts as a writer. */
export const isWriter = ({ job }: Job) => job === "" || (WROTE.test(job) && !CREATED.test(job));
export const isCreator = ({ job }: Job) => CREATED.test(job);
/** Returns true if the title is based on a work by this person. */
export const isAuthor = ({ job }: Job) => IS_SOURCE.test(job);
export const isComposer = ({ job }: Job) => COMPOSED.test(job);
export const isCinematographer = ({ job }: Job) => FILMED.test(job);
export const isEditor = ({ job }: Job) => EDITED.test(job);

const CREW = {
  director: ["director", isDirector],
  writer: ["writer", (job) => isWriter(job) || isCreator(job) || isAuthor(job)],
  music: ["sound", isComposer],
  cinematography: ["production", isCinematographer],
  editing: ["editing", isEditor],
  production: ["production", ({ job }) => PRODUCED.test(job)],
} as const satisfies Readonly<
  Record<Exclude<CreditRole, "cast" | "crew">, readonly [Role["group"], (job: Job) => boolean]>
>;

export function hasRole(role: CreditRole, credits: readonly Role[]): boolean {
  return credits.some((credit) => {
    if (role === "cast" || credit.group === "cast") return credit.group === role;
    if (role === "crew") return true;
    const [group, isOfRole] = CREW[role];
    return credit.group === group && isOfRole(credit);
  });
}
