/** Lists all titles and the best-known people for the sitemap, in parts. */
import type { ListedPerson, Sitemap } from "../../contract/browse.ts";
import type { Loaded } from "../../source/loaded.ts";
import type { SitemapQuery } from "../../source/source.ts";
import { query } from "../store/read-queue.ts";
import type { CatalogReads } from "../store/statements.ts";
import { type ListedRow, selectListed, toListedTitle } from "./browse.ts";

/**
 * The number of titles or people per part. Even with all languages of each title, a part is much smaller than the
 * sitemap limit of 50 MB.
 */
const PART_SIZE = 2_000;

/**
 * The maximum number of parts with people. Most other people have a single credit, which is also on the page of that
 * title.
 */
const MAX_PEOPLE_PARTS = 10;

/** Returns an SQL condition for ranks between two positions, ?1 and ?2. */
const IN_PART = (rank: string) =>
  `${rank} > ?1 * (SELECT gap FROM catalog) AND ${rank} <= ?2 * (SELECT gap FROM catalog)`;

const PART_OF_LIST = `${selectListed()} WHERE ${IN_PART("title.rank")} AND title.is_adult = 0 ORDER BY title.rank`;

/**
 * Selects the people in a part. `person.titles` starts with the rank of the best-known title. If that is an adult
 * title, the person is skipped, because the page may be empty.
 */
const PART_OF_PEOPLE = `
  SELECT person.id, name
  FROM catalog_person AS person JOIN catalog_title AS title ON title.rank = CAST(person.titles AS INTEGER)
  WHERE ${IN_PART("person.rank")} AND is_adult = 0 ORDER BY person.rank`;

const LAST_RANKS =
  "SELECT (SELECT max(rank) FROM catalog_title) AS titles, (SELECT max(rank) FROM catalog_person) AS people";

/** Returns the number of parts. `last` is the highest rank. */
const countParts = (last: number | null, gap: number) => Math.ceil((last ?? 0) / gap / PART_SIZE);

interface LastRanks {
  readonly titles: number | null;
  readonly people: number | null;
}

export async function loadSitemap(
  sitemapQuery: SitemapQuery,
  { read }: CatalogReads,
): Promise<Loaded<Sitemap>> {
  if (sitemapQuery.of === "parts") {
    const { last, catalog } = await read({ last: query<LastRanks>(LAST_RANKS) });
    const [{ titles = null, people = null } = {}] = last;
    const countOfPeople = Math.min(countParts(people, catalog.gap), MAX_PEOPLE_PARTS);
    return { value: { of: "parts", titles: countParts(titles, catalog.gap), people: countOfPeople } };
  }
  const { of, part } = sitemapQuery;
  const range = [(part - 1) * PART_SIZE, part * PART_SIZE] as const;
  if (of === "titles") {
    const { titles } = await read({ titles: query<ListedRow>(PART_OF_LIST, ...range) });
    const ids = { titles: titles.map(({ id }) => id) };
    return { value: { of, titles: titles.map(toListedTitle) }, ids };
  }
  if (part > MAX_PEOPLE_PARTS) return { value: { of, people: [] } };
  const { people } = await read({ people: query<ListedPerson>(PART_OF_PEOPLE, ...range) });
  return { value: { of, people: [...people] }, ids: { people: people.map(({ id }) => id) } };
}
