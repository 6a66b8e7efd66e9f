/** Builds valid records, credits and queries, in which tests can override single fields. */

import type { Credits } from "../../worker/contract/credits.ts";
import { NO_FILTER, parseFilter } from "../../worker/contract/filter.ts";
import type { SearchQuery } from "../../worker/contract/query.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { type BrowseQuery, buildConditions } from "../../worker/filters/browse-query.ts";

export function record(fields: Partial<TitleRecord> = {}): TitleRecord {
  return {
    id: 603,
    is_adult: 0,
    type: "movie",
    title: "The Matrix",
    original_title: "The Matrix",
    year: "1999",
    countries: "United States, Australia",
    genres: "Action, Science Fiction",
    runtime: "136",
    rating: 8.2,
    plot: "A programmer learns what his world is made of.",
    poster: "1999/03/matrix.jpg",
    ...fields,
  };
}

/** A record whose fields are empty except for the id, in the contract's order. */
export const UNKNOWN_RECORD: TitleRecord = {
  id: 603,
  is_adult: 0,
  type: "",
  title: "",
  original_title: "",
  year: "",
  countries: "",
  genres: "",
  runtime: "0",
  rating: 0,
  plot: "",
  poster: null,
};

export function credits(fields: Partial<Credits> = {}): Credits {
  return {
    id: 603,
    cast: [{ id: 1, name: "Keanu Reeves", profile_path: null, character: "Neo" }],
    writer: [],
    director: [{ id: 2, name: "Lana Wachowski", profile_path: "1999/03/lana.jpg", job: "Director" }],
    editing: [],
    production: [],
    art: [],
    "visual effects": [],
    sound: [],
    ...fields,
  };
}

/** The fields of a query. `f` is in URL syntax. */
export type Given<Query> = Partial<Query> & { readonly f?: string };

export function searchQuery({ f = "", ...fields }: Given<SearchQuery> = {}): SearchQuery {
  return {
    text: "words",
    filter: parseFilter(f) ?? NO_FILTER,
    lang: "en",
    page: null,
    limit: null,
    includeAdult: false,
    ...fields,
  };
}

/** The fields of a list query. Filters are in URL syntax. */
export type GivenList = Given<Omit<BrowseQuery, "conditions">> & Parameters<typeof buildConditions>[0];

export function browseQuery({
  f = "",
  filter = parseFilter(f) ?? NO_FILTER,
  ...fields
}: GivenList = {}): BrowseQuery {
  return {
    text: null,
    conditions: buildConditions({ filter, ...fields }),
    sort: "popularity",
    after: null,
    page: 1,
    limit: 20,
    lang: "en",
    ...fields,
  };
}
