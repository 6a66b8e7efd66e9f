/**
 * Collects rows for browsing during a load: the facts of titles by popularity and in alphabetical order, and the number of
 * titles for each fact. Leaves out titles for adults. Expects titles in the order of popularity.
 */
import {
  browseFacts,
  type FacetName,
  sortKey,
} from "../../../worker/origins/catalog/stored/browse-tokens.ts";
import { rankAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import type { CatalogEntry } from "./rows.ts";
import type { Row, Table } from "./tables.ts";

/** Only the genres, countries and languages with the most titles are kept, which bounds reads. */
export const MAX_VALUES = 300;

interface Placed {
  readonly key: string;
  readonly rank: number;
  readonly tokens: string;
}

interface Counted {
  readonly name: string;
  movies: number;
  series: number;
  titles: number;
}

export class BrowseIndex {
  /** By the first characters of their keys: sorting a million at once would block everything else for seconds. */
  readonly #placed = new Map<string, Placed[]>();
  /** Many titles share the same tokens, so each text is kept once. */
  readonly #texts = new Map<string, string>();
  readonly #facets = new Map<string, Map<string, Counted>>();

  *add({ record, language }: CatalogEntry, rank: number): Generator<[Table, Row]> {
    if (record.is_adult === 1) return;
    const { genres, countries, tokens } = browseFacts(record, language);
    const text = this.#texts.get(tokens) ?? tokens;
    this.#texts.set(text, text);
    this.#place({ key: sortKey(record.title), rank, tokens: text });
    this.#count("year", record.type, [{ value: record.year, name: record.year }]);
    this.#count("genre", record.type, genres);
    this.#count("country", record.type, countries);
    this.#count("language", record.type, language === null ? [] : [{ value: language, name: language }]);
    yield ["browse", [rank, tokens]];
  }

  /** Call after the last title. */
  *rows(): Generator<[Table, Row]> {
    let place = 0;
    for (const beginning of [...this.#placed.keys()].sort()) {
      for (const { rank, tokens } of this.#placed.get(beginning)?.sort(inOrder) ?? []) {
        place += 1;
        yield ["alphabet", [rankAt(place), tokens]];
        yield ["place", [rankAt(place), rank]];
      }
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

  #place(placed: Placed): void {
    const beginning = placed.key.slice(0, BEGINNING);
    const others = this.#placed.get(beginning);
    if (others === undefined) this.#placed.set(beginning, [placed]);
    else others.push(placed);
  }

  #count(facet: string, kind: string, names: readonly FacetName[]): void {
    let values = this.#facets.get(facet);
    if (values === undefined) {
      values = new Map();
      this.#facets.set(facet, values);
    }
    for (const { value, name } of names) {
      const counted = values.get(value) ?? { name, movies: 0, series: 0, titles: 0 };
      if (kind === "movie") counted.movies += 1;
      if (kind === "series") counted.series += 1;
      counted.titles += 1;
      values.set(value, counted);
    }
  }
}

/** Characters. */
const BEGINNING = 2;

function inOrder(one: Placed, other: Placed): number {
  if (one.key === other.key) return one.rank - other.rank;
  return one.key < other.key ? -1 : 1;
}
