/**
 * Sorts TMDB's credits into the contract's eight groups. The entries of a department without a group go to the most
 * similar group, so that no entry is lost.
 */
import {
  buildCrewGroups,
  type CastEntry,
  type Credits,
  type CrewEntry,
  type CrewGroup,
  uniqueCredits,
} from "../contract/credits.ts";
import { contractPath } from "./ids.ts";
import type { CastMember, Creator, CrewMember, People } from "./responses.ts";

/**
 * The TMDB departments in each group, in the order in which their entries are sorted
 * (developer.themoviedb.org/reference/configuration-jobs). The department "Creator" only exists in the credits of a
 * person.
 */
const GROUPS: Readonly<Record<CrewGroup, readonly string[]>> = {
  writer: ["Creator", "Writing"],
  director: ["Directing"],
  editing: ["Editing"],
  production: ["Production", "Camera", "Lighting", "Crew", "Actors"],
  art: ["Art", "Costume & Make-Up"],
  "visual effects": ["Visual Effects"],
  sound: ["Sound"],
};

/** Matches visual effects jobs. TMDB lists some of them in the department "Crew". */
const EFFECTS = /\b(?:visual|special|digital) effects\b|\bvfx\b|\bcgi?\b/i;

/** The credits group of a department, and the department's position within the group. */
interface GroupPosition {
  readonly group: CrewGroup;
  readonly rank: number;
}

const PLACES: ReadonlyMap<string, GroupPosition> = new Map(
  (Object.keys(GROUPS) as CrewGroup[]).flatMap((group) =>
    GROUPS[group].map((department, rank): [string, GroupPosition] => [department, { group, rank }]),
  ),
);
/** The position of unknown departments. */
const UNKNOWN_DEPARTMENT: GroupPosition = { group: "production", rank: GROUPS.production.length };

interface Job {
  readonly place: GroupPosition;
  readonly entry: CrewEntry;
}

/** Converts TMDB's credits for a title. `id` is the contract id of the title. */
export function convertCredits(id: number, { cast, crew, creators }: People): Credits {
  const jobs = Map.groupBy(
    [...creators.map(creatorJob), ...crew.flatMap(crewJobs)],
    ({ place }) => place.group,
  );
  return {
    id,
    cast: uniqueCredits(cast.toSorted((one, other) => one.order - other.order).flatMap(castEntries)),
    ...buildCrewGroups((group) => {
      const inOrder = (jobs.get(group) ?? []).toSorted((one, other) => one.place.rank - other.place.rank);
      return uniqueCredits(inOrder.map(({ entry }) => entry));
    }),
  };
}

/** Returns the credits group for a TMDB department and job. */
export function groupOfJob(department: string, job: string): CrewGroup {
  return findPosition(department, job).group;
}

function findPosition(department: string, job: string): GroupPosition {
  const isEffect = department === "Crew" && EFFECTS.test(job);
  return PLACES.get(isEffect ? "Visual Effects" : department) ?? UNKNOWN_DEPARTMENT;
}

function castEntries(member: CastMember): CastEntry[] {
  const characters = member.roles?.map(({ character }) => character) ?? [member.character];
  const played = characters.length === 0 ? [""] : characters;
  const shown = person(member);
  return played.map((character) => ({ ...shown, character }));
}

/** Returns one entry per job. In the credits of a series, TMDB combines all jobs of a person into one entry. */
function crewJobs(member: CrewMember): Job[] {
  const named = member.jobs?.map(({ job }) => job) ?? [member.job];
  const jobs = named.length === 0 ? [""] : named;
  const shown = person(member);
  return jobs.map((job) => ({ place: findPosition(member.department, job), entry: { ...shown, job } }));
}

/** Returns the entry of a creator, because TMDB lists creators outside the credits. */
function creatorJob(creator: Creator): Job {
  return { place: findPosition("Creator", "Creator"), entry: { ...person(creator), job: "Creator" } };
}

function person({ id, name, original_name, profile_path }: Creator) {
  return { id, name: name || original_name, profile_path: contractPath(profile_path) };
}
