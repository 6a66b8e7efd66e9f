/**
 * The stored lists of "More like this". A load finds the titles and what they share, and a page only reads them. Pure
 * functions that the loader and the catalog share.
 *
 * The leads of a title are stored as "D525 w556 A6193 a24045". The letter is the role, and it is upper case if the page
 * has a shelf for the person. The titles like it are stored as "155aBA 49026a:1": an id, the shared lead (`a` is the
 * first), the shared genres, rarest first (`A` is the title's first genre), and the shared country.
 */
import type { SharedTraits } from "../../contract/browse.ts";
import { sharedDecade } from "../../source/likeness.ts";
import { MAX_ACTORS } from "../../source/more-by.ts";
import { listGenres } from "../../text/genres.ts";

export type LeadRole = NonNullable<SharedTraits["person"]>["role"];

export interface Lead {
  readonly role: LeadRole;
  readonly id: number;
}

/** Packs leads, most important first. There are shelves for the first director and the first other actors. */
export function packLeads(leads: readonly Lead[]): string {
  const director = leads.find(({ role }) => role === "director");
  const actors = leads.filter(({ role, id }) => role === "actor" && id !== director?.id).slice(0, MAX_ACTORS);
  const withShelf: readonly (Lead | undefined)[] = [director, ...actors];
  return leads
    .map((lead) => {
      const code = lead.role.charAt(0);
      return `${withShelf.includes(lead) ? code.toUpperCase() : code}${lead.id}`;
    })
    .join(" ");
}

const ROLES: readonly LeadRole[] = ["director", "writer", "actor"];

/** Returns the role of a packed lead. */
export function leadRole(packed: string): LeadRole {
  return ROLES.find((role) => role.charAt(0) === packed.charAt(0).toLowerCase()) ?? "actor";
}

/** Unpacks leads as roles and ids. */
export const unpackLeads = (packed: string): (readonly [LeadRole, number])[] =>
  packed === "" ? [] : packed.split(" ").map((lead) => [leadRole(lead), Number(lead.slice(1))] as const);

/** Returns an SQL condition that is true if the page has a shelf for the packed lead. */
export const hasShelf = (packed: string) => `${packed} < 'a'`;

/** Returns an SQL expression for a packed list as a JSON array. */
export const listPacked = (packed: string) => `'["' || replace(${packed}, ' ', '","') || '"]'`;

/** Returns an SQL expression for the id in a packed lead or in a packed title. */
export const leadId = (packed: string) => `substr(${packed}, 2)`;
export const alikeId = (packed: string) => `CAST(${packed} AS INTEGER)`;

/** The indexes of what two titles share, in the lists of the title whose page it is. */
export interface SharedIndexes {
  readonly lead: number | null;
  readonly genres: readonly number[];
  readonly country: number | null;
}

const LEAD = 97;
const GENRE = 65;

export function packAlike(id: number, { lead, genres, country }: SharedIndexes): string {
  return [
    id,
    lead === null ? "" : String.fromCharCode(LEAD + lead),
    ...genres.map((genre) => String.fromCharCode(GENRE + genre)),
    country === null ? "" : `:${country}`,
  ].join("");
}

const ALIKE = /^\d+([a-z]?)([A-Z]*)(?::(\d+))?$/;

interface TitleTraits {
  readonly genres: string;
  readonly countries: string;
  readonly year: string;
  readonly leads: readonly SharedTraits["person"][];
}

/** Returns what a title shares with one of the titles like it. `year` is the year of the other title. */
export function unpackShared(packed: string, own: TitleTraits, year: string): SharedTraits {
  const [, lead = "", genres = "", country = ""] = ALIKE.exec(packed) ?? [];
  const person = lead === "" ? undefined : own.leads[lead.charCodeAt(0) - LEAD];
  const names = listGenres(own.genres);
  const name = country === "" ? undefined : own.countries.split(", ")[Number(country)];
  return {
    ...(person && { person }),
    genres: [...genres].flatMap((genre) => names[genre.charCodeAt(0) - GENRE] ?? []),
    ...sharedDecade(own.year, year),
    ...(name !== undefined && { country: name }),
  };
}
