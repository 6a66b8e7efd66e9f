/** The statements that several reads of the catalog share, and the one way to run any statement. A list is one JSON
 * parameter: D1 accepts at most 100 parameters. */

import { MAX_COUNTED } from "../../contract/browse.ts";
import type { ExternalSource } from "../../contract/facts.ts";
import type { Filter } from "../../contract/filter.ts";
import { type FindAnswer, MAX_KNOWN_FOR } from "../../contract/people.ts";
import type { Session, StateRow } from "../../source/d1.ts";
import type { TitleCandidate } from "../search/match.ts";
import type { NearRow, VocabularyLookups, WordRow } from "../search/spelling.ts";
import type { CardRow, FilmographyRow, PersonRow } from "./filmography.ts";
import { askedTitles, type ExternalIdsRow, externalIds, isNumbered, titleOrMerged } from "./ids-sql.ts";
import { packedWords } from "./near.ts";
import { isPerson } from "./person-ids.ts";

/** A statement, and the type of its rows. */
export interface CatalogQuery<Row> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The columns of a row. With them, several statements of one text become one statement. */
  readonly columns?: readonly string[];
  readonly row?: Row;
}

type RowsOf<Queries> = { [At in keyof Queries]: Queries[At] extends CatalogQuery<infer Row> ? Row[] : never };

interface StatementResults<Queries> extends StateRow {
  /** The rows of each query. */
  readonly rows: RowsOf<Queries>;
}

/** Work in rounds: it yields the queries of each round, and receives their rows. */
export type Rounds<Result> = Generator<
  readonly CatalogQuery<unknown>[],
  Result,
  StatementResults<readonly CatalogQuery<unknown>[]>
>;

/** One round. */
export function* ask<const Queries extends readonly CatalogQuery<unknown>[]>(
  ...queries: Queries
): Rounds<StatementResults<Queries>> {
  return (yield queries) as StatementResults<Queries>;
}

export interface RecordRow {
  readonly record: string;
}
export interface TitleRow extends RecordRow, ExternalIdsRow {
  /** The requested id: the id of a merged title leads to another title. */
  readonly asked: number;
  /** The plot in English. */
  readonly english: string;
  readonly votes: number | null;
  /** Subtag of the original language. */
  readonly language: string | null;
  /** JSON of `SeriesExtent`. */
  readonly series: string | null;
  readonly popularity: number;
}
/** A title with this key. `claim`: 0 or 1 for a whole title, 2 for a part of one. */
interface KeyRow extends TitleCandidate {
  readonly claim: number;
}
/** A candidate with its record, so that no third round trip is needed. */
interface CandidateRecordRow extends TitleCandidate, RecordRow {}

export type CatalogReads = ReturnType<typeof catalogReads>;

