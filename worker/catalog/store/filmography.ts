/**
 * Packs filmographies for storage. The ranks of the titles come first, best known first, and then each title has a
 * line with tab-separated credits. A credit starts with a code for its group and, in the cast, its position. An
 * update uses these codes to calculate how well known a person is. An example is "192,32" with the lines "AJon Snow"
 * and "2=2 2Aerial Director". Pure functions that the loader and the catalog share.
 */
import { CREW_GROUPS } from "../../contract/credits.ts";
import type { FilmographyTitle, Role } from "../../contract/people.ts";

export const GROUPS = ["cast", ...CREW_GROUPS] as const;
export type StoredGroup = (typeof GROUPS)[number];

export interface FilmographyEntry {
  readonly rank: number;
  readonly credits: readonly Role[];
}

/** Matches the characters that a role cannot contain. */
const SEPARATORS = /[\t\n]+/g;

/** The position of a credit on its title. */
export interface CreditPosition {
  /** The index of the credits group. */
  readonly part: number;
  /**
   * The position in the cast, starting at 0. Positions from LAST_PLACE on are stored as LAST_PLACE. 0 for other
   * groups.
   */
  readonly place: number;
  /** Whether the title is an adult title, which does not make a person better known. */
  readonly isAdult: boolean;
}

export const LAST_PLACE = 57;
/**
 * The codes: `A` for the first in the cast, `1` to `7` for the other groups, and `(` to `/` for all groups of an
 * adult title.
 */
const FIRST_OF_CAST = 65;
const ADULT = 40;
const DIGIT = 48;

function encodePosition({ part, place, isAdult }: CreditPosition): string {
  if (isAdult) return String.fromCharCode(ADULT + part);
  return String.fromCharCode(part === 0 ? FIRST_OF_CAST + Math.min(place, LAST_PLACE) : DIGIT + part);
}

/** Decodes the position at the start of a packed credit. */
export function decodePosition(packed: string): CreditPosition {
  const code = packed.charCodeAt(0);
  if (code >= FIRST_OF_CAST) return { part: 0, place: code - FIRST_OF_CAST, isAdult: false };
  return code >= DIGIT
    ? { part: code - DIGIT, place: 0, isAdult: false }
    : { part: code - ADULT, place: 0, isAdult: true };
}

/** Packs a credit. `role` is the name of the character or the job. */
export function packCredit(standing: CreditPosition, role: string): string {
  return `${encodePosition(standing)}${encodeRole(role.replaceAll(SEPARATORS, " "))}`;
}

/** Appends another credit of the person on the same title. */
export function appendCredit(packed: string, credit: string): string {
  return `${packed}\t${credit}`;
}

/** Unpacks the columns of a stored filmography. */
export function unpackFilmography(titles: string, credits: string): FilmographyEntry[] {
  const lines = credits.split("\n");
  return titles.split(",").map((rank, at) => ({
    rank: Number(rank),
    credits: (lines[at] ?? "").split("\t").map(unpackCredit),
  }));
}

/**
 * The groups that take precedence if groups have the same number of titles. Someone who both directed and wrote all
 * of their titles is listed as a director.
 */
const LEADING: readonly StoredGroup[] = ["director", "cast", "writer"];

/**
 * Returns the group in which the person has the most titles. `credits` contains a line of packed credits per title.
 */
export function mainGroup(credits: string): StoredGroup {
  const groupsByTitle = credits.split("\n").map((line) => {
    const packed = line.split("\t").filter((credit) => credit !== "");
    return new Set(packed.map((credit) => GROUPS[decodePosition(credit).part] ?? "cast"));
  });
  const countTitles = (group: StoredGroup) => groupsByTitle.filter((groups) => groups.has(group)).length;
  return [...LEADING, ...GROUPS].reduce((most, group) =>
    countTitles(group) > countTitles(most) ? group : most,
  );
}

/** Returns the character or job in a packed credit. */
export const unpackRole = (packed: string) => decodeRole(packed.slice(1));

function unpackCredit(text: string): Role {
  const group = GROUPS[decodePosition(text).part] ?? "cast";
  const role = unpackRole(text);
  return group === "cast" ? { group, character: role } : { group, job: role };
}

/**
 * Common jobs, which are stored as `=` and their index in base 36 to save space. Add new jobs only at the end,
 * because the indexes are stored.
 */
