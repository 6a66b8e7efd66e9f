/**
 * SQL statements that several parts of the catalog use. A list is passed as one JSON parameter, because D1 accepts at
 * most 100 parameters.
 */

import { MAX_COUNTED } from "../../contract/browse.ts";
import type { Filter } from "../../contract/filter.ts";
import type { NamesQuery } from "../../contract/matching.ts";
import { type FindResponse, MAX_KNOWN_FOR } from "../../contract/people.ts";
import type { FindQuery } from "../../contract/query.ts";
import type { Session } from "../../source/d1.ts";
import { alikeId, listPacked } from "./alike.ts";
import { COLLECTION } from "./collections-sql.ts";
import type { CardRow, FilmographyRow, PersonRow } from "./filmography.ts";
import { externalIds, isNumbered, titleOrMerged, titleWithId } from "./ids-sql.ts";
import { packedWords } from "./near.ts";
import { matchPersonId } from "./person-ids.ts";
import { createReadQueue, query, setQuery } from "./read-queue.ts";
import { inLanguage, LANGUAGE } from "./regions.ts";
import type {
  CandidateRecordRow,
  CreditsRow,
  FactsRow,
  KeyRow,
  ListedRecordRow,
  NamedRow,
  NearRow,
  RecordRow,
  SeasonRow,
  SeasonsRow,
  TitleCandidate,
  TitleRow,
  WordRow,
} from "./rows.ts";
import { AIRS, FIRST_AIRED, KNOWN_SEASONS, SEASON, SEASONS, scheduleOn } from "./stored-season.ts";

export type CatalogReads = ReturnType<typeof catalogReads>;

/**
 * Creates the reads of a session.
 * @param today returns the day of the request as YYYY-MM-DD
 */
export function catalogReads(session: Session, today: () => string) {
  return { ...createReadQueue(session), ...titleStatements, people: peopleStatements, today };
}

/**
 * The maximum number of titles to read for a key, before filters are applied. The full-text index finds all other
 * titles.
 */
const MAX_KEYS = 200;

/** The maximum number of keys and of titles to read for a file name. */
const MAX_NAMED_KEYS = 400;
const MAX_NAMED = 60;

const MAX_SUGGESTED_KEYS = 10;

/** The maximum number of titles to read that contain a word of a plot. */
const MAX_BROWSED = 200;

/** The record of `title` in the language ?1, or in English if there is no translation. */
export const TRANSLATED = inLanguage(
  (language) => `(SELECT translated.record FROM catalog_translation AS translated
    WHERE translated.rank = title.rank AND translated.lang = ${language})`,
  "title.record",
);
/** The name of `title` in the language ?1, or in English, for which no translation is read. */
const TRANSLATED_NAME = inLanguage(
  (language) => `(SELECT translated.record ->> 'title' FROM catalog_translation AS translated
    WHERE ?1 <> 'en' AND translated.rank = title.rank AND translated.lang = ${language})`,
  "title.record ->> 'title'",
);
const RECORD = `${TRANSLATED} AS record`;
/**
 * Whether the plot of `title` is in English although the language ?1 is another one, or NULL if ?1 is English. A plot for
 * any region of the language counts.
 */
const IS_UNTRANSLATED = `iif(?1 = 'en', NULL, NOT EXISTS (
  SELECT 1 FROM json_each(title.sources, '$.translations') AS given
  WHERE (given.key = ${LANGUAGE} OR given.key GLOB ${LANGUAGE} || '-*') AND instr(given.value, '"plot"')))`;
export const LISTED_RECORD = `${RECORD}, title.sources ->> 'votes' AS votes, title.sources ->> 'series' AS series,
  ${IS_UNTRANSLATED} AS untranslated`;
export const LISTED_COLUMNS = ["record", "votes", "series", "untranslated"] as const;
/** The release date of `title`: a day, a year if the day is unknown, or "". */
export const RELEASED = `coalesce(title.sources ->> 'released', ${FIRST_AIRED}, title.record ->> 'year')`;
/** The facts of `title`. Some are in the language ?1. Names are left out, because there may be many. */
const TITLE_FACTS = `json_patch(
  json_remove(title.sources, '$.otherNames', '$.translations', '$.translatedFacts'),
  ${inLanguage((language) => `(title.sources -> '$.translatedFacts' -> ${language})`, "'{}'")}) AS facts`;