export function catalogReads({ statement, batch, expect }: Session) {
  let asked = 0;
  const state = () => statement("SELECT version, titles, gap, changes FROM catalog");

  /** In one transaction, so that all rows belong to one load. Throws a Problem for an empty catalog, or OtherGeneration. */
  async function read<const Queries extends readonly CatalogQuery<unknown>[]>(
    ...queries: Queries
  ): Promise<StatementResults<Queries>> {
    const sets = [
      ...Map.groupBy(queries.keys(), (at) => (queries[at]?.columns ? queries[at].sql : at)).values(),
    ];
    const statements = sets.map((set) => together(set.map((at) => queries[at] as CatalogQuery<unknown>)));
    asked += 1 + statements.length;
    const [states, ...results] = await batch([
      state(),
      ...statements.map(({ sql, parameters }) => statement(sql, ...parameters)),
    ]);
    const [loaded] = (states?.results ?? []) as unknown as StateRow[];
    const rows: unknown[][] = [];
    for (const [nth, set] of sets.entries()) {
      const found = results[nth]?.results ?? [];
      for (const [at, one] of set.entries())
        rows[one] = set.length === 1 ? found : JSON.parse((found[at] as unknown as SetRow).found);
    }
    return { ...expect(loaded), rows: rows as RowsOf<Queries> };
  }

  /** Does several works in step: each round of all of them is one read. */
  async function inStep<Result>(works: readonly Rounds<Result>[]): Promise<Result[]> {
    const done = new Map<Rounds<Result>, Result>();
    let steps = works.map((work) => ({ work, step: work.next() }));
    for (;;) {
      for (const { work, step } of steps) if (step.done) done.set(work, step.value);
      const asking = steps.flatMap(({ work, step }) => (step.done ? [] : { work, queries: step.value }));
      if (asking.length === 0) return works.map((work) => done.get(work) as Result);
      const { rows, ...loaded } = await read(...asking.flatMap(({ queries }) => queries));
      const left = [...rows];
      steps = asking.map(({ work, queries }) => {
        const own = left.splice(0, queries.length);
        return { work, step: work.next({ ...loaded, rows: own }) };
      });
    }
  }

  /** The same for works of different results. */
  async function each<const Works extends readonly Rounds<unknown>[]>(
    ...works: Works
  ): Promise<{ [At in keyof Works]: Works[At] extends Rounds<infer Result> ? Result : never }> {
    const results: unknown = await inStep<unknown>(works);
    return results as Awaited<ReturnType<typeof each<Works>>>;
  }

  return {
    query,
    read,
    inStep,
    each,
    state,
    ...titleStatements,
    people: peopleStatements,
    /** The number of statements that were run so far. */
    asked: () => asked,
  };
}

/** The rows of one statement of a set, as JSON. */
interface SetRow {
  readonly found: string;
}

/** Combines queries of the same text into one statement. */
function together(queries: readonly CatalogQuery<unknown>[]): CatalogQuery<unknown> {
  const [first, ...others] = queries;
  if (first === undefined || others.length === 0) return first as CatalogQuery<unknown>;
  const sql = first.sql.replaceAll(/\?(\d)/g, (_, number) => `(bound.value ->> ${Number(number) - 1})`);
  const members = first.columns?.map((name) => `'${name}', ${name}`).join(", ");
  return {
    sql: `SELECT (SELECT json_group_array(json_object(${members})) FROM (${sql})) AS found FROM json_each(?1) AS bound`,
    parameters: [JSON.stringify(queries.map(({ parameters }) => parameters))],
  };
}

function query<Row>(sql: string, ...parameters: unknown[]): CatalogQuery<Row> {
  return { sql, parameters };
}

/** A query that is combined with others of the same text. No parameter may be a limit, which SQLite requires to be constant. */
export function setQuery<Row>(
  columns: readonly (keyof Row & string)[],
  sql: string,
  ...parameters: unknown[]
): CatalogQuery<Row> {
  return { sql, parameters, columns };
}

/** At most this many titles of one name are read by key; with a filter, the full-text index finds the others. */
const MAX_KEYS = 200;

const MAX_SUGGESTED_KEYS = 10;

const MAX_IN_STEPS = MAX_COUNTED + 1;

/** The record of `title` in the language ?1, else in English. */
const TRANSLATED = `coalesce(
  (SELECT translated.record FROM catalog_translation AS translated
    WHERE translated.rank = title.rank AND translated.lang = ?1),
  title.record)`;
export const RECORD = `${TRANSLATED} AS record`;
/**
 * The same, and in lines of their own how many people rated the title, and how far a series goes: stored JSON has no line
 * breaks.
 */
export const LISTED_RECORD = `${TRANSLATED} || char(10) || coalesce(title.sources ->> 'votes', 0)
  || char(10) || coalesce(title.sources ->> 'series', '') AS record`;
export const recordIn = (listed: string) => listed.split("\n", 1).join();

/** A year of 0 is the year 0000 or unknown: the record tells which. */
const HAS_YEAR = `(SELECT record ->> 'year' FROM catalog_title AS title WHERE title.rank = candidate.rank) <> ''`;

/** Titles of one person, the best known first: one more than are counted. */
const MAX_FACTS = MAX_COUNTED + 1;
/** The `TitleFacts` of `title` as JSON. */
export const FACTS = `json_object(
  'type', title.type, 'genres', record ->> 'genres', 'countries', record ->> 'countries', 'year', record ->> 'year',
  'rating', record ->> 'rating', 'runtime', record ->> 'runtime', 'language', sources ->> 'language', 'votes', sources ->> 'votes')`;