const JOBS = `
Producer,Executive Producer,Director,Editor,Writer,Screenplay,Original Music Composer,Animation,Art Direction,Casting,
Production Design,Sound Re-Recording Mixer,Visual Effects Supervisor,Set Decoration,Co-Producer,First Assistant Director,
Associate Producer,Sound Effects Editor,Script Supervisor,Second Assistant Director,Set Dresser,Key Animation,
Visual Effects Producer,Production Assistant,Assistant Editor,Story,Production Manager,Sound Designer,Foley Artist,
Supervising Sound Editor,Boom Operator,Visual Effects Coordinator,Dialogue Editor,Set Designer,Production Coordinator,
Director of Photography,Unit Production Manager,Assistant Art Director,Digital Compositor,Assistant Director,
Art Department Coordinator,Location Manager,Second Second Assistant Director,Special Effects Supervisor,Property Master,
First Assistant Editor,Third Assistant Director,Storyboard Artist,Construction Coordinator,Production Supervisor,
Second Unit Director,Assistant Property Master,Background Designer,Assistant Location Manager,Production Accountant,
Production Sound Mixer,Assistant Production Coordinator,Visual Effects,Sound Editor,Sound Mixer,Sound Recordist,
Music Supervisor,Assistant Sound Editor,Line Producer,Casting Associate,Music Editor,Supervising Art Director,
Production Secretary,Art Department Assistant,Casting Assistant,VFX Artist,Animation Supervisor,Foley Editor,
Graphic Designer,Co-Executive Producer,Compositing Supervisor,Compositing Artist,Creature Technical Director,
Visual Effects Production Manager,Post Production Coordinator,Visual Effects Technical Director,
Assistant Production Manager,Executive In Charge Of Production,Visual Effects Production Assistant,Orchestrator,ADR Mixer,
Animation Director,Concept Artist,Second Unit First Assistant Director,Digital Intermediate,Musician,Foley Mixer,
Visual Development,Assistant Set Decoration,Extras Casting,First Assistant Accountant,ADR Recordist,Assistant Accountant,
Title Designer,Character Designer,First Assistant Sound Editor,Digital Intermediate Producer,Casting Director,
Construction Foreman,Additional Second Assistant Director,Visual Effects Compositor,Unit Manager,ADR Voice Casting,
ADR Editor,Set Decoration Buyer,Location Assistant,Second Assistant Accountant,Assistant Production Design,
Rotoscoping Artist,Payroll Accountant,Producer's Assistant,Characters,Supervising Dialogue Editor,Foley Recordist,
Supervising ADR Editor,Digital Intermediate Colorist,Negative Cutter,Matte Painter,Lead Animator,Extras Casting Assistant,
Modeling,Additional Sound Re-Recording Mixer,Colorist,Construction Manager,Location Scout,
Art Department Production Assistant,Sound Assistant,Color Timer,Music,Production Executive,ADR Supervisor,
Digital Intermediate Editor,Painter,Pipeline Technical Director,Assistant Director Trainee,Supervising Music Editor,
Conductor,Compositing Lead,Theme Song Performance,Conceptual Illustrator,Sound,Conceptual Design,Supervising Producer,
Assistant Unit Manager,Additional Editor,Sound Engineer,Foley Supervisor,Sound Supervisor,Sound Mix Technician,
Production Illustrator,Scoring Mixer,CG Artist,Playback Singer,Additional Editing,ADR & Dubbing,
Pre-Visualization Supervisor,Post Production Accountant,Music Coordinator,Story Artist,Associate Editor,Online Editor,
Senior Animator,Original Story,Location Production Assistant,Set Decorating Coordinator,Original Film Writer,
Editorial Production Assistant,Standby Art Director,Production Designer,Key Set Production Assistant,Draughtsman
`
  .split(",")
  .map((job) => job.trim());

const CODES = new Map(JOBS.map((job, at) => [job, `=${at.toString(36)}`]));

/** Returns the code of a common job, or else the role itself. A role that starts with `=` gets another `=`. */
function encodeRole(role: string): string {
  return CODES.get(role) ?? (role.startsWith("=") ? `=${role}` : role);
}

function decodeRole(stored: string): string {
  if (!stored.startsWith("=")) return stored;
  return JOBS[Number.parseInt(stored.slice(1), 36)] ?? stored.slice(1);
}

/** A title on a shelf. */
export interface TileRow extends FilmographyTitle {
  readonly rank: number;
  readonly is_adult: number;
}
export interface CardRow extends TileRow {
  readonly rating: number;
  readonly genres: string;
  readonly votes: number | null;
  /** The extent of a series as JSON (`SeriesExtent`), or `null`. */
  readonly series: string | null;
}
export interface PersonRow {
  readonly rank: number;
  readonly id: number;
  readonly name: string;
  /** The path of the portrait, or "" if there is none. */
  readonly profile_path: string;
  /** Other names, one per line. */
  readonly other_names: string;
  /** The ranks of the best-known titles, separated by commas. The last one may be incomplete. */
  readonly known_for: string;
}
export interface FilmographyRow extends PersonRow {
  /** The packed titles and credits (see `unpackFilmography()`). */
  readonly titles: string;
  readonly credits: string;
  /** The facts about the person's life as JSON (`Life`), or `null` if there are none. */
  readonly life: string | null;
}