/**
 * Whether the title has a year. The column is 0 for both an unknown year and the year 0000, so the record decides.
 */
const HAS_YEAR = `(SELECT record ->> 'year' FROM catalog_title AS title WHERE title.rank = candidate.rank) <> ''`;

/**
 * The maximum number of titles to read for a person, best known first. It is one more than the number of titles that
 * are counted.
 */
const MAX_FACTS = MAX_COUNTED + 1;
/** The facts of `title` as JSON (`TitleFacts`). */
export const FACTS = `json_object(
  'type', title.type, 'genres', record ->> 'genres', 'countries', record ->> 'countries', 'year', record ->> 'year',
  'rating', record ->> 'rating', 'runtime', record ->> 'runtime', 'language', sources ->> 'language', 'votes', sources ->> 'votes')`;
const FACTS_ROW = `title.rank, forms, year, ${FACTS} AS facts`;

const titleStatements = {
  /** Returns titles with one of these keys, sorted by key, strength and popularity. */
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

  /** Returns the best-known titles that have one of the keys. */
  named: ({ lang, keys, includeAdult, withSeasons }: NamesQuery) =>
    setQuery<NamedRow>(
      ["rank", "forms", "keys", ...LISTED_COLUMNS, "countries", "seasons"],
      `SELECT title.rank, title.forms, found.keys, ${LISTED_RECORD}, title.record ->> 'countries' AS countries,
           iif(?4, ${KNOWN_SEASONS}, NULL) AS seasons
         FROM (SELECT rank, json_group_object(key, claim) AS keys FROM (
             SELECT candidate.rank, catalog_key.key, claim
               FROM json_each(?2) AS asked CROSS JOIN catalog_key ON catalog_key.key = asked.value ->> 0
               CROSS JOIN catalog_candidate AS candidate ON candidate.rank = catalog_key.rank
               WHERE candidate.is_adult <= ?3
                 AND (asked.value ->> 1 IS NULL OR candidate.year BETWEEN asked.value ->> 1 AND asked.value ->> 2)
               LIMIT ${MAX_NAMED_KEYS})
           GROUP BY rank LIMIT ${MAX_NAMED}) AS found
         CROSS JOIN catalog_title AS title ON title.rank = found.rank`,
      lang,
      JSON.stringify(keys),
      includeAdult ? 1 : 0,
      withSeasons ? 1 : 0,
    ),

  /** Returns matching titles by popularity. The index has that order, so reading stops at the limit. */
  matching: (expression: string, limit: number) =>
    setQuery<TitleCandidate>(
      ["rank", "forms", "year"],
      `SELECT candidate.rank, forms, year
         FROM catalog_index AS found JOIN catalog_candidate AS candidate ON candidate.rank = found.rowid
         WHERE catalog_index MATCH ?1 ORDER BY found.rowid LIMIT ${limit}`,
      expression,
    ),

  /** Returns the ranks of matching titles after the rank `after`. */
  ranksMatching: (expression: string, after: number, limit: number) =>
    setQuery<Pick<TitleCandidate, "rank">>(
      ["rank"],
      `SELECT rowid AS rank FROM catalog_index WHERE catalog_index MATCH ?1 AND rowid > ?2 ORDER BY rowid LIMIT ${limit}`,
      expression,
      after,
    ),

  matchingRecords: (lang: string, expression: string, limit: number) =>
    setQuery<CandidateRecordRow>(
      ["rank", "forms", "year", ...LISTED_COLUMNS],
      `SELECT title.rank, title.forms, title.year, ${LISTED_RECORD}
         FROM catalog_index AS found JOIN catalog_title AS title ON title.rank = found.rowid
         WHERE catalog_index MATCH ?2 ORDER BY found.rowid LIMIT ${limit}`,
      lang,
      expression,
    ),

  vocabulary: createVocabulary({ words: "catalog_word", near: "catalog_near" }),

  records: (lang: string, ranks: readonly number[]) =>
    setQuery<Pick<CandidateRecordRow, "rank" | keyof ListedRecordRow>>(
      ["rank", ...LISTED_COLUMNS],
      `SELECT title.rank, ${LISTED_RECORD} FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      lang,
      JSON.stringify(ranks),
    ),

  /**
   * Returns the names of titles as a JSON array with their original spelling: English, original and other titles, and
   * translations.
   */
  names: (ranks: readonly number[]) =>
    setQuery<{ rank: number; id: number; names: string }>(
      ["rank", "id", "names"],
      `SELECT title.rank, title.id, (SELECT json_group_array(name) FROM (
           SELECT title.record ->> 'title' AS name
           UNION ALL SELECT title.record ->> 'original_title'
           UNION ALL SELECT value ->> 'title' FROM json_each(title.sources, '$.otherNames')
           UNION ALL SELECT record ->> 'title' FROM catalog_translation AS translated
             WHERE translated.rank = title.rank)) AS names
         FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      JSON.stringify(ranks),
    ),

  facts: (ranks: readonly number[]) =>
    query<FactsRow>(
      `SELECT ${FACTS_ROW} FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      JSON.stringify(ranks),
    ),
  /** Returns the titles like another one, most similar first. */
  factsOfSimilar: (rank: number) =>
    query<FactsRow>(
      `SELECT ${FACTS_ROW}
         FROM json_each((SELECT ${listPacked("similar")} FROM catalog_credits WHERE id = (
           SELECT id FROM catalog_title WHERE rank = ?1))) AS alike
         CROSS JOIN catalog_title AS title ON title.id = ${alikeId("alike.value")}
         ORDER BY alike.key`,
      rank,
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

  /** Returns the ranks of the best-known titles that match an expression in the index of facts. */
  browsed: (expression: string) =>
    setQuery<Pick<TitleCandidate, "rank">>(
      ["rank"],
      `SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?1 ORDER BY rowid LIMIT ${MAX_BROWSED}`,
      expression,
    ),

  /**
   * Returns the best-known titles that have one of the keys as a title or a part of one, with their records. Used for
   * suggestions.
   */
  byKeyRecords: (lang: string, keys: readonly string[]) =>
    query<KeyRow & RecordRow>(
      `SELECT title.rank, title.forms, title.year, claim, ${RECORD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_key ON catalog_key.key = asked.value
         CROSS JOIN catalog_title AS title ON title.rank = catalog_key.rank
         WHERE is_adult = 0 LIMIT ${MAX_SUGGESTED_KEYS}`,
      lang,
      JSON.stringify(keys),
    ),

  /** Returns a title, or no row if it does not exist. */
  title: (lang: string, id: number, today: string) =>
    setQuery<TitleRow>(
      ["id", "record", "english", "facts", "popularity", "external", "schedule", "collection"],
      `SELECT title.id, ${RECORD}, title.record ->> 'plot' AS english, ${TITLE_FACTS},
           title.popularity, ${externalIds("title", "title.id")}, ${scheduleOn("?3")} AS schedule,
           ${COLLECTION} AS collection
         FROM ${titleWithId("?2")} AS title WHERE title.id IS NOT NULL`,
      lang,
      id,
      today,
    ),

  /** Returns the seasons of a title, or no row if the title does not exist. */
  seasons: (lang: string, id: number, today: string) =>
    setQuery<SeasonsRow>(
      ["id", "seasons", "schedule"],
      `SELECT title.id, ${SEASONS} AS seasons, ${scheduleOn("?3")} AS schedule
         FROM ${titleWithId("?2")} AS title WHERE title.id IS NOT NULL`,
      lang,
      id,
      today,
    ),

  /** Returns a season of a title, or no row if the title does not exist. */
  season: (lang: string, id: number, season: number, today: string) =>
    setQuery<SeasonRow>(
      ["id", "season", "airs"],
      `SELECT title.id, ${SEASON} AS season, ${AIRS} AS airs
         FROM ${titleWithId("?2")} AS title WHERE title.id IS NOT NULL`,
      lang,
      id,
      season,
      today,
    ),

  /**
   * Returns the credits of a title, or no row if it does not exist. `record` is `null` if the title has no credits.
   */
  credits: (id: number) =>
    setQuery<CreditsRow>(
      ["id", "record"],
      `SELECT title.id, (SELECT nullif(record, '') FROM catalog_credits AS credits WHERE credits.id = title.id) AS record
         FROM ${titleWithId("?1")} AS title WHERE title.id IS NOT NULL`,
      id,
    ),
};

const PERSON_COLUMNS = ["rank", "id", "name", "profile_path", "other_names", "known_for"] as const;

/**
 * Returns the columns of a person. `titles` is the number of ranks to read from `known_for`. A rank has up to nine
 * digits and a comma.
 */
const columns = (titles: number = MAX_KNOWN_FOR) =>
  `person.rank, person.id, name, profile_path, other_names, substr(titles, 1, ${titles * 10}) AS known_for`;

/**
 * The packed credits on the best-known titles, and the best-known title in the language ?1 unless it is an adult
 * title.
 */
const SUGGESTED = `substr(person.credits, 1, 300) AS packed,
  (SELECT ${TRANSLATED_NAME}
    FROM catalog_title AS title WHERE title.rank = CAST(person.titles AS INTEGER) AND is_adult = 0) AS known`;

export interface SuggestedPerson extends PersonRow {
  readonly packed: string;
  readonly known: string | null;
}

/** The columns of a title on a shelf, in the language ?1. */
export const TILE = `title.rank, title.id, title.type, is_adult, title.record ->> 'year' AS year, title.record ->> 'poster' AS poster,
  title.record ->> 'original_title' AS original_title, ${TRANSLATED_NAME} AS title`;
/** The columns of a title in a filmography, in the language ?1. */
const CARD = `${TILE}, title.record ->> 'rating' AS rating, title.record ->> 'genres' AS genres,
  title.sources ->> 'votes' AS votes, title.sources ->> 'series' AS series`;

const peopleStatements = {
  person: (id: number) =>
    query<FilmographyRow>(
      `SELECT ${columns()}, titles, credits, (SELECT facts FROM catalog_life WHERE id = ?1) AS life
        FROM catalog_person AS person WHERE ${matchPersonId("?1")}`,
      id,
    ),

  /** Returns the credits of people on each of their titles. The people are given by rank. */
  filmographies: (ranks: readonly number[]) =>
    query<Pick<FilmographyRow, "rank" | "titles" | "credits">>(
      `SELECT person.rank, titles, credits
         FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON person.rank = asked.value`,
      JSON.stringify(ranks),
    ),

  /** Returns all titles of a person's filmography. */
  cardsOf: (lang: string, id: number) =>
    query<CardRow>(
      `SELECT ${CARD}
         FROM catalog_person AS person CROSS JOIN json_each('[' || person.titles || ']') AS asked
         CROSS JOIN catalog_title AS title ON title.rank = asked.value
         WHERE ${matchPersonId("?2")}`,
      lang,
      id,
    ),

  /** Returns the rank of the least known person. */
  last: () => query<{ last: number }>("SELECT coalesce(max(rank), 0) AS last FROM catalog_person"),

  /** Returns matching people, best known first. The index has that order, so reading stops at the limit. */
  matching: (expression: string, limit: number, titles?: number) =>
    setQuery<PersonRow>(
      PERSON_COLUMNS,
      `SELECT ${columns(titles)}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?1 ORDER BY found.rowid LIMIT ${limit}`,
      expression,
    ),

  /** Returns the ranks of matching people that come after the rank `after`. */
  ranksMatching: (expression: string, after: number, limit: number) =>
    query<{ readonly rank: number }>(
      `SELECT rowid AS rank FROM catalog_person_index
         WHERE catalog_person_index MATCH ?1 AND rowid > ?2 ORDER BY rowid LIMIT ${limit}`,
      expression,
      after,
    ),

  /** Returns people by rank, in the order of the ranks. */
  byRank: (ranks: readonly number[]) =>
    query<PersonRow>(
      `SELECT ${columns()} FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON person.rank = asked.value`,
      JSON.stringify(ranks),
    ),

  /** Returns matching people with the columns for suggestions. */
  suggested: (lang: string, expression: string, limit: number) =>
    query<SuggestedPerson>(
      `SELECT ${columns()}, ${SUGGESTED}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?2 ORDER BY found.rowid LIMIT ${limit}`,
      lang,
      expression,
    ),

  /** Returns people by rank with the columns for suggestions. */
  suggestedByRank: (lang: string, ranks: readonly number[]) =>
    query<SuggestedPerson>(
      `SELECT ${columns()}, ${SUGGESTED}
         FROM json_each(?2) AS asked CROSS JOIN catalog_person AS person ON person.rank = asked.value`,
      lang,
      JSON.stringify(ranks),
    ),

  /** Returns the first actors of titles with their roles, in billing order. The titles are given by rank. */
  cast: (ranks: readonly number[], most: number) =>
    query<PersonRow & { readonly title: number; readonly character: string }>(
      `SELECT asked.value AS title, entry.value ->> 'character' AS character, ${columns()}
         FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value
         CROSS JOIN catalog_credits AS credits ON credits.id = title.id
         CROSS JOIN json_each(nullif(credits.record, ''), '$.cast') AS entry
         CROSS JOIN catalog_person AS person ON ${matchPersonId("entry.value ->> 'id'")}
         WHERE entry.key < ${most} ORDER BY asked.key, entry.key`,
      JSON.stringify(ranks),
    ),

  vocabulary: createVocabulary({ words: "catalog_person_word", near: "catalog_person_near" }),

  cards: (lang: string, ranks: readonly number[]) =>
    query<CardRow>(
      `SELECT ${CARD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
      lang,
      JSON.stringify(ranks),
    ),

  /**
   * Returns the title or person that has an external id, or no row if the catalog lacks it. Sources also have ids of
   * people without credits.
   */
  external: ({ source, external }: Pick<FindQuery, "source" | "external">) =>
    setQuery<FindResponse>(
      ["kind", "id"],
      `SELECT known.kind, coalesce(title.id, into_id, person.id) AS id
         FROM catalog_external AS known
         LEFT JOIN catalog_title AS title ON kind = 'title' AND title.id = known.id
         LEFT JOIN catalog_merged AS merged ON merged.id = iif(kind = 'title' AND title.id IS NULL, known.id, NULL)
         LEFT JOIN catalog_person AS person ON kind = 'person' AND ${matchPersonId("known.id")}
         WHERE known.source = ?1 AND known.external = ?2 AND coalesce(title.id, into_id, person.id) IS NOT NULL`,
      source,
      external,
    ),

  /** Returns the title or person with this number as its id, if the catalog uses the numbers of the source as ids. */
  numbered: ({ source, kind, number }: NumberedId) =>
    setQuery<FindResponse>(
      ["kind", "id"],
      `SELECT ?2 AS kind, id FROM (
           SELECT iif(?2 = 'title', ${titleOrMerged("?3")},
             (SELECT id FROM catalog_person AS person WHERE ${matchPersonId("?3")})) AS id
           WHERE ${isNumbered("?1")})
         WHERE id IS NOT NULL`,
      source,
      kind,
      number,
    ),
};

export interface NumberedId extends Pick<FindQuery, "source"> {
  readonly kind: FindResponse["kind"];
  readonly number: number;
}

/** Builds queries for the vocabulary of titles or of people's names. */
function createVocabulary(tables: { readonly words: string; readonly near: string }) {
  return {
    words: (words: readonly string[]) =>
      setQuery<WordRow>(
        ["word", "titles"],
        `SELECT word, titles FROM json_each(?1) AS asked CROSS JOIN ${tables.words} ON word = asked.value`,
        JSON.stringify(words),
      ),
    near: (shortenings: readonly number[]) =>
      setQuery<NearRow>(["shortening", "words"], packedWords(tables.near), JSON.stringify(shortenings)),
  };
}
