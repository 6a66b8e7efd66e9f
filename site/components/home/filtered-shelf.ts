import type { TitleRecord } from "../../../worker/contract/record.ts";

/** A shelf of the home page that is a list with a filter. */
export interface FilteredShelf {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly titles: readonly TitleRecord[];
}
