/**
 * Collects rows for browsing during a load: the facts of titles by popularity and in alphabetical order, and the number of
 * titles for each fact. Leaves out titles for adults. Expects titles in the order of popularity.
 */
import { browseFacts, type FacetValue } from "../../../worker/origins/catalog/stored/browse-tokens.ts";
import { rankAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import type { CatalogEntry } from "./rows.ts";
import type { Row, Table } from "./tables.ts";

/** Only the genres, countries and languages with the most titles are kept, which bounds reads. */
export const MAX_VALUES = 300;

/** A title in the alphabetical order. */
export interface Placed {
  readonly key: string;
  readonly rank: number;
  readonly tokens: string;
}

/** Collects and sorts titles by key, then by rank. */
export interface AlphabetStore {
  addPlaced(placed: Placed): void;
  placed(): Iterable<Placed>;
}

interface Counted {
  readonly name: string;
  movies: number;
  series: number;
  titles: number;
}

export class BrowseIndex {
  readonly #store: AlphabetStore;
  readonly #facets = new Map<string, Map<string, Counted>>();

  constructor(store: AlphabetStore) {
    this.#store = store;
  }

  *add(entry: CatalogEntry, rank: number): Generator<[Table, Row]> {
    if (entry.record.is_adult === 1) return;
    const { tokens, values, key } = browseFacts(entry);
    this.#store.addPlaced({ key, rank, tokens });
    for (const value of values) this.#count(entry.record.type, value);
    yield ["browse", [rank, tokens]];
  }

  /** Call after the last title. */
  *rows(): Generator<[Table, Row]> {
    let place = 0;
    for (const { key, rank, tokens } of this.#store.placed()) {
      place += 1;
      yield ["alphabet", [rankAt(place), tokens]];
      yield ["place", [rankAt(place), rank, key]];
    }
    for (const [facet, values] of this.#facets) {
      const kept = [...values].sort(([, one], [, other]) => other.titles - one.titles);
      for (const [value, { name, movies, series, titles }] of facet === "year"
        ? kept
        : kept.slice(0, MAX_VALUES)) {
        yield ["facet", [facet, value, name, movies, series, titles]];
      }
    }
  }

  #count(kind: string, [facet, value, name]: FacetValue): void {
    let values = this.#facets.get(facet);
    if (values === undefined) {
      values = new Map();
      this.#facets.set(facet, values);
    }
    const counted = values.get(value) ?? { name, movies: 0, series: 0, titles: 0 };
    if (kind === "movie") counted.movies += 1;
    if (kind === "series") counted.series += 1;
    counted.titles += 1;
    values.set(value, counted);
  }
}

export function alphabetInMemory(): AlphabetStore {
  const all: Placed[] = [];
  return { addPlaced: (placed) => all.push(placed), placed: () => all.sort(inOrder) };
}

function inOrder(one: Placed, other: Placed): number {
  if (one.key === other.key) return one.rank - other.rank;
  return byCodePoint(one.key) < byCodePoint(other.key) ? -1 : 1;
}

/** As SQLite compares texts. By UTF-16 units, the characters beyond the first plane would come before its last ones. */
const byCodePoint = (key: string) => key.replace(/[\ud800-\udbff]/g, "\uffff$&");
