/** Reads the part of the catalog that a batch of changes can affect, in one call. */
import { TOKENS_VERSION } from "../../../worker/catalog/store/names.ts";
import { matchPersonId, selectBucket, unpackRanks } from "../../../worker/catalog/store/person-ids.ts";
import { matchSeasons } from "../../../worker/catalog/store/stored-season.ts";
import { CommandError } from "../../options.ts";
import type { ExternalId, OtherId, WholeTitle } from "../load/load.ts";
import type { StoredPerson } from "../load/people.ts";
import { collectionRows, toEntry } from "../load/rows.ts";
import type { StoredSeason } from "../load/seasons.ts";
import { type Connection, query } from "../load/statements.ts";
import { COMPARED, type Compared, makersIn } from "./compared.ts";
import { type CatalogChange, type PutTitle, titleIds } from "./lines.ts";

export interface StoredTitle extends Omit<WholeTitle, "external"> {
  readonly id: number;
  readonly rank: number;
  /** The leads and the similar titles, packed (`worker/catalog/store/alike.ts`). */
  readonly leads: string;
  readonly similar: string;
  /** The hash of the source data, or 0 if the title must differ in the next comparison with its source. */
  readonly hash: number;
}

/** The titles and people that changes can affect, with everything that depends on them. */
export interface Part {
  readonly titles: Map<number, StoredTitle>;
  readonly people: Map<number, StoredPerson>;
  /** The external ids by source and id (`keyOf`). */
  readonly external: Map<string, ExternalId>;
  /** The target of each merge, by the id that was merged. */
  readonly merged: Map<number, number>;
}

/** A range of free ranks between two titles. `high` is `null` if there is no title after the gap. */
interface Gap {
  readonly id: number;
  readonly low: number;
  readonly high: number | null;
}

export interface Stored extends Part {
  readonly version: string;
  /** The number of writes of all updates so far. */
  readonly writes: number;
  /**
   * The ranks of people by bucket and id. Each bucket contains all of its people, not only those that are affected.
   */
  readonly ranks: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** The rank of the last person. */
  readonly lastPerson: number;
  /** The gap for each new title, by the title's id. */
  readonly gaps: ReadonlyMap<number, Gap>;
  /** The ids of all titles in the affected collections, before and after the changes. */
  readonly members: readonly number[];
  /** The titles that changed titles are compared with. */
  readonly compared: readonly Compared[];
}

export const keyOf = ([source, external]: OtherId | ExternalId) => `${source} ${external}`;

export async function readStored(live: Connection, changes: readonly CatalogChange[]): Promise<Stored> {
  const puts = changes.flatMap((change) => (change.op === "put" && change.kind === "title" ? [change] : []));
  const named = changes.flatMap(({ kind, id }) => (kind === "person" ? [id] : []));
  const ids = {
    titles: changes.flatMap((change) => {
      if (change.kind === "person") return [];
      return change.op === "merge" ? [change.id, change.into] : [change.id];
    }),
    people: named,
    // The type of a title may be known only from the catalog.
    claims: changes.flatMap((change) => {
      const external = change.op === "put" ? (change.external ?? []) : [];
      return ["movie", "series"].flatMap((type) => titleIds(type, external));
    }),
  };
  const credited = {
    ...ids,
    people: [...named, ...puts.flatMap(peopleIn)],
  };
  const collections = puts.flatMap(({ id, entry, facts = entry.facts }) =>
    collectionRows({ record: { id }, facts: facts ?? {} }).map(([number, title]) => [number, title]),
  );
  const targets = puts.map(({ id, entry, facts = entry.facts }) => [facts?.popularity ?? 0, id]);
  const [
    [state] = [],
    titles = [],
    seasons = [],
    external = [],
    merged = [],
    people = [],
    ranks = [],
    gaps = [],
    members = [],
    compared = [],
  ] = (await query(live, [
    STATE,
    { sql: TITLES, parameter: ids },
    { sql: SEASONS, parameter: ids },
    { sql: EXTERNAL, parameter: ids },
    { sql: MERGED, parameter: ids },
    { sql: PEOPLE, parameter: credited },
    { sql: RANKS, parameter: credited },
    { sql: GAPS, parameter: targets },
    { sql: MEMBERS, parameter: { titles: ids.titles, collections } },
    { sql: COMPARED, parameter: { titles: ids.titles, makers: puts.flatMap(makersIn) } },
  ])) as unknown as StoredRows;
  if (state === undefined) throw new CommandError("The catalog is empty. Load it first.");
  if (state.tokens !== TOKENS_VERSION)
    throw new CommandError(
      "The catalog was loaded by another version of Marquee; load it again, then update it.",
    );
  const seasonsById = Map.groupBy(seasons, ({ id }) => id);
  return {
    ...state,
    titles: byId(
      titles.map(({ sources, translations, record, popularity, ...title }) => {
        const entry = toEntry({ sources, translations, record, popularity });
        return {
          ...title,
          entry,
          seasons: (seasonsById.get(title.id) ?? []).map(({ id: _, ...one }) => one),
        };
      }),
    ),
    people: byId(people),
    external: new Map(
      external.map(({ source, external, kind, id }) => [
        keyOf([source, external]),
        [source, external, kind, id],
      ]),
    ),
    merged: new Map(merged.map(({ id, into }) => [id, into])),
    ranks: new Map(ranks.map(({ bucket, ranks }) => [bucket, unpackRanks(ranks)])),
    gaps: byId(gaps),
    members: members.map(({ id }) => id),
    compared,
  };
}

