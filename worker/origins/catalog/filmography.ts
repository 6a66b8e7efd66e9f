/**
 * A filmography as the catalog stores it: the ranks of the titles, the best known first, and one line of tab-separated credits
 * for each, with nothing of the title itself. A group is a digit: its place in the credits object.
 *
 *     12,2      0Jon Snow
 *               2=2	2Second Unit Director
 *
 * Written by the loader, read by the catalog; pure.
 */
import { CREW_GROUPS } from "../../contract/credits.ts";
import type { Role } from "../../contract/people.ts";
import { decodeRole, encodeRole } from "./jobs.ts";

export const GROUPS = ["cast", ...CREW_GROUPS] as const;
export type Group = (typeof GROUPS)[number];

export interface FilmographyEntry {
  /** The rank of the title. */
  readonly rank: number;
  readonly credits: readonly Role[];
}

/** What a line cannot hold. */
const SEPARATORS = /[\t\n]+/g;

/** One credit. `part`: index of the group; `role`: character or job. */
export function packCredit(part: number, role: string): string {
  return `${part}${encodeRole(role.replaceAll(SEPARATORS, " "))}`;
}

/** Another credit of the same person on the same title, after those that are packed. */
export function packBeside(packed: string, credit: string): string {
  return `${packed}\t${credit}`;
}

/** `titles` and `credits` as they are stored, a line of credits for each title. */
export function unpackFilmography(titles: string, credits: string): FilmographyEntry[] {
  const lines = credits.split("\n");
  return titles.split(",").map((rank, at) => ({
    rank: Number(rank),
    credits: (lines[at] ?? "").split("\t").map(unpackCredit),
  }));
}

function unpackCredit(text: string): Role {
  const group = GROUPS[Number(text[0])] ?? "cast";
  const role = decodeRole(text.slice(1));
  return group === "cast" ? { group, character: role } : { group, job: role };
}
