/**
 * TMDB's credits as the contract's eight groups. Every entry is kept with its job: departments without a group of their
 * own are appended to the nearest one, so that no cinematographer or costume designer is lost.
 */
import {
  buildCrewGroups,
  type CastEntry,
  type Credits,
  type CrewEntry,
  type CrewGroup,
} from "../contract/credits.ts";
import { contractPath } from "./ids.ts";
import type { CastMember, Creator, CrewMember, People } from "./responses.ts";

/**
 * By TMDB's department (developer.themoviedb.org/reference/configuration-jobs), in the order of the entries. Creator is
 * a department only in the credits of a person.
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

/** The department Crew has some of these. */
const EFFECTS = /\b(?:visual|special|digital) effects\b|\bvfx\b|\bcgi?\b/i;

/** The position of a department's entries: after the entries of earlier departments. */
interface GroupPosition {
  readonly group: CrewGroup;
  readonly rank: number;
}

const PLACES: ReadonlyMap<string, GroupPosition> = new Map(
  (Object.keys(GROUPS) as CrewGroup[]).flatMap((group) =>
    GROUPS[group].map((department, rank): [string, GroupPosition] => [department, { group, rank }]),
  ),
);
/** A department that is not in the table. */
const ELSEWHERE: GroupPosition = { group: "production", rank: GROUPS.production.length };

interface Job {
  readonly place: GroupPosition;
  readonly entry: CrewEntry;
}

/** `id`: the title's contract id. */
export function creditsOf(id: number, { cast, crew, creators }: People): Credits {
  const jobs = Map.groupBy(
    [...creators.map(creatorJob), ...crew.flatMap(crewJobs)],
    ({ place }) => place.group,
  );
  return {
    id,
    cast: cast.toSorted((one, other) => one.order - other.order).flatMap(castEntries),
    ...buildCrewGroups((group) =>
      (jobs.get(group) ?? [])
        .toSorted((one, other) => one.place.rank - other.place.rank)
        .map(({ entry }) => entry),
    ),
  };
}

/** The group of a job in a department of TMDB's. */
export function groupOfJob(department: string, job: string): CrewGroup {
  return placeOf(department, job).group;
}

function placeOf(department: string, job: string): GroupPosition {
  const isEffect = department === "Crew" && EFFECTS.test(job);
  return PLACES.get(isEffect ? "Visual Effects" : department) ?? ELSEWHERE;
}

function castEntries(member: CastMember): CastEntry[] {
  const characters = member.roles?.map(({ character }) => character) ?? [member.character];
  const played = characters.length === 0 ? [""] : characters;
  const shown = person(member);
  return played.map((character) => ({ ...shown, character }));
}

/** One entry for each job: TMDB combines all jobs on a whole series in one entry. */
function crewJobs(member: CrewMember): Job[] {
  const named = member.jobs?.map(({ job }) => job) ?? [member.job];
  const jobs = named.length === 0 ? [""] : named;
  const shown = person(member);
  return jobs.map((job) => ({ place: placeOf(member.department, job), entry: { ...shown, job } }));
}

/** A series' creators are not in its credits. */
function creatorJob(creator: Creator): Job {
  return { place: placeOf("Creator", "Creator"), entry: { ...person(creator), job: "Creator" } };
}

function person({ id, name, original_name, profile_path }: Creator) {
  return { id, name: name || original_name, profile_path: contractPath(profile_path) };
}
