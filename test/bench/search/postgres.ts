/**
 * Searches titles in Postgres, as a reference that anyone could set up in an hour. It uses trigrams (pg_trgm),
 * unaccent, and the logarithm of the popularity. Each name of a title is a row. `relevance.ts` loads this module if
 * the package is installed.
 */
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import type { Engine, Indexed } from "./relevance.ts";

const FOUND = 20;

const TABLES = `
  CREATE EXTENSION pg_trgm;
  CREATE EXTENSION unaccent;
  CREATE TABLE name (id int, name text, year text, popularity float8);`;
const INSERT = `
  INSERT INTO name
  SELECT (title ->> 'id')::int, lower(unaccent(name)), title ->> 'year', (title ->> 'popularity')::float8
  FROM json_array_elements($1::json) AS title, json_array_elements_text(title -> 'names') AS name`;
const INDEXES = `
  CREATE INDEX name_trigrams ON name USING gin (name gin_trgm_ops);
  CREATE INDEX name_words ON name USING gin (to_tsvector('simple', name));
  ANALYZE name;`;
/** Selects titles whose names are similar to the query, begin with it, or have words that begin with its words. */
const SEARCH = `
  SELECT id, max(similarity(name, typed) + 0.7 * word_similarity(typed, name) + 0.12 * log(popularity)) AS score
  FROM name, (SELECT lower(unaccent($1)) AS typed, to_tsquery('simple', unaccent($2)) AS words) AS asked
  WHERE (name % typed OR typed <% name OR name LIKE typed || '%' OR to_tsvector('simple', name) @@ words)
    AND ($3::text IS NULL OR year = $3)
  GROUP BY id ORDER BY score DESC LIMIT ${FOUND}`;

const splitPrefixes = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.map((word) => `${word}:*`) ?? [];

export async function postgres(titles: readonly Indexed[]): Promise<Engine> {
  const database = await PGlite.create({ extensions: { pg_trgm, unaccent } });
  await database.exec(TABLES);
  const rows = titles.map(({ id, title, original, aliases, year, popularity }) => {
    const names = [title, original, ...aliases.split("\n")].filter(Boolean);
    return { id, year, popularity, names };
  });
  await database.query(INSERT, [JSON.stringify(rows)]);
  await database.exec(INDEXES);
  return {
    name: "Postgres",
    async search(text, year) {
      const found = await database.query<{ id: number }>(SEARCH, [
        text,
        splitPrefixes(text).join(" & "),
        year,
      ]);
      return found.rows.map(({ id }) => id);
    },
  };
}
