/** What a line of an update changes. */
import type { WholeTitle } from "../load/load.ts";
import type { PersonDetails } from "./person.ts";

/** What stays as it is: a line leaves it out. */
interface LeftOut {
  /** And votes. */
  readonly popularity: boolean;
  readonly language: boolean;
  readonly aliases: boolean;
  readonly translations: boolean;
  readonly credits: boolean;
  readonly external: boolean;
}

/** A whole title. */
export const NOTHING: LeftOut = {
  popularity: false,
  language: false,
  aliases: false,
  translations: false,
  credits: false,
  external: false,
};

export interface PutTitle {
  readonly op: "put";
  readonly kind: "title";
  readonly id: number;
  readonly whole: WholeTitle;
  readonly leftOut: LeftOut;
}

export type Change =
  | PutTitle
  | { readonly op: "remove"; readonly kind: "title"; readonly id: number }
  | { readonly op: "merge"; readonly kind: "title"; readonly id: number; readonly into: number }
  | (PersonDetails & { readonly op: "put"; readonly kind: "person" });

/** The title after the change: what the line left out is as it was. */
export function completed({ whole, leftOut }: PutTitle, before: WholeTitle | null): WholeTitle {
  if (before === null) return whole;
  const { entry, credits, external } = whole;
  const { entry: old } = before;
  return {
    entry: {
      record: entry.record,
      popularity: leftOut.popularity ? old.popularity : entry.popularity,
      votes: leftOut.popularity ? old.votes : entry.votes,
      language: leftOut.language ? old.language : entry.language,
      aliases: leftOut.aliases ? old.aliases : entry.aliases,
      workingTitles: leftOut.aliases ? old.workingTitles : entry.workingTitles,
      translations: leftOut.translations ? old.translations : entry.translations,
    },
    credits: leftOut.credits ? before.credits : credits,
    external: leftOut.external ? before.external : external,
  };
}
