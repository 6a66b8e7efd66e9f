/** Every statement about people, and the cards of titles that their answers hold. */
import type { Session } from "./session.ts";
import type { VocabularyLookups } from "./spelling.ts";

export interface PersonRow {
  readonly rank: number;
  readonly id: number;
  readonly name: string;
  /** "" when there is none. */
  readonly profile_path: string;
  /** One a line. */
  readonly other_names: string;
  /** Ranks of titles, separated by spaces. */
  readonly known_for: string;
}
export interface FilmographyRow extends PersonRow {
  readonly record: string;
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

/** Someone with one title is known for that, which the filmography begins with. */
const COLUMNS = `person.rank, person.id, name, profile_path, other_names,
  iif(known_for = '', substr(person.record, 1, instr(person.record, char(9)) - 1), known_for) AS known_for`;

export function peopleStatements({ statement: bound }: Pick<Session, "statement">) {
  return {
    person: (id: number) =>
      bound(`SELECT ${COLUMNS}, person.record FROM catalog_person AS person WHERE id = ?1`, id),

    /** The number of people. */
    count: () => bound("SELECT coalesce(max(rank), 0) AS people FROM catalog_person"),

    /** The best known first, which is the order of the index: reading stops at the limit. */
    matching: (expression: string, limit: number) =>
      bound(
        `SELECT ${COLUMNS}
         FROM catalog_person_index AS found JOIN catalog_person AS person ON person.rank = found.rowid
         WHERE catalog_person_index MATCH ?1 ORDER BY found.rowid LIMIT ?2`,
        expression,
        limit,
      ),

    words: ({ words }: VocabularyLookups) =>
      bound(
        `SELECT word, titles FROM json_each(?1) AS asked CROSS JOIN catalog_person_word ON word = asked.value`,
        JSON.stringify(words),
      ),

    near: ({ shortenings }: VocabularyLookups) =>
      bound(
        `SELECT shortening, words FROM json_each(?1) AS asked CROSS JOIN catalog_person_near ON shortening = asked.value`,
        JSON.stringify(shortenings),
      ),

    /** What answers hold of titles, by rank. */
    cards: (lang: string, ranks: readonly number[]) =>
      bound(
        `SELECT title.rank, title.id, title.type, is_adult, record ->> 'year' AS year, record ->> 'poster' AS poster,
           record ->> 'original_title' AS original_title,
           coalesce(
             (SELECT translated.record ->> 'title' FROM catalog_translation AS translated
               WHERE ?1 <> 'en' AND translated.rank = title.rank AND translated.lang = ?1),
             record ->> 'title') AS title
         FROM json_each(?2) AS asked CROSS JOIN catalog_title AS title ON title.rank = asked.value`,
        lang,
        JSON.stringify(ranks),
      ),

    external: (source: string, external: string) =>
      bound("SELECT kind, id FROM catalog_external WHERE source = ?1 AND external = ?2", source, external),

    /** Where ids are IMDb's own numbers: the id, if there is such a title or person. */
    numbered: (table: "title" | "person", id: number) =>
      bound(
        `SELECT '${table}' AS kind, id FROM catalog_${table}
         WHERE id = ?1 AND EXISTS (SELECT 1 FROM catalog_external WHERE source = 'imdb' AND external = 'number')`,
        id,
      ),
  };
}

export type PeopleStatements = ReturnType<typeof peopleStatements>;
