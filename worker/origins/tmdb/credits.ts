/**
 * TMDB's credits as the contract's eight groups. Every entry is kept, with its job as it is: what has no group of
 * its own is appended to the nearest one, so that no cinematographer or costume designer is lost.
 */
import type { CastEntry, Credits, CrewEntry, CrewGroup } from "../../contract/credits.ts";
import { contractPath } from "./images.ts";
import type { CastMember, Creator, CrewMember, People } from "./reading.ts";

/**
 * By TMDB's department (developer.themoviedb.org/reference/configuration-jobs), in the order of the entries. Creator is
 * one in the credits of a person only.
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

/** The department Crew holds some of these. */
const EFFECTS = /\b(?:visual|special|digital) effects\b|\bvfx\b|\bcgi?\b/i;

interface Job extends CrewEntry {
  readonly department: string;
}

/** `id`: the title's in the contract. */
export function creditsOf(id: number, { cast, crew, creators }: People): Credits {
  const jobs = [...creators.map(creatorJob), ...crew.flatMap(crewJobs)];
  return {
    id,
    cast: cast.toSorted((one, other) => one.order - other.order).flatMap(castEntries),
    writer: group(jobs, "writer"),
    director: group(jobs, "director"),
    editing: group(jobs, "editing"),
    production: group(jobs, "production"),
    art: group(jobs, "art"),
    "visual effects": group(jobs, "visual effects"),
    sound: group(jobs, "sound"),
  };
}

function group(jobs: readonly Job[], name: CrewGroup): CrewEntry[] {
  const departments = GROUPS[name];
  const last = departments.length;
  const rank = ({ department }: Job) => departments.indexOf(department) + 1 || last + 1;
  return jobs
    .filter(({ department }) => groupOf(department) === name)
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ department: _, ...entry }) => entry);
}

/** A department that is not in the table counts as production. */
function groupOf(department: string): CrewGroup {
  const names = Object.keys(GROUPS) as CrewGroup[];
  return names.find((name) => GROUPS[name].includes(department)) ?? "production";
}

/** The group of a job in a department of TMDB's. */
export function groupOfJob(department: string, job: string): CrewGroup {
  return groupOf(departmentOf(department, job));
}

function departmentOf(department: string, job: string): string {
  return department === "Crew" && EFFECTS.test(job) ? "Visual Effects" : department;
}

function castEntries(member: CastMember): CastEntry[] {
  const characters = member.roles?.map(({ character }) => character) ?? [member.character];
  const played = characters.length === 0 ? [""] : characters;
  return played.map((character) => ({ ...person(member), character }));
}

/** An entry for each job: of the whole run of a series all are in one entry of TMDB's. */
function crewJobs(member: CrewMember): Job[] {
  const named = member.jobs?.map(({ job }) => job) ?? [member.job];
  const jobs = named.length === 0 ? [""] : named;
  return jobs.map((job) => ({
    ...person(member),
    job,
    department: departmentOf(member.department, job),
  }));
}

/** Creators of a series are not among its credits. */
function creatorJob(creator: Creator): Job {
  return { ...person(creator), job: "Creator", department: "Creator" };
}

function person({ id, name, original_name, profile_path }: Creator) {
  return { id, name: name || original_name, profile_path: contractPath(profile_path) };
}