/** The types of the rows, in the order of the statements. */
type StoredRows = [
  { version: string; writes: number; tokens: number; lastPerson: number }[],
  (Omit<StoredTitle, "entry" | "seasons"> & Parameters<typeof toEntry>[0])[],
  (StoredSeason & { id: number })[],
  { source: string; external: string; kind: string; id: number }[],
  { id: number; into: number }[],
  StoredPerson[],
  { bucket: number; ranks: string }[],
  Gap[],
  { id: number }[],
  Compared[],
];

const byId = <One extends { readonly id: number }>(all: readonly One[]) =>
  new Map(all.map((one) => [one.id, one]));

function peopleIn({ credits }: PutTitle): number[] {
  const groups: Record<string, unknown> = JSON.parse(credits ?? "{}");
  return Object.values(groups).flatMap((group) =>
    Array.isArray(group) ? group.map(({ id }: { id: number }) => id) : [],
  );
}

const STATE = `
  SELECT version, changes AS writes, tokens, (SELECT coalesce(max(rank), 0) FROM catalog_person) AS lastPerson
  FROM catalog`;
/**
 * Selects the titles in a batch and all titles that their changes can affect: those merged into them, the targets of
 * merges, and the current owners of claimed external ids.
 */
const ASKED = `
  WITH named (id) AS (SELECT value FROM json_each(?1, '$.titles')),
  claimed AS (
    SELECT known.* FROM json_each(?1, '$.claims') AS claim CROSS JOIN catalog_external AS known
      ON known.source = claim.value ->> 0 AND known.external = claim.value ->> 1),
  asked (id) AS (
    SELECT id FROM named
    UNION SELECT id FROM catalog_merged WHERE into_id IN named
    UNION SELECT into_id FROM catalog_merged WHERE id IN named
    UNION SELECT id FROM claimed WHERE kind = 'title')`;
const TITLES = `${ASKED}
  SELECT title.id, rank, popularity, hash, sources, title.record, nullif(credits.record, '') AS credits, coalesce(leads, '') AS leads, coalesce(similar, '') AS similar,
    (SELECT json_group_object(lang, json(record)) FROM catalog_translation AS other WHERE other.rank = title.rank) AS translations
  FROM asked CROSS JOIN catalog_title AS title USING (id) LEFT JOIN catalog_credits AS credits USING (id)`;
const SEASONS = `${ASKED}
  SELECT season.id, season, last_aired AS lastAired, names, overview, episodes
  FROM asked CROSS JOIN catalog_season AS season ON ${matchSeasons("asked.id")} ORDER BY 1, 2`;
