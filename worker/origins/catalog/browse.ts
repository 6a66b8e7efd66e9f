/**
 * Lists of titles and people without search words: titles by their facts, all titles and the best-known people for the
 * sitemap, and one title in every language. FTS5 applies the conditions in an index whose rowids are in the requested
 * order, so that reading stops at the end of the page: the rows read do not grow with the catalog.
 */
import type {
  BrowseQuery,
  Facet,
  Facets,
  ListedPerson,
  ListedTitle,
  ListParts,
} from "../../contract/browse.ts";
import { fourDigits } from "../../contract/filter.ts";
import { NO_RESULTS, titleList } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import { recordList } from "./records.ts";
import { quoted, yearsExpression } from "./search/expressions.ts";
import { type CatalogReads, type Query, RECORD, type RecordRow } from "./statements.ts";
import {
  ANY,
  countryToken,
  decadeToken,
  genreToken,
  kindToken,
  languageToken,
  yearToken,
} from "./stored/browse-tokens.ts";

/** Pages beyond this many titles are empty: reading a page also reads all rows before it. */
const MAX_BROWSED = 1_000;

/** ?1 is the language of the records, ?2 the limit and ?3 the offset; `found` selects the ranks of a page. */
const records = (found: string) => `
  SELECT ${RECORD}
  FROM (${found}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank`;

const BY_POPULARITY = records(
  "SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?4 ORDER BY rowid LIMIT ?2 OFFSET ?3",
);
const BY_TITLE = records(`
  SELECT place.rank
  FROM (SELECT rowid FROM catalog_alphabet WHERE catalog_alphabet MATCH ?4 ORDER BY rowid LIMIT ?2 OFFSET ?3) AS titles
  CROSS JOIN catalog_place AS place ON place.place = titles.rowid`);
/** Latest year first, and the most popular titles of each year first; reading stops at the end of the page. */
const BY_YEAR = records(`
  SELECT catalog_browse.rowid AS rank
  FROM catalog_facet AS year CROSS JOIN catalog_browse
  WHERE year.facet = 'year' AND year.value BETWEEN ?5 AND ?6
    AND catalog_browse MATCH ('"y' || year.value || '" AND ' || ?4)
  ORDER BY year.value DESC LIMIT ?2 OFFSET ?3`);

const FACETS =
  "SELECT facet, value, name, movies, series, titles FROM catalog_facet ORDER BY titles DESC, value";

/** Titles or people in one part: with all languages of each title, well below the sitemap limit of 50 MB. */
const PART_SIZE = 2_000;

/** Limit for the list of people, in parts. Most other people have a single credit, which the title's page shows as well. */
const MAX_PEOPLE_PARTS = 10;

