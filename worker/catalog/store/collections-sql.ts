/**
 * SQL for collections. `catalog_collection` contains what the sources report. Titles are only grouped when they are
 * read, so that an update of one title changes no other rows. A collection has several numbers if one source has its
 * TMDB number and another only its name.
 */
import { OWN_NUMBERS } from "../../text/own-numbers.ts";

/**
 * Returns SQL for the main number of a collection, which is the lowest TMDB number with the same name, or `number` if
 * there is none.
 */
const selectMainNumber = (number: string) => `coalesce(
  (SELECT -max(named.title) FROM catalog_collection AS named
    WHERE named.number = ${number} AND named.number >= ${OWN_NUMBERS} AND named.title < 0), ${number})`;

/**
 * Returns SQL for the number of the collection that a title belongs to, or `NULL`. If there are several, the lowest
 * number is used.
 */
export const selectCollection = (title: string) => `
  (SELECT min(${selectMainNumber("own.number")}) FROM catalog_collection AS own WHERE own.title = ${title})`;

/** Returns SQL for all numbers of a collection. */
const selectNumbers = (number: string) => `(
  SELECT ${number} UNION ALL SELECT -link.title FROM catalog_collection AS link
  WHERE link.number = ${number} AND link.number < ${OWN_NUMBERS} AND link.title < 0 AND ${selectMainNumber("-link.title")} = ${number})`;

/** The release date to sort titles by. A year counts as January 1. */
const RELEASE =
  "coalesce(title.sources ->> 'released', nullif(title.record ->> 'year', ''), '9999'), title.id";

/** Returns SQL for the name of a collection, which is taken from its earliest title. */
const selectName = (number: string) => `(
  SELECT given.name FROM catalog_collection AS given JOIN catalog_title AS title ON title.id = given.giver
  WHERE given.number IN ${selectNumbers(number)} AND given.title = given.giver AND given.name <> ''
  ORDER BY ${RELEASE} LIMIT 1)`;

/** The collection of `title` as JSON (`CollectionFact`), or `NULL` if it belongs to none. */
export const COLLECTION = `(
  SELECT json_object('number', main.number, 'name', ${selectName("main.number")})
  FROM (SELECT ${selectCollection("title.id")} AS number) AS main WHERE main.number IS NOT NULL)`;

/** Returns the SQL after `SELECT …` that lists the titles of a collection in order of release. */
export const listMembers = (number: string) => `
  FROM (SELECT ${number} AS number) AS main
  CROSS JOIN catalog_collection AS member ON member.number IN ${selectNumbers("main.number")} AND member.title > 0
  CROSS JOIN catalog_title AS title ON title.id = member.title
  WHERE ${selectCollection("title.id")} = main.number GROUP BY title.id ORDER BY ${RELEASE}`;
