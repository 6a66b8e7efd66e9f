/**
 * Lists of titles and people without search words: titles by their facts, all titles and the best-known people for the
 * sitemap, and one title in every language. FTS5 applies the conditions in an index whose rowids are in the requested
 * order, so that reading stops at the end of the page: the rows read do not grow with the catalog.
 */
import {
  type BrowseFilters,
  type BrowseQuery,
  COUNTED_FILTERS,
  type CountedFilter,
  type Facet,
  type Facets,
  type ListedPerson,
  type ListedTitle,
  type ListParts,
  MAX_RATING,
} from "../../contract/browse.ts";
import { fourDigits } from "../../contract/filter.ts";
import { type LoadedList, NO_RESULTS, titleList } from "../loaded.ts";
import type { Capabilities, Sets } from "../origin.ts";
import { recordList } from "./records.ts";
import { anyOf, quoted, rangeExpression } from "./search/expressions.ts";
import {
  ask,
  type CatalogReads,
  type Query,
  RECORD,
  type RecordRow,
  type Rounds,
  setQuery,
} from "./statements.ts";
import {
  ANY,
  countryToken,
  decadeToken,
  genreToken,
  kindToken,
  languageToken,
  minuteToken,
  pointsToken,
  tenMinutesToken,
  weightToken,
  yearToken,
} from "./stored/browse-tokens.ts";

/** Titles in numbered pages: reading a page also reads all entries before it. Further titles are read from the last of them on. */
const MAX_PAGED = 1_000;

/** ?1 is the language of the records, ?2 the expression and ?3 the place to begin after. `range`: limit and offset. */
const records = (found: string, range: string) => `
  SELECT ${RECORD}, found.place
  FROM (${found} ${range}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank`;

const BY_POPULARITY = `
  SELECT rowid AS rank, rowid AS place FROM catalog_browse
  WHERE catalog_browse MATCH ?2 AND rowid > CAST(?3 AS INTEGER) ORDER BY rowid`;
/** The highest value of a facet first, and the most popular titles of each value first; reading stops at the end of the page. */
const byValue = (facet: string, token: (value: string) => string) => `
  SELECT catalog_browse.rowid AS rank, catalog_browse.rowid || '-' || step.value AS place
  FROM catalog_facet AS step CROSS JOIN catalog_browse
  WHERE step.facet = '${facet}' AND step.value BETWEEN ?4 AND ?5
    AND catalog_browse MATCH ('"${token("")}' || step.value || '" AND ' || ?2)
    AND catalog_browse.rowid > iif(step.value = ?5, CAST(?3 AS INTEGER), 0)
  ORDER BY step.value DESC`;
const BY_YEAR = byValue("year", yearToken);
const BY_RATING = byValue("weight", weightToken);
/** Above every year and weight. */
const HIGHEST = "9999";

const FACETS =
  "SELECT facet, value, name, movies, series, titles FROM catalog_facet ORDER BY titles DESC, value";

/** Titles or people in one part: with all languages of each title, well below the sitemap limit of 50 MB. */
const PART_SIZE = 2_000;

/** Limit for the list of people, in parts. Most other people have a single credit, which the title's page shows as well. */
const MAX_PEOPLE_PARTS = 10;