const EXTERNAL = `${ASKED}
  SELECT source, external, kind, id FROM claimed
  UNION SELECT source, external, kind, known.id FROM asked CROSS JOIN catalog_external AS known
    ON kind = 'title' AND known.id = asked.id
  UNION SELECT source, external, kind, known.id FROM json_each(?1, '$.people') CROSS JOIN catalog_external AS known
    ON kind = 'person' AND known.id = value`;
const MERGED = `${ASKED}
  SELECT id, into_id AS "into" FROM catalog_merged WHERE id IN asked OR into_id IN asked`;
/** Selects the members of affected collections. Collection numbers that are linked belong to the same collection. */
const MEMBERS = `
  WITH named (number) AS (
    SELECT number FROM catalog_collection WHERE title IN (SELECT value FROM json_each(?1, '$.titles'))
    UNION SELECT value ->> 0 FROM json_each(?1, '$.collections')),
  linked (number) AS (
    SELECT number FROM named
    UNION SELECT -title FROM named CROSS JOIN catalog_collection USING (number) WHERE title < 0)
  SELECT id FROM catalog_title WHERE id IN (
    SELECT title FROM linked CROSS JOIN catalog_collection USING (number)
    UNION SELECT value ->> 1 FROM json_each(?1, '$.collections')) ORDER BY id`;
/** Selects the people named in a batch and the people in the stored credits of the titles in the batch. */
const CONCERNED = `
    SELECT value AS id FROM json_each(?1, '$.people')
    UNION
    SELECT entry.value ->> 'id' FROM json_each(?1, '$.titles') AS asked
    CROSS JOIN catalog_credits AS credits ON credits.id = asked.value
    CROSS JOIN json_each(nullif(credits.record, '')) AS part
    CROSS JOIN json_each(iif(part.type = 'array', part.value, '[]')) AS entry`;
const PEOPLE = `
  SELECT person.rank, person.id, fame, name, profile_path AS profile, other_names AS otherNames, titles, credits,
    coalesce((SELECT facts FROM catalog_life AS life WHERE life.id = person.id), '') AS life
  FROM (${CONCERNED}) AS asked CROSS JOIN catalog_person AS person ON ${matchPersonId("asked.id")}`;
const RANKS = `
  SELECT bucket, ranks
  FROM (SELECT DISTINCT ${selectBucket("id")} AS asked FROM (${CONCERNED})) CROSS JOIN catalog_person_id ON bucket = asked`;
/** An SQL condition that is true if one title is more popular than another. */
const IS_BEFORE = "(other.rank > low AND (other.popularity, -other.id) < (search.popularity, -search.id))";
/**
 * Finds the gap for each new title by bisection over the ranks, in about twenty steps. If there is no free rank at
 * its position, finds the first gap after it.
 */
const GAPS = `
  WITH RECURSIVE search (id, popularity, low, high) AS (
    SELECT value ->> 1, value ->> 0, 0, (SELECT coalesce(max(rank), 0) + 1 FROM catalog_title) FROM json_each(?1)
    WHERE NOT EXISTS (SELECT 1 FROM catalog_title AS stored WHERE stored.id = value ->> 1)
    UNION ALL
    SELECT search.id, search.popularity,
      iif(${IS_BEFORE}, low, (low + high) / 2), iif(${IS_BEFORE}, other.rank, high)
    FROM search LEFT JOIN catalog_title AS other
      ON other.rank = (SELECT max(rank) FROM catalog_title WHERE rank <= (low + high) / 2)
    WHERE high - low > 1),
  place (id, last) AS (
    SELECT id, coalesce((SELECT max(rank) FROM catalog_title WHERE rank < high), 0) FROM search WHERE high - low <= 1),
  gap (id, low) AS (
    SELECT id, iif(EXISTS (SELECT 1 FROM catalog_title WHERE rank = last + 1),
      (SELECT rank FROM catalog_title AS taken WHERE rank > last
        AND NOT EXISTS (SELECT 1 FROM catalog_title AS other WHERE other.rank = taken.rank + 1) ORDER BY rank LIMIT 1), last)
    FROM place)
  SELECT id, low, (SELECT min(rank) FROM catalog_title WHERE rank > low) AS high FROM gap`;
