/** What a line of an update changes. */
import type { ExternalId, WholeTitle } from "../load/load.ts";

/** What a line can leave out. `popularity` includes votes, `aliases` working titles. */
export type ChangedPart =
  | "popularity"
  | "language"
  | "series"
  | "aliases"
  | "translations"
  | "credits"
  | "external";

export interface PutTitle {
  readonly op: "put";
  readonly kind: "title";
  readonly id: number;
  readonly whole: WholeTitle;
  /** What stays as it is. */
  readonly leftOut?: readonly ChangedPart[];
}

export interface PutPerson {
  readonly op: "put";
  readonly kind: "person";
  readonly id: number;
  /** One per line; `null`: they stay. */
  readonly otherNames: string | null;
  /** `null`: they stay. */
  readonly external: readonly ExternalId[] | null;
}

export type CatalogChange =
  | PutTitle
  | PutPerson
  | { readonly op: "remove"; readonly kind: "title"; readonly id: number }
  | { readonly op: "merge"; readonly kind: "title"; readonly id: number; readonly into: number };

export interface PlacedChange {
  readonly change: CatalogChange;
  /** File and line, or the source. */
  readonly place: string;
}

/** The title after the change. */
export function completed({ whole, leftOut = [] }: PutTitle, before: WholeTitle | null): WholeTitle {
  const from = (part: ChangedPart) => (before !== null && leftOut.includes(part) ? before : whole);
  const { popularity, votes } = from("popularity").entry;
  const { aliases, workingTitles, regions = new Map() } = from("aliases").entry;
  const { language } = from("language").entry;
  const { series } = from("series").entry;
  const { translations } = from("translations").entry;
  const { record } = whole.entry;
  return {
    entry: { record, popularity, votes, language, series, aliases, workingTitles, regions, translations },
    credits: from("credits").credits,
    external: from("external").external,
  };
}
