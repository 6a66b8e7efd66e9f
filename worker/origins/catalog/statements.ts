/** All statements about titles. A list is one JSON parameter: D1 accepts at most 100 parameters. */
import type { Filter } from "../../contract/filter.ts";
import type { Candidate } from "./search/match.ts";
import type { NearRow, VocabularyLookups, WordRow } from "./search/spelling.ts";
import { emptyCatalog, type Session } from "./session.ts";
import { WHOLE } from "./stored/names.ts";

export interface StateRow {
  readonly version: string;
  readonly titles: number;
}
export interface RecordRow {
  readonly record: string;
}
export interface RankedRecordRow extends RecordRow {
  readonly rank: number;
}
export interface TitleRow extends RecordRow {
  readonly id: number;
  /** The plot in English. */
  readonly english: string;
}
/** A title with this key. `claim`: 0 or 1 for a whole title, 2 for a part of one. */
export interface KeyRow extends Candidate {
  readonly claim: number;
}
/** A candidate with its record, so that no third round trip is needed. */
export interface CandidateRecordRow extends Candidate, RecordRow {}
export type { NearRow, WordRow };

/** How many titles to read, and after which rank. */
interface RankRange {
  readonly limit: number;
  readonly after?: number;
}

/** At most this many titles of one name are read by key; with a filter, the full-text index finds the others. */
const MAX_KEYS = 200;

const MAX_NAMESAKES = 20;
const MAX_SUGGESTED_KEYS = 10;

/** The record of `title` in the language ?1, else in English. */
export const RECORD = `coalesce(
  (SELECT translated.record FROM catalog_translation AS translated
    WHERE translated.rank = title.rank AND translated.lang = ?1),
  title.record) AS record`;

/** A year of 0 is the year 0000 or unknown: the record tells which. */
const HAS_YEAR = `(SELECT record ->> 'year' FROM catalog_title AS title WHERE title.rank = candidate.rank) <> ''`;

export function prepareStatements({ statement: bound }: Pick<Session, "statement">) {
  return {
    state: () => bound("SELECT version, titles FROM catalog"),

    /** Ordered by key, then claim, then popularity. */
    byKey: (keys: readonly string[], { kind, years }: Filter, includeAdult: boolean) =>
      bound(
        `SELECT candidate.rank, forms, year, claim
         FROM (
           SELECT catalog_key.rank, claim
           FROM json_each(?1) AS asked CROSS JOIN catalog_key ON catalog_key.key = asked.value
           LIMIT ${MAX_KEYS}
         ) AS found
         CROSS JOIN catalog_candidate AS candidate ON candidate.rank = found.rank
         WHERE (?2 IS NULL OR (year BETWEEN ?2 AND ?3 AND (year > 0 OR ${HAS_YEAR})))
           AND (?4 IS NULL OR type = ?4) AND is_adult <= ?5`,
        JSON.stringify(keys),
        years?.first ?? null,
        years?.last ?? null,
        kind,
        includeAdult ? 1 : 0,
      ),

    /** Most popular first, which is the order of the index, so that reading stops at the limit. */
    matching: (expression: string, limit: number) =>
      bound(
        `SELECT candidate.rank, forms, year
         FROM catalog_index AS found JOIN catalog_candidate AS candidate ON candidate.rank = found.rowid
         WHERE catalog_index MATCH ?1 ORDER BY found.rowid LIMIT ?2`,
        expression,
        limit,
      ),

    matchingRecords: (lang: string, expression: string, { limit, after = 0 }: RankRange) =>
      bound(
        `SELECT title.rank, title.forms, title.year, ${RECORD}
         FROM catalog_index AS found JOIN catalog_title AS title ON title.rank = found.rowid
         WHERE catalog_index MATCH ?2 AND found.rowid > ?4 ORDER BY found.rowid LIMIT ?3`,
        lang,
        expression,
        limit,
        after,
      ),

    ...vocabularyStatements(bound, "catalog"),

    records: (lang: string, ranks: readonly number[]) =>
      bound(
        `SELECT title.rank, ${RECORD} FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
        lang,
        JSON.stringify(ranks),
      ),

    /** Keeps the ranks whose facts match the expression. */
    withFacts: (expression: string, ranks: readonly number[]) =>
      bound(
        `SELECT asked.value AS rank
         FROM json_each(?1) AS asked CROSS JOIN catalog_browse AS facts ON facts.rowid = asked.value
         WHERE catalog_browse MATCH ?2`,
        JSON.stringify(ranks),
        expression,
      ),

    /** For suggestions: the best-known titles with one of the keys, as a whole title or as a part. */
    byKeyRecords: (lang: string, keys: readonly string[]) =>
      bound(
        `SELECT title.rank, title.forms, title.year, claim, ${RECORD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_key ON catalog_key.key = asked.value
         CROSS JOIN catalog_title AS title ON title.rank = catalog_key.rank
         WHERE is_adult = 0 LIMIT ${MAX_SUGGESTED_KEYS}`,
        lang,
        JSON.stringify(keys),
      ),

    titles: (lang: string, ids: readonly number[]) =>
      bound(
        `SELECT title.id, ${RECORD}, title.record ->> 'plot' AS english FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.id = asked.value`,
        lang,
        JSON.stringify(ids),
      ),

    credits: (id: number) => bound("SELECT record FROM catalog_credits WHERE id = ?1", id),

    forms: (id: number) => bound("SELECT forms FROM catalog_title WHERE id = ?1", id),

    /** Titles whose display title has this key, most popular first. */
    namesakes: (lang: string, key: string, except: number) =>
      bound(
        `SELECT ${RECORD}
         FROM catalog_key AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank
         WHERE found.key = ?2 AND found.claim = ${WHOLE} AND title.id <> ?3
         LIMIT ${MAX_NAMESAKES}`,
        lang,
        key,
        except,
      ),
  };
}

/** Lookups in the vocabulary of titles or of people's names. */
export function vocabularyStatements(bound: Session["statement"], tables: "catalog" | "catalog_person") {
  return {
    words: ({ words }: VocabularyLookups) =>
      bound(
        `SELECT word, titles FROM json_each(?1) AS asked CROSS JOIN ${tables}_word ON word = asked.value`,
        JSON.stringify(words),
      ),

    near: ({ shortenings }: VocabularyLookups) =>
      bound(
        `SELECT shortening, words FROM json_each(?1) AS asked CROSS JOIN ${tables}_near ON shortening = asked.value`,
        JSON.stringify(shortenings),
      ),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;

export function stateOf(result: D1Result | undefined): StateRow {
  return rowsOf<StateRow>(result)[0] ?? { version: "", titles: 0 };
}

/** Like `stateOf`, but throws a Problem for an empty catalog. */
export function filledState(result: D1Result | undefined): StateRow {
  const state = stateOf(result);
  if (state.titles === 0) throw emptyCatalog();
  return state;
}

export function rowsOf<Row>(result: D1Result | undefined): Row[] {
  return (result?.results ?? []) as Row[];
}
