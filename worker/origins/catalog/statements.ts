/** All statements of the catalog, and the one way to read them. A list is one JSON parameter: D1 accepts at most 100. */
import type { Filter } from "../../contract/filter.ts";
import { type FindAnswer, MAX_KNOWN_FOR } from "../../contract/people.ts";
import { ASKED_TITLES, type ExternalIdsRow, externalIds, titleOrMerged } from "./by-id.ts";
import type { Candidate } from "./search/match.ts";
import type { NearRow, VocabularyLookups, WordRow } from "./search/spelling.ts";
import type { Session, StateRow } from "./session.ts";
import type { CardRow, CardsRow, FilmographyRow, PersonRow } from "./stored/filmography.ts";
import { WHOLE } from "./stored/names.ts";
import { packedWords } from "./stored/near.ts";

/** A bound statement, and the type of its rows. */
export type Query<Row> = D1PreparedStatement & { readonly row?: Row };

type RowsOf<Queries> = { [At in keyof Queries]: Queries[At] extends Query<infer Row> ? Row[] : never };

interface Reading<Queries> extends StateRow {
  /** The rows of each query. */
  readonly rows: RowsOf<Queries>;
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
}
/** A title with this key. `claim`: 0 or 1 for a whole title, 2 for a part of one. */
interface KeyRow extends Candidate {
  readonly claim: number;
}
/** A candidate with its record, so that no third round trip is needed. */
interface CandidateRecordRow extends Candidate, RecordRow {}

export type CatalogReads = ReturnType<typeof catalogReads>;

export function catalogReads({ statement, batch, expect }: Session) {
  function query<Row>(sql: string, ...parameters: unknown[]): Query<Row> {
    return statement(sql, ...parameters);
  }

  const state = () => query<StateRow>("SELECT version, titles, gap FROM catalog");

  /** In one transaction, so that all rows belong to one load. Throws a Problem for an empty catalog, or OtherGeneration. */
  async function read<const Queries extends readonly Query<unknown>[]>(
    ...queries: Queries
  ): Promise<Reading<Queries>> {
    const [states, ...results] = await batch([state(), ...queries]);
    const [loaded] = (states?.results ?? []) as unknown as StateRow[];
    return { ...expect(loaded), rows: results.map((result) => result.results) as RowsOf<Queries> };
  }

  return { query, read, state, ...titleStatements(query), people: peopleStatements(query) };
}

type MakeQuery = <Row>(sql: string, ...parameters: unknown[]) => Query<Row>;

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

