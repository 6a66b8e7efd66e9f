/**
 * A filmography as the catalog stores it: one line a title, the best known first, with the title's rank, the tab-separated
 * credits and nothing of the title itself. A group is a digit: its place in the credits object. A frequent job is a code.
 *
 *     12	0Jon Snow	2=2	2Second Unit Director
 *
 * Written by the loader, read by the catalog; pure.
 */
import { CREW_GROUPS } from "../../contract/credits.ts";
import type { Role } from "../../contract/people.ts";

export const GROUPS = ["cast", ...CREW_GROUPS] as const;
export type Group = (typeof GROUPS)[number];

export interface Credit {
  readonly group: Group;
  /** Character or job. */
  readonly role: string;
}

export interface FilmographyEntry {
  /** The rank of the title. */
  readonly rank: number;
  readonly credits: readonly Credit[];
}

/** Jobs with a code, `=` and the place here in base 36. Stored data depends on the order; a job may only be added at the end. */
const CODED_JOBS = [
  "Producer",
  "Executive Producer",
  "Director",
  "Editor",
  "Writer",
  "Screenplay",
  "Original Music Composer",
  "Animation",
  "Art Direction",
  "Casting",
  "Production Design",
  "Sound Re-Recording Mixer",
  "Visual Effects Supervisor",
  "Set Decoration",
  "Co-Producer",
  "First Assistant Director",
  "Associate Producer",
  "Sound Effects Editor",
  "Script Supervisor",
  "Second Assistant Director",
  "Set Dresser",
  "Key Animation",
  "Visual Effects Producer",
  "Production Assistant",
  "Assistant Editor",
  "Story",
  "Production Manager",
  "Sound Designer",
  "Foley Artist",
  "Supervising Sound Editor",
  "Boom Operator",
  "Visual Effects Coordinator",
  "Dialogue Editor",
  "Set Designer",
  "Production Coordinator",
  "Director of Photography",
];
const CODES = new Map(CODED_JOBS.map((job, at) => [job, `=${at.toString(36)}`]));

/** Separators of the stored form, which no role may contain. */
const SEPARATORS = /[\t\n]+/g;

export function packFilmography(entries: readonly FilmographyEntry[]): string {
  return entries.map(({ rank, credits }) => [rank, ...credits.map(packCredit)].join("\t")).join("\n");
}

function packCredit({ group, role }: Credit): string {
  return `${GROUPS.indexOf(group)}${CODES.get(role) ?? role.replaceAll(SEPARATORS, " ")}`;
}

export function unpackFilmography(text: string): FilmographyEntry[] {
  return text.split("\n").flatMap((line) => {
    const [rank, ...credits] = line.split("\t");
    return rank ? [{ rank: Number(rank), credits: credits.map(unpackCredit) }] : [];
  });
}

function unpackCredit(text: string): Credit {
  const code = /^=([0-9a-z]+)$/.exec(text.slice(1))?.[1] ?? "";
  const role = CODED_JOBS[Number.parseInt(code, 36)] ?? text.slice(1);
  return { group: GROUPS[Number(text[0])] ?? "cast", role };
}

/** In the contract's words. */
export function roleOf({ group, role }: Credit): Role {
  return group === "cast" ? { group, character: role } : { group, job: role };
}
