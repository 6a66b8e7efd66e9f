import type { FilmographyTitle } from "../../../worker/contract/people.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";

/** A further shelf of the home page, such as a list with a filter or a collection. */
export interface FilteredShelf {
  readonly id: string;
  readonly name: string;
  /** The URL of the whole list. Absent if the shelf is all of it. */
  readonly href?: string;
  readonly titles: readonly (TitleRecord | FilmographyTitle)[];
}
