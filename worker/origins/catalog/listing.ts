/**
 * Lists all titles and the best-known people for the sitemap, in parts, best known first, with the fields that their URLs
 * contain. Also returns one title in every language, for the links between languages.
 */
import type { ListedPerson, ListedTitle, ListParts } from "../../contract/browse.ts";
import { titleList } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import type { Session } from "./session.ts";
import { prepareStatements, stateOf } from "./statements.ts";

/** Titles or people in one part: with all languages of each title, well below the sitemap limit of 50 MB. */
const PART_SIZE = 2_000;

/** Limit for the list of people, in parts. Most other people have a single credit, which the title's page shows as well. */
const MAX_PEOPLE_PARTS = 10;

interface Row {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

const LISTED = `
  SELECT title.id,
    json_extract(title.record, '$.title') AS title,
    json_extract(title.record, '$.year') AS year,
    (SELECT json_group_object(lang, json_extract(record, '$.title'))
     FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translations
  FROM catalog_title AS title`;

/** The rowid is the rank, and ranks have no gaps. */
const PART_OF_LIST = `${LISTED} WHERE title.rank > ?1 AND title.rank <= ?2 AND title.is_adult = 0 ORDER BY title.rank`;

/** `titles` begins with the rank of the best-known title. If that title is for adults, the person's page may be empty. */
const PART_OF_PEOPLE = `
  SELECT person.id, name
  FROM catalog_person AS person JOIN catalog_title AS title ON title.rank = CAST(person.titles AS INTEGER)
  WHERE person.rank > ?1 AND person.rank <= ?2 AND is_adult = 0 ORDER BY person.rank`;

const partsOf = (last: number | null) => Math.ceil((last ?? 0) / PART_SIZE);

export function listing(session: Session): Pick<Capabilities, "listParts" | "list" | "listPeople" | "names"> {
  const { statement, batch } = session;
  const { state } = prepareStatements(session);

  /** Reads rows and the version in one transaction, so that both belong to the same load. */
  async function read<Result>(sql: string, ...parameters: unknown[]) {
    const [states, results] = await batch([state(), statement(sql, ...parameters)]);
    return { found: (results?.results ?? []) as Result[], version: stateOf(states).version };
  }

  return {
    async listParts() {
      const { found, version } = await read<{ titles: number | null; people: number | null }>(
        `SELECT (SELECT max(rank) FROM catalog_title) AS titles, (SELECT max(rank) FROM catalog_person) AS people`,
      );
      const [{ titles = null, people = null } = {}] = found;
      const parts: ListParts = {
        titles: partsOf(titles),
        people: Math.min(partsOf(people), MAX_PEOPLE_PARTS),
      };
      return { json: JSON.stringify(parts), version };
    },

    async list(part) {
      const first = (part - 1) * PART_SIZE;
      const { found, version } = await read<Row>(PART_OF_LIST, first, first + PART_SIZE);
      return titleList(found.map(listedTitle), { version });
    },

    async listPeople(part) {
      const first = part > MAX_PEOPLE_PARTS ? Number.MAX_SAFE_INTEGER : (part - 1) * PART_SIZE;
      const { found, version } = await read<ListedPerson>(PART_OF_PEOPLE, first, first + PART_SIZE);
      const about = { people: found.map(({ id }) => id) };
      return { json: JSON.stringify(found), isEmpty: found.length === 0, about, version };
    },

    async names(id) {
      const { found, version } = await read<Row>(`${LISTED} WHERE title.id = ?1`, id);
      const [row] = found;
      return { json: row === undefined ? null : JSON.stringify(listedTitle(row)), version };
    },
  };
}

function listedTitle(row: Row): ListedTitle {
  return { ...row, translations: JSON.parse(row.translations) };
}