const FACTS_ROW = `title.rank, forms, year, ${FACTS} AS facts`;

/** A title with its facts: `TitleFacts` as JSON. */
export interface FactsRow extends TitleCandidate {
  readonly facts: string;
}

const titleStatements = {
  /** Ordered by key, then claim, then popularity. */
  byKey: (keys: readonly string[], { kind, years }: Filter, includeAdult: boolean) =>
    setQuery<KeyRow>(
      ["rank", "forms", "year", "claim"],
      `SELECT candidate.rank, forms, year, claim
         FROM (SELECT catalog_key.rank, claim
           FROM json_each(?1) AS asked CROSS JOIN catalog_key ON catalog_key.key = asked.value
           LIMIT ${MAX_KEYS}) AS found
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
    setQuery<TitleCandidate>(
      ["rank", "forms", "year"],
      `SELECT candidate.rank, forms, year
         FROM catalog_index AS found JOIN catalog_candidate AS candidate ON candidate.rank = found.rowid
         WHERE catalog_index MATCH ?1 ORDER BY found.rowid LIMIT ${limit}`,
      expression,
    ),

  /** The ranks of matching titles after the rank `after`. */
  ranksMatching: (expression: string, after: number, limit: number) =>
    setQuery<Pick<TitleCandidate, "rank">>(
      ["rank"],
      `SELECT rowid AS rank FROM catalog_index WHERE catalog_index MATCH ?1 AND rowid > ?2 ORDER BY rowid LIMIT ${limit}`,
      expression,
      after,
    ),

  matchingRecords: (lang: string, expression: string, limit: number) =>
    setQuery<CandidateRecordRow>(
      ["rank", "forms", "year", "record"],
      `SELECT title.rank, title.forms, title.year, ${LISTED_RECORD}
         FROM catalog_index AS found JOIN catalog_title AS title ON title.rank = found.rowid
         WHERE catalog_index MATCH ?2 ORDER BY found.rowid LIMIT ${limit}`,
      lang,
      expression,
    ),

  vocabulary: vocabularyOf("catalog"),

  records: (lang: string, ranks: readonly number[]) =>
    setQuery<Pick<CandidateRecordRow, "rank" | "record">>(
      ["rank", "record"],
      `SELECT title.rank, ${LISTED_RECORD} FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      lang,
      JSON.stringify(ranks),
    ),

  /** All names of titles as they are spelled, in a JSON array: in English, the original and other titles, translations. */
  names: (ranks: readonly number[]) =>
    setQuery<{ rank: number; id: number; names: string }>(
      ["rank", "id", "names"],
      `SELECT title.rank, title.id, (SELECT json_group_array(name) FROM (
           SELECT title.record ->> 'title' AS name
           UNION ALL SELECT title.record ->> 'original_title'
           UNION ALL SELECT value FROM json_each(title.sources, '$.aliases')
           UNION ALL SELECT value FROM json_each(title.sources, '$.workingTitles')
           UNION ALL SELECT record ->> 'title' FROM catalog_translation AS translated
             WHERE translated.rank = title.rank)) AS names
         FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      JSON.stringify(ranks),
    ),

  /** The facts of these titles, and of the titles of these people. */
  facts: (ranks: readonly number[]) =>
    query<FactsRow>(
      `SELECT ${FACTS_ROW} FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      JSON.stringify(ranks),
    ),
  factsOfPeople: (people: readonly number[]) =>
    query<FactsRow & { readonly person: number }>(
      `SELECT person.rank AS person, ${FACTS_ROW}
         FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON person.rank = asked.value
         CROSS JOIN json_each('[' || person.titles || ']') AS listed
         CROSS JOIN catalog_title AS title ON title.rank = listed.value
         WHERE listed.key < ${MAX_FACTS} AND is_adult = 0`,
      JSON.stringify(people),
    ),

  /** Titles by expressions in the index of facts, in the order of the expressions. */
  inSteps: (expressions: readonly string[]) =>
    setQuery<Pick<TitleCandidate, "rank">>(
      ["rank"],
      `SELECT catalog_browse.rowid AS rank FROM json_each(?1) AS step CROSS JOIN catalog_browse
         WHERE catalog_browse MATCH step.value LIMIT ${MAX_IN_STEPS}`,
      JSON.stringify(expressions),
    ),

  /** For suggestions: the best-known titles with one of the keys, as a whole title or as a part. */
  byKeyRecords: (lang: string, keys: readonly string[]) =>
    query<KeyRow & RecordRow>(
      `SELECT title.rank, title.forms, title.year, claim, ${RECORD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_key ON catalog_key.key = asked.value
         CROSS JOIN catalog_title AS title ON title.rank = catalog_key.rank
         WHERE is_adult = 0 LIMIT ${MAX_SUGGESTED_KEYS}`,
      lang,
      JSON.stringify(keys),
    ),

  titles: (lang: string, ids: readonly number[]) =>
    query<TitleRow>(
      `SELECT asked, title.id, ${RECORD}, title.record ->> 'plot' AS english, title.sources ->> 'votes' AS votes,
           title.sources ->> 'language' AS language, title.sources ->> 'series' AS series, title.popularity, ${externalIds("title", "title.id")}
         FROM ${askedTitles("?2")} AS title WHERE title.id IS NOT NULL`,
      lang,
      JSON.stringify(ids),
    ),

  /** No row for an unknown title; `null` for a title without credits. */
  credits: (ids: readonly number[]) =>
    query<{ asked: number; id: number; record: string | null }>(
      `SELECT asked, title.id, (SELECT record FROM catalog_credits AS credits WHERE credits.id = title.id) AS record
         FROM ${askedTitles("?1")} AS title WHERE title.id IS NOT NULL`,
      JSON.stringify(ids),
    ),
};

