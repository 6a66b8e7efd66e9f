/**
 * Collects the facts of titles during a load, and counts the titles with each fact. Adult titles are omitted. Titles
 * must be added in order of popularity.
 */
import {
  browseFacts,
  type FacetValue,
  MAX_COUNTED_PAGED,
  PLACES,
  placePrefix,
} from "../../../worker/catalog/store/browse-facts.ts";
import type { CatalogEntry } from "./rows.ts";
import type { Row, Table } from "./tables.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * The maximum number of values that are stored for a facet such as genres or countries, so that reads stay small.
 * Years are not limited.
 */
export const MAX_VALUES = 300;

interface Counted {
  readonly name: string;
  movies: number;
  series: number;
  titles: number;
}

/** Returns the counters to which a title of this kind adds, each with the kind of the titles in its list. */
export function countersFor(kind: string): ["movies" | "series" | "titles", list: string | null][] {
  if (kind !== "movie" && kind !== "series") return [["titles", null]];
  return [
    ["titles", null],
    [kind === "movie" ? "movies" : kind, kind],
  ];
}

export class BrowseIndex {
  readonly #facets = new Map<string, Map<string, Counted>>();
  /**
   * The rank of every thousandth title in each list, from which later pages can be read (`placePrefix`).
   */
  readonly #places: [Table, Row][] = [];

  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /**
   * Adds a title that is not an adult title. Returns its row and the words of its plots. `parts` are the air dates of
   * its latest episodes, and the tokens of the names of its roles.
   */
  add(
    entry: CatalogEntry,
    rank: number,
    parts: Pick<Parameters<typeof browseFacts>[0], "aired" | "roles">,
  ): { readonly row: Row; readonly words: ReadonlySet<string> } {
    const { tokens, values, words } = browseFacts({ ...entry, ...parts });
    this.#vocabulary.addOfPlot(words);
    for (const value of values) this.#count(entry.record.type, value, rank);
    return { row: [rank, tokens], words };
  }

  /** Yields the rows of positions and counts. Must be called after the last title has been added. */
  *rows(): Generator<[Table, Row]> {
    yield* this.#places;
    for (const [facet, values] of this.#facets) {
      const kept = [...values].sort(([, one], [, other]) => other.titles - one.titles);
      for (const [value, { name, movies, series, titles }] of facet === "year"
        ? kept
        : kept.slice(0, MAX_VALUES)) {
        yield ["facet", [facet, value, name, movies, series, titles]];
      }
    }
  }

  #count(kind: string, [facet, value, name]: FacetValue, rank: number): void {
    let values = this.#facets.get(facet);
    if (values === undefined) {
      values = new Map();
      this.#facets.set(facet, values);
    }
    const counted = values.get(value) ?? { name, movies: 0, series: 0, titles: 0 };
    values.set(value, counted);
    for (const [counter, list] of countersFor(kind)) {
      counted[counter] += 1;
      this.#addPlace(placePrefix(facet, value, list), counted[counter], rank);
    }
  }

  #addPlace(prefix: string, titles: number, rank: number): void {
    if (titles % PLACES === 0 && titles < MAX_COUNTED_PAGED)
      this.#places.push(["facet", ["place", `${prefix}${titles}`, "", titles, 0, rank]]);
  }
}
