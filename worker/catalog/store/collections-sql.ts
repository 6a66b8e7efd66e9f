/**
 * Collections in SQL. The rows of `catalog_collection` are what sources say; which titles belong together is decided when one of
 * them is read, so that an update of a title changes no other. A collection has several numbers if one source gives TMDB's and
 * another only the name, which have linked numbers.
 */

/** The number under which a collection is known: the smallest of TMDB's that its name is linked with, otherwise its own. */
const mainNumber = (number: string) => `coalesce(
  (SELECT -max(named.title) FROM catalog_collection AS named
    WHERE named.number = ${number} AND named.number >= ${2 ** 30} AND named.title < 0), ${number})`;

/** The number of the collection of a title. Of two the smaller one counts. `NULL` if the title is in none. */
export const collectionWith = (title: string) => `
  (SELECT min(${mainNumber("own.number")}) FROM catalog_collection AS own WHERE own.title = ${title})`;

/** All numbers of a collection. */
const numbersOf = (number: string) => `(
  SELECT ${number} UNION ALL SELECT -link.title FROM catalog_collection AS link
  WHERE link.number = ${number} AND link.number < ${2 ** 30} AND link.title < 0 AND ${mainNumber("-link.title")} = ${number})`;

/** The order of releases. A year alone is its first of January. */
const RELEASE =
  "coalesce(title.sources ->> 'released', nullif(title.record ->> 'year', ''), '9999'), title.id";

/** The name that the title with the earliest release gives. */
const nameOf = (number: string) => `(
  SELECT given.name FROM catalog_collection AS given JOIN catalog_title AS title ON title.id = given.giver
  WHERE given.number IN ${numbersOf(number)} AND given.title = given.giver AND given.name <> ''
  ORDER BY ${RELEASE} LIMIT 1)`;

/** JSON of the `CollectionFact` of `title`, or `NULL` without one. */
export const COLLECTION = `(
  SELECT json_object('number', main.number, 'name', ${nameOf("main.number")})
  FROM (SELECT ${collectionWith("title.id")} AS number) AS main WHERE main.number IS NOT NULL)`;

/** The titles of a collection in order of release: what follows the columns of a `SELECT`. */
export const membersOf = (number: string) => `
  FROM (SELECT ${number} AS number) AS main
  CROSS JOIN catalog_collection AS member ON member.number IN ${numbersOf("main.number")} AND member.title > 0
  CROSS JOIN catalog_title AS title ON title.id = member.title
  WHERE ${collectionWith("title.id")} = main.number GROUP BY title.id ORDER BY ${RELEASE}`;