const PERSON_COLUMNS = ["rank", "id", "name", "profile_path", "other_names", "known_for"] as const;

/** `titles`: how many ranks `known_for` holds at least, each of up to nine digits and a comma. */
const columns = (titles: number = MAX_KNOWN_FOR) =>
  `person.rank, person.id, name, profile_path, other_names, substr(titles, 1, ${titles * 10}) AS known_for`;

/** Packed credits of the best-known titles; the best-known title in the language ?1, unless it is for adults. */
const SUGGESTED = `substr(person.credits, 1, 300) AS packed,
  (SELECT coalesce(
      (SELECT translated.record ->> 'title' FROM catalog_translation AS translated
        WHERE ?1 <> 'en' AND translated.rank = title.rank AND translated.lang = ?1),
      title.record ->> 'title')
    FROM catalog_title AS title WHERE title.rank = CAST(person.titles AS INTEGER) AND is_adult = 0) AS known`;

export interface SuggestedPerson extends PersonRow {
  readonly packed: string;
  readonly known: string | null;
}

/** The titles are in the language ?1. */
export const CARD = `title.rank, title.id, title.type, is_adult, title.record ->> 'year' AS year, title.record ->> 'poster' AS poster,
  title.record ->> 'original_title' AS original_title, title.record ->> 'rating' AS rating,
  title.sources ->> 'votes' AS votes, title.sources ->> 'series' AS series,
  coalesce(
    (SELECT translated.record ->> 'title' FROM catalog_translation AS translated
      WHERE ?1 <> 'en' AND translated.rank = title.rank AND translated.lang = ?1),
    title.record ->> 'title') AS title`;