function titleStatements(query: MakeQuery) {
  return {
    /** Ordered by key, then claim, then popularity. */
    byKey: (keys: readonly string[], { kind, years }: Filter, includeAdult: boolean) =>
      query<KeyRow>(
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
      query<Candidate>(
        `SELECT candidate.rank, forms, year
         FROM catalog_index AS found JOIN catalog_candidate AS candidate ON candidate.rank = found.rowid
         WHERE catalog_index MATCH ?1 ORDER BY found.rowid LIMIT ?2`,
        expression,
        limit,
      ),

    matchingRecords: (lang: string, expression: string, { limit, after = 0 }: RankRange) =>
      query<CandidateRecordRow>(
        `SELECT title.rank, title.forms, title.year, ${RECORD}
         FROM catalog_index AS found JOIN catalog_title AS title ON title.rank = found.rowid
         WHERE catalog_index MATCH ?2 AND found.rowid > ?4 ORDER BY found.rowid LIMIT ?3`,
        lang,
        expression,
        limit,
        after,
      ),

    vocabulary: vocabularyOf(query, "catalog"),

    records: (lang: string, ranks: readonly number[]) =>
      query<Pick<CandidateRecordRow, "rank" | "record">>(
        `SELECT title.rank, ${RECORD} FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
        lang,
        JSON.stringify(ranks),
      ),

    /** Keeps the ranks whose facts match the expression. */
    withFacts: (expression: string, ranks: readonly number[]) =>
      query<Pick<Candidate, "rank">>(
        `SELECT asked.value AS rank
         FROM json_each(?1) AS asked CROSS JOIN catalog_browse AS facts ON facts.rowid = asked.value
         WHERE catalog_browse MATCH ?2`,
        JSON.stringify(ranks),
        expression,
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
           ${externalIds("'title'", "title.id")}
         FROM ${ASKED_TITLES} AS title WHERE title.id IS NOT NULL`,
        lang,
        JSON.stringify(ids),
      ),

    /** No row for an unknown title; `null` for a title without credits. */
    credits: (id: number) =>
      query<{ id: number; record: string | null }>(
        `SELECT title.id, (SELECT record FROM catalog_credits AS credits WHERE credits.id = title.id) AS record
         FROM ${titleOrMerged("?1")} AS title`,
        id,
      ),

    forms: (id: number) =>
      query<Pick<Candidate, "forms">>("SELECT forms FROM catalog_title WHERE id = ?1", id),

    /** Titles whose display title has this key, most popular first. */
    namesakes: (lang: string, key: string, except: number) =>
      query<RecordRow>(
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

/** `titles`: how many ranks `known_for` holds at least, each of up to nine digits and a comma. */
const columns = (titles: number = MAX_KNOWN_FOR) =>
  `person.rank, person.id, name, profile_path, other_names, substr(titles, 1, ${titles * 10}) AS known_for`;

const CARD = `title.rank, title.id, title.type, is_adult, title.record ->> 'year' AS year, title.record ->> 'poster' AS poster,
  title.record ->> 'original_title' AS original_title,
  coalesce(
    (SELECT translated.record ->> 'title' FROM catalog_translation AS translated
      WHERE ?1 <> 'en' AND translated.rank = title.rank AND translated.lang = ?1),
    title.record ->> 'title') AS title`;

function peopleStatements(query: MakeQuery) {
  return {
    person: (id: number) =>
      query<FilmographyRow>(
        `SELECT ${columns()}, titles, credits FROM catalog_person AS person WHERE id = ?1`,
        id,
      ),

    /** The cards of all titles of a person who has no packed cards. */
    cardsOf: (lang: string, id: number) =>
      query<CardRow>(
        `SELECT ${CARD}
         FROM catalog_person AS person CROSS JOIN json_each('[' || person.titles || ']') AS asked
         CROSS JOIN catalog_title AS title ON title.rank = asked.value
         WHERE person.id = ?2 AND NOT EXISTS (SELECT 1 FROM catalog_person_cards AS packed WHERE packed.rank = person.rank)`,
        lang,
        id,
      ),

    packedCards: (lang: string, id: number) =>
      query<CardsRow>(
        `SELECT lang, cards FROM catalog_person AS person
         CROSS JOIN catalog_person_cards AS packed ON packed.rank = person.rank AND lang IN ('en', ?1)
         WHERE person.id = ?2`,
        lang,
        id,
      ),

    /** The rank of the least known. */
    last: () => query<{ last: number }>("SELECT coalesce(max(rank), 0) AS last FROM catalog_person"),

    /** Best known first, which is the order of the index, so that reading stops at the limit. */
    matching: (expression: string, limit: number, titles?: number) =>
      query<PersonRow>(
        `SELECT ${columns(titles)}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?1 ORDER BY found.rowid LIMIT ?2`,
        expression,
        limit,
      ),

    vocabulary: vocabularyOf(query, "catalog_person"),

    cards: (lang: string, ranks: readonly number[]) =>
      query<CardRow>(
        `SELECT ${CARD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
        lang,
        JSON.stringify(ranks),
      ),

    /** Only ids of titles and people in the catalog: sources also name people who have no credits here. */
    external: (source: string, external: string) =>
      query<FindAnswer>(
        `SELECT kind, coalesce(title.id, into_id, person.id) AS id FROM catalog_external AS known
         LEFT JOIN catalog_title AS title ON kind = 'title' AND title.id = known.id
         LEFT JOIN catalog_merged AS merged ON merged.id = iif(kind = 'title' AND title.id IS NULL, known.id, NULL)
         LEFT JOIN catalog_person AS person ON kind = 'person' AND person.id = known.id
         WHERE source = ?1 AND external = ?2 AND coalesce(title.id, into_id, person.id) IS NOT NULL`,
        source,
        external,
      ),

    /** If the title or person exists and ids are IMDb's own numbers. */
    numbered: (table: "title" | "person", id: number) =>
      query<FindAnswer>(
        `SELECT '${table}' AS kind, id
         FROM ${table === "title" ? titleOrMerged("?1") : "(SELECT id FROM catalog_person WHERE id = ?1)"}
         WHERE EXISTS (SELECT 1 FROM catalog_external WHERE source = 'imdb' AND external = 'number')`,
        id,
      ),
  };
}

/** Lookups in the vocabulary of titles or of people's names. */
function vocabularyOf(query: MakeQuery, tables: "catalog" | "catalog_person") {
  return ({ words, shortenings }: VocabularyLookups) =>
    [
      query<WordRow>(
        `SELECT word, titles FROM json_each(?1) AS asked CROSS JOIN ${tables}_word ON word = asked.value`,
        JSON.stringify(words),
      ),
      query<NearRow>(packedWords(`${tables}_near`), JSON.stringify(shortenings)),
    ] as const;
}
