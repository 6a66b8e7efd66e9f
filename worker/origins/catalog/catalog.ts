/** The origin that is our own catalog, in D1: SQLite with FTS5, bodies stored ready to send. */
import { Problem } from "../../contract/problem.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../../contract/query.ts";
import { NO_RESULTS, type Origin, type ResultPage } from "../origin.ts";
import { fold } from "./folding.ts";
import { matchExpression } from "./match.ts";

export interface Catalog extends Origin {
  /** One title record as JSON, ready to send; `null`: there is no such title. */
  title(id: number, lang: string): Promise<string | null>;
  /** How many titles the catalog holds; 0 when it has not been filled. */
  titles(): Promise<number>;
  /** Names the load the answers come from; "" when it has no name. */
  version(): Promise<string>;
}

/** Pages further in than this many titles hold nothing: nobody reads them, and each would cost a scan. */
const DEEPEST = 10_000;

const SEARCH = `
  SELECT coalesce(translated.record, title.record) AS record
  FROM title_words
  JOIN title ON title.rank = title_words.rowid
  LEFT JOIN title_language AS translated ON translated.rank = title.rank AND translated.lang = ?2
  WHERE title_words MATCH ?1
    AND (?3 OR title.is_adult = 0)
    AND (?4 IS NULL OR title.type = ?4)
    AND (?5 IS NULL OR title.year >= ?5)
    AND (?6 IS NULL OR title.year <= ?6)
  ORDER BY instr(title.exact, ?7) = 0, ?8 IS NOT NULL AND title.year IS NOT ?8, title.rank
  LIMIT ?9 OFFSET ?10`;

const TITLE = `
  SELECT coalesce(translated.record, title.record) AS record
  FROM title
  LEFT JOIN title_language AS translated ON translated.rank = title.rank AND translated.lang = ?2
  WHERE title.id = ?1`;

const CREDITS = `SELECT record FROM credits WHERE id = ?1`;

/** Ranks are counted from 1 without a gap, so the last is how many there are: one row is read. */
const LAST_RANK = `SELECT max(rank) AS record FROM title`;

interface Row {
  readonly record: string;
}

export function catalogOrigin(database: D1Database): Catalog {
  async function rows(sql: string, ...values: unknown[]): Promise<Row[]> {
    try {
      return (
        await database
          .prepare(sql)
          .bind(...values)
          .all<Row>()
      ).results;
    } catch (thrown) {
      throw new Problem("upstream-unavailable", "The catalog cannot be read.", { cause: thrown });
    }
  }

  async function first(sql: string, ...values: unknown[]): Promise<string | null> {
    return (await rows(sql, ...values))[0]?.record ?? null;
  }

  return {
    name: "catalog",

    async search(query: SearchQuery): Promise<ResultPage> {
      const expression = matchExpression(query.text);
      const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
      const offset = (page - 1) * limit;
      if (expression === null || offset >= DEEPEST) return NO_RESULTS;
      const { kind, years } = query.filter;
      const found = await rows(
        SEARCH,
        expression,
        query.lang,
        query.includeAdult ? 1 : 0,
        kind,
        years?.first ?? null,
        years?.last ?? null,
        `\n${fold(query.text)}\n`,
        years?.around ?? null,
        // One more than a page holds tells whether there is a next one.
        limit + 1,
        offset,
      );
      const records = found.slice(0, limit).map((row) => row.record);
      return { json: `[${records.join(",")}]`, count: records.length, more: found.length > limit };
    },

    credits({ id }) {
      return first(CREDITS, id);
    },

    title(id, lang) {
      return first(TITLE, id, lang);
    },

    async titles() {
      return Number((await first(LAST_RANK)) ?? 0);
    },

    async version() {
      return "";
    },
  };
}