interface ListedRow {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

const LISTED = `
  SELECT title.id,
    json_extract(title.record, '$.title') AS title,
    json_extract(title.record, '$.year') AS year,
    (SELECT json_group_object(lang, json_extract(record, '$.title'))
     FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translations
  FROM catalog_title AS title`;

/** ?1 and ?2 count titles, as they were loaded. */
const IN_PART = (rank: string) =>
  `${rank} > ?1 * (SELECT gap FROM catalog) AND ${rank} <= ?2 * (SELECT gap FROM catalog)`;

const PART_OF_LIST = `${LISTED} WHERE ${IN_PART("title.rank")} AND title.is_adult = 0 ORDER BY title.rank`;

/** `titles` begins with the rank of the best-known title. If that title is for adults, the person's page may be empty. */
const PART_OF_PEOPLE = `
  SELECT person.id, name
  FROM catalog_person AS person JOIN catalog_title AS title ON title.rank = CAST(person.titles AS INTEGER)
  WHERE ${IN_PART("person.rank")} AND is_adult = 0 ORDER BY person.rank`;

const LAST_RANKS =
  "SELECT (SELECT max(rank) FROM catalog_title) AS titles, (SELECT max(rank) FROM catalog_person) AS people";

/** `last`: the highest rank. */
const partsOf = (last: number | null, gap: number) => Math.ceil((last ?? 0) / gap / PART_SIZE);

interface FacetRow extends Facet {
  readonly facet: string;
}

type Lists = "browse" | "facets" | "listParts" | "list" | "listPeople" | "names";

export function browsing({ read, query }: CatalogReads): Pick<Capabilities, Lists> {
  function page(asked: BrowseQuery, limit: number, start: number): Query<RecordRow> {
    const { lang, sort } = asked;
    if (sort === "popularity") return query(BY_POPULARITY, lang, limit, start, browseExpression(asked));
    if (sort === "title") return query(BY_TITLE, lang, limit, start, browseExpression(asked));
    const { years } = asked.filter;
    const range = years === null ? ["", "9999"] : [years.first, years.last].map(fourDigits);
    return query(BY_YEAR, lang, limit, start, factsExpression(asked), ...range);
  }

  return {
    async browse(asked) {
      const { page: number, limit } = asked.paging;
      const start = (number - 1) * limit;
      const end = Math.min(start + limit, MAX_BROWSED);
      if (start >= end) return NO_RESULTS;
      const { rows, version } = await read(page(asked, end - start + 1, start));
      const records = rows[0].map(({ record }) => record);
      const more = records.length > end - start && end < MAX_BROWSED;
      return { ...recordList(records.slice(0, end - start)), more, version };
    },

    async facets() {
      const { rows, version } = await read(query<FacetRow>(FACETS));
      return { json: JSON.stringify(facetsOf(rows[0])), version };
    },

    async listParts() {
      const { rows, version, gap } = await read(query<Record<keyof ListParts, number | null>>(LAST_RANKS));
      const [{ titles = null, people = null } = {}] = rows[0];
      const parts: ListParts = {
        titles: partsOf(titles, gap),
        people: Math.min(partsOf(people, gap), MAX_PEOPLE_PARTS),
      };
      return { json: JSON.stringify(parts), version };
    },

    async list(part) {
      const first = (part - 1) * PART_SIZE;
      const { rows, version } = await read(query<ListedRow>(PART_OF_LIST, first, first + PART_SIZE));
      return titleList(rows[0].map(listedTitle), { version });
    },

    async listPeople(part) {
      const first = part > MAX_PEOPLE_PARTS ? Number.MAX_SAFE_INTEGER : (part - 1) * PART_SIZE;
      const { rows, version } = await read(query<ListedPerson>(PART_OF_PEOPLE, first, first + PART_SIZE));
      const [found] = rows;
      const about = { people: found.map(({ id }) => id) };
      return { json: JSON.stringify(found), isEmpty: found.length === 0, about, version };
    },

    async names(id) {
      const { rows, version } = await read(query<ListedRow>(`${LISTED} WHERE title.id = ?1`, id));
      const [row] = rows[0];
      return { json: row === undefined ? null : JSON.stringify(listedTitle(row)), version };
    },
  };
}

/** `rows`: ordered by number of titles, the largest first. */
function facetsOf(rows: readonly FacetRow[]): Facets {
  const of = (wanted: string) =>
    rows.filter(({ facet }) => facet === wanted).map(({ facet: _, ...facet }) => facet);
  return {
    years: of("year").sort((one, other) => (one.value < other.value ? 1 : -1)),
    genres: of("genre"),
    countries: of("country"),
    languages: of("language"),
  };
}

function listedTitle(row: ListedRow): ListedTitle {
  return { ...row, translations: JSON.parse(row.translations) };
}

/** All conditions except the years, as an FTS5 expression. */
export function factsExpression({ filter, genre, country, language }: BrowseQuery): string {
  const tokens = [
    ...(filter.kind === null ? [] : [kindToken(filter.kind)]),
    ...(genre === null ? [] : [genreToken(genre)]),
    ...(country === null ? [] : [countryToken(country)]),
    ...(language === null ? [] : [languageToken(language)]),
  ];
  return (tokens.length === 0 ? [ANY] : tokens).map(quoted).join(" AND ");
}

/** All conditions, as an FTS5 expression. */
export function browseExpression(query: BrowseQuery): string {
  const { years } = query.filter;
  const facts = factsExpression(query);
  return years === null ? facts : `${yearsExpression(years, YEARS)} AND ${facts}`;
}

/** Years that have many titles. */
const FIRST_POPULATED = 1_800;
const LAST_POPULATED = 2_099;

/** Whole decades, and single years. Prefixes only for sparse ranges: FTS5 merges their lists for each query. */
const YEARS = {
  yearToken: (year: number) => yearToken(fourDigits(year)),
  decadeToken: (year: number) => decadeToken(fourDigits(year).slice(0, 3)),
  isBlock: (first: number, length: number) =>
    length === 10 || first > LAST_POPULATED || first + length <= FIRST_POPULATED,
};