const peopleStatements = {
  person: (id: number) =>
    query<FilmographyRow>(
      `SELECT ${columns()}, titles, credits FROM catalog_person AS person WHERE ${isPerson("?1")}`,
      id,
    ),

  /** The cards of all titles of a person. */
  cardsOf: (lang: string, id: number) =>
    query<CardRow>(
      `SELECT ${CARD}
         FROM catalog_person AS person CROSS JOIN json_each('[' || person.titles || ']') AS asked
         CROSS JOIN catalog_title AS title ON title.rank = asked.value
         WHERE ${isPerson("?2")}`,
      lang,
      id,
    ),

  /** The rank of the least-known person. */
  last: () => query<{ last: number }>("SELECT coalesce(max(rank), 0) AS last FROM catalog_person"),

  /** Best known first, which is the order of the index, so that reading stops at the limit. */
  matching: (expression: string, limit: number, titles?: number) =>
    setQuery<PersonRow>(
      PERSON_COLUMNS,
      `SELECT ${columns(titles)}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?1 ORDER BY found.rowid LIMIT ${limit}`,
      expression,
    ),

  /** The same, with the columns that suggestions show. */
  suggested: (lang: string, expression: string, limit: number) =>
    query<SuggestedPerson>(
      `SELECT ${columns()}, ${SUGGESTED}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?2 ORDER BY found.rowid LIMIT ${limit}`,
      lang,
      expression,
    ),

  /** The same by rank. */
  suggestedByRank: (lang: string, ranks: readonly number[]) =>
    query<SuggestedPerson>(
      `SELECT ${columns()}, ${SUGGESTED}
         FROM json_each(?2) AS asked CROSS JOIN catalog_person AS person ON person.rank = asked.value`,
      lang,
      JSON.stringify(ranks),
    ),

  vocabulary: vocabularyOf("catalog_person"),

  cards: (lang: string, ranks: readonly number[]) =>
    query<CardRow>(
      `SELECT ${CARD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      lang,
      JSON.stringify(ranks),
    ),

  /** Only ids of titles and people in the catalog: sources also name people who have no credits here. */
  external: (asked: readonly ExternalId[]) =>
    query<FoundRow>(
      `SELECT asked.key AS asked, known.kind, coalesce(title.id, into_id, person.id) AS id
         FROM json_each(?1) AS asked CROSS JOIN catalog_external AS known
           ON known.source = asked.value ->> 'source' AND known.external = asked.value ->> 'external'
         LEFT JOIN catalog_title AS title ON kind = 'title' AND title.id = known.id
         LEFT JOIN catalog_merged AS merged ON merged.id = iif(kind = 'title' AND title.id IS NULL, known.id, NULL)
         LEFT JOIN catalog_person AS person ON kind = 'person' AND ${isPerson("known.id")}
         WHERE coalesce(title.id, into_id, person.id) IS NOT NULL`,
      JSON.stringify(asked),
    ),

  /** Titles and people by numbers of a source, if they exist and ids are its own numbers. */
  numbered: (asked: readonly NumberedId[]) =>
    query<FoundRow>(
      `SELECT * FROM (
           SELECT asked.value ->> 'asked' AS asked, asked.value ->> 'kind' AS kind,
             iif(asked.value ->> 'kind' = 'title', ${titleOrMerged("asked.value ->> 'number'")},
               (SELECT id FROM catalog_person AS person WHERE ${isPerson("asked.value ->> 'number'")})) AS id
           FROM json_each(?1) AS asked
           WHERE ${isNumbered("asked.value ->> 'source'")})
         WHERE id IS NOT NULL`,
      JSON.stringify(asked),
    ),
};

interface ExternalId {
  readonly source: ExternalSource;
  readonly external: string;
}
/** `asked`: the index of the requested id. */
interface FoundRow extends FindAnswer {
  readonly asked: number;
}
interface NumberedId extends Pick<FoundRow, "asked" | "kind">, Pick<ExternalId, "source"> {
  readonly number: number;
}

/** Lookups in the vocabulary of titles or of people's names. */
function vocabularyOf(tables: "catalog" | "catalog_person") {
  return ({ words, shortenings }: VocabularyLookups) =>
    [
      setQuery<WordRow>(
        ["word", "titles"],
        `SELECT word, titles FROM json_each(?1) AS asked CROSS JOIN ${tables}_word ON word = asked.value`,
        JSON.stringify(words),
      ),
      setQuery<NearRow>(["shortening", "words"], packedWords(`${tables}_near`), JSON.stringify(shortenings)),
    ] as const;
}
