/** All statements about people, and about the title cards in their responses. */
import type { Session } from "./session.ts";
import { vocabularyStatements } from "./statements.ts";

export interface PersonRow {
  readonly rank: number;
  readonly id: number;
  readonly name: string;
  /** "" when there is none. */
  readonly profile_path: string;
  /** One per line. */
  readonly other_names: string;
  /** Begins with the ranks of up to three titles, separated by commas. */
  readonly known_for: string;
}
export interface FilmographyRow extends PersonRow {
  /** `unpackFilmography` reads these two. */
  readonly titles: string;
  readonly credits: string;
}
/** Cards of a person with many titles: `unpackCards`. */
export interface CardsRow {
  readonly lang: string;
  readonly cards: string;
}
export interface CardRow {
  readonly rank: number;
  readonly id: number;
  readonly type: string;
  readonly is_adult: number;
  readonly title: string;
  readonly original_title: string;
  readonly year: string;
  readonly poster: string | null;
}

/** 24 characters hold three ranks of up to seven digits with their commas. */
const COLUMNS = `person.rank, person.id, name, profile_path, other_names, substr(titles, 1, 24) AS known_for`;

const CARD = `title.rank, title.id, title.type, is_adult, title.record ->> 'year' AS year, title.record ->> 'poster' AS poster,
  title.record ->> 'original_title' AS original_title,
  coalesce(
    (SELECT translated.record ->> 'title' FROM catalog_translation AS translated
      WHERE ?1 <> 'en' AND translated.rank = title.rank AND translated.lang = ?1),
    title.record ->> 'title') AS title`;

export function peopleStatements({ statement: bound }: Pick<Session, "statement">) {
  return {
    person: (id: number) =>
      bound(`SELECT ${COLUMNS}, titles, credits FROM catalog_person AS person WHERE id = ?1`, id),

    /** The cards of all titles of a person who has no packed cards. */
    cardsOf: (lang: string, id: number) =>
      bound(
        `SELECT ${CARD}
         FROM catalog_person AS person CROSS JOIN json_each('[' || person.titles || ']') AS asked
         CROSS JOIN catalog_title AS title ON title.rank = asked.value
         WHERE person.id = ?2 AND NOT EXISTS (SELECT 1 FROM catalog_person_cards AS packed WHERE packed.rank = person.rank)`,
        lang,
        id,
      ),

    packedCards: (lang: string, id: number) =>
      bound(
        `SELECT lang, cards FROM catalog_person AS person
         CROSS JOIN catalog_person_cards AS packed ON packed.rank = person.rank AND lang IN ('en', ?1)
         WHERE person.id = ?2`,
        lang,
        id,
      ),

    count: () => bound("SELECT coalesce(max(rank), 0) AS people FROM catalog_person"),

    /** Best known first, which is the order of the index, so that reading stops at the limit. */
    matching: (expression: string, limit: number) =>
      bound(
        `SELECT ${COLUMNS}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?1 ORDER BY found.rowid LIMIT ?2`,
        expression,
        limit,
      ),

    ...vocabularyStatements(bound, "catalog_person"),

    cards: (lang: string, ranks: readonly number[]) =>
      bound(
        `SELECT ${CARD}
         FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
        lang,
        JSON.stringify(ranks),
      ),

    /** Only ids of titles and people in the catalog: sources also name people who have no credits here. */
    external: (source: string, external: string) =>
      bound(
        `SELECT kind, id FROM catalog_external AS known WHERE source = ?1 AND external = ?2
           AND EXISTS (SELECT 1 FROM catalog_title WHERE kind = 'title' AND catalog_title.id = known.id
             UNION ALL SELECT 1 FROM catalog_person WHERE kind = 'person' AND catalog_person.id = known.id)`,
        source,
        external,
      ),

    /** The id, if the title or person exists and ids are IMDb's own numbers. */
    numbered: (table: "title" | "person", id: number) =>
      bound(
        `SELECT '${table}' AS kind, id FROM catalog_${table}
         WHERE id = ?1 AND EXISTS (SELECT 1 FROM catalog_external WHERE source = 'imdb' AND external = 'number')`,
        id,
      ),
  };
}

export type PeopleStatements = ReturnType<typeof peopleStatements>;