export interface ListedRow {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

export const LISTED = `
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

interface BrowsedRow extends RecordRow {
  readonly place: number | string;
}

interface FacetRow extends Facet {
  readonly facet: string;
}

type Lists = "browse" | "facets" | "listParts" | "list" | "listPeople";

export function browsing({
  read,
  inStep,
  query,
}: CatalogReads): Pick<Capabilities, Lists> & { readonly browseAll: Required<Sets>["browse"] } {
  function page(asked: BrowseQuery, limit: number, start: number): Query<BrowsedRow> {
    const { lang, sort, after } = asked;
    const { years } = asked.filter;
    const [place, value = HIGHEST] = after?.split("-") ?? ["0"];
    const expression = sort === "year" ? factsExpression(asked) : browseExpression(asked);
    const titles = (sql: string, ...range: string[]) =>
      setQuery<BrowsedRow>(
        ["record", "place"],
        records(sql, `LIMIT ${limit} OFFSET ${start}`),
        lang,
        expression,
        Number(place),
        ...range,
      );
    if (sort === "popularity") return titles(BY_POPULARITY);
    if (sort === "rating") return titles(BY_RATING, "", value);
    const [first, last] = years === null ? ["", HIGHEST] : [fourDigits(years.first), fourDigits(years.last)];
    return titles(BY_YEAR, first, value < last ? value : last);
  }

  function* browse(asked: BrowseQuery): Rounds<LoadedList<never[]>> {
    const { page: number, limit } = asked.paging;
    const start = (number - 1) * limit;
    const end = start + limit;
    if (start >= MAX_PAGED) return NO_RESULTS;
    const {
      rows: [found],
    } = yield* ask(page(asked, limit + 1, start));
    const shown = found.slice(0, limit);
    const { about, ...list } = recordList(shown.map(({ record }) => record));
    const goesOn = found.length > limit;
    const isLast = end >= MAX_PAGED;
    const next = goesOn && isLast ? String(shown.at(-1)?.place) : undefined;
    return { ...list, about: { ...about, next }, more: goesOn && !isLast };
  }

  return {
    browse: async (asked) => (await inStep([browse(asked)]))[0] ?? NO_RESULTS,
    browseAll: (queries) => inStep(queries.map(browse)),

    async facets() {
      const { rows } = await read(query<FacetRow>(FACETS));
      return { value: facetsOf(rows[0]) };
    },

    async listParts() {
      const { rows, gap } = await read(query<Record<keyof ListParts, number | null>>(LAST_RANKS));
      const [{ titles = null, people = null } = {}] = rows[0];
      const parts: ListParts = {
        titles: partsOf(titles, gap),
        people: Math.min(partsOf(people, gap), MAX_PEOPLE_PARTS),
      };
      return { value: parts };
    },

    async list(part) {
      const first = (part - 1) * PART_SIZE;
      const { rows } = await read(query<ListedRow>(PART_OF_LIST, first, first + PART_SIZE));
      return titleList(rows[0].map(listedTitle));
    },

    async listPeople(part) {
      const first = part > MAX_PEOPLE_PARTS ? Number.MAX_SAFE_INTEGER : (part - 1) * PART_SIZE;
      const { rows } = await read(query<ListedPerson>(PART_OF_PEOPLE, first, first + PART_SIZE));
      const [found] = rows;
      const about = { people: found.map(({ id }) => id) };
      return { value: found, isEmpty: found.length === 0, about };
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
    hasRatings: of("weight").some(({ value }) => value !== ""),
    hasRuntimes: of("runtime").length > 0,
  };
}

export function listedTitle(row: ListedRow): ListedTitle {
  return { ...row, translations: JSON.parse(row.translations) };
}

/** The conditions of `BrowseFilters` as FTS5 expressions, in the order of `COUNTED_FILTERS`, and the years after them. */
export function conditionsOf(asked: BrowseFilters): Condition[] {
  const { filter, genre, country, language, minRating, runtime } = asked;
  const { kind, years } = filter;
  const expressions: Readonly<Record<Condition["filter"], string | null>> = {
    kind: kind && quoted(kindToken(kind)),
    minRating:
      minRating === null ? null : anyOf(pointsFrom(minRating).map((points) => quoted(pointsToken(points)))),
    runtime: runtime && rangeExpression(runtime, MINUTES),
    genre: genre && quoted(genreToken(genre)),
    language: language && quoted(languageToken(language)),
    country: country && quoted(countryToken(country)),
    years: years && rangeExpression(years, YEARS),
  };
  return ([...COUNTED_FILTERS, "years"] as const).flatMap((filter) => {
    const expression = expressions[filter];
    return expression === null ? [] : [{ filter, expression }];
  });
}

interface Condition {
  readonly filter: CountedFilter | "years";
  readonly expression: string;
}

/** Titles that meet all conditions. */
export function expressionOf(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? quoted(ANY) : conditions.map(({ expression }) => expression).join(" AND ");
}

/** All conditions except the years, as an FTS5 expression. */
export function factsExpression(asked: BrowseFilters): string {
  return expressionOf(conditionsOf(asked).filter(({ filter }) => filter !== "years"));
}

/** All conditions, as an FTS5 expression. */
export function browseExpression(asked: BrowseFilters): string {
  return expressionOf(conditionsOf(asked));
}

const pointsFrom = (min: number) => Array.from({ length: MAX_RATING + 1 - min }, (_, at) => min + at);

/** Years that have many titles. */
const FIRST_POPULATED = 1_800;
const LAST_POPULATED = 2_099;

/** Whole decades, and single years. Prefixes only for sparse ranges: FTS5 merges their lists for each query. */
const YEARS = {
  token: (year: number) => yearToken(fourDigits(year)),
  tenToken: (year: number) => decadeToken(fourDigits(year).slice(0, 3)),
  isBlock: (first: number, length: number) =>
    length === 10 || first > LAST_POPULATED || first + length <= FIRST_POPULATED,
};

const MINUTES = {
  token: minuteToken,
  tenToken: tenMinutesToken,
  isBlock: (_first: number, length: number) => length === 10,
};
