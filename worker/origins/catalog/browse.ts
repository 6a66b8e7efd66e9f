/**
 * Browses titles by their facts, without search words. FTS5 applies all conditions in an index whose rowids are in the
 * requested order, so that reading stops at the end of the page: the rows read do not grow with the catalog.
 */
import type { BrowseQuery, Facet, Facets } from "../../contract/browse.ts";
import { NO_RESULTS } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import { recordList } from "./records.ts";
import type { Session } from "./session.ts";
import { filledState, prepareStatements, RECORD, type RecordRow, rowsOf } from "./statements.ts";
import { browseExpression, factsExpression } from "./stored/browse-tokens.ts";

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

interface FacetRow extends Facet {
  readonly facet: string;
}

export function browsing(session: Session): Pick<Capabilities, "browse" | "facets"> {
  const { statement, batch } = session;
  const { state } = prepareStatements(session);

  function page(query: BrowseQuery, limit: number, start: number): D1PreparedStatement {
    const parameters = [query.lang, limit, start];
    if (query.sort === "popularity") return statement(BY_POPULARITY, ...parameters, browseExpression(query));
    if (query.sort === "title") return statement(BY_TITLE, ...parameters, browseExpression(query));
    const { years } = query.filter;
    const range = years === null ? ["", "9999"] : [fourDigits(years.first), fourDigits(years.last)];
    return statement(BY_YEAR, ...parameters, factsExpression(query), ...range);
  }

  return {
    async browse(query) {
      const { page: number, limit } = query.paging;
      const start = (number - 1) * limit;
      const end = Math.min(start + limit, MAX_BROWSED);
      if (start >= end) return NO_RESULTS;
      const wanted = end - start;
      const [states, results] = await batch([state(), page(query, wanted + 1, start)]);
      const { version } = filledState(states);
      const found = rowsOf<RecordRow>(results).map(({ record }) => record);
      const shown = found.slice(0, wanted);
      return {
        ...recordList(shown),
        more: found.length > wanted && end < MAX_BROWSED,
        version,
      };
    },

    async facets() {
      const [states, results] = await batch([state(), statement(FACETS)]);
      const { version } = filledState(states);
      return { json: JSON.stringify(facetsOf(rowsOf<FacetRow>(results))), version };
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

function fourDigits(year: number): string {
  return String(year).padStart(4, "0");
}
