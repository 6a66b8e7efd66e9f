/** All that the catalog has of the titles and people that some changes concern, read at once. */
import { TOKENS_VERSION } from "../../../worker/origins/catalog/stored/names.ts";
import { bucketIn, isPerson, unpackRanks } from "../../../worker/origins/catalog/stored/person-ids.ts";
import { CommandError } from "../../options.ts";
import type { ExternalId, WholeTitle } from "../load/load.ts";
import type { GatheredPerson } from "../load/people.ts";
import { entryOf } from "../load/rows.ts";
import { type Connection, type DatabaseRow, query, type Statement } from "../load/statements.ts";
import type { CatalogChange } from "./change.ts";

export interface StoredTitle extends WholeTitle {
  readonly rank: number;
  readonly forms: string;
  readonly hash: number;
}

export interface StoredPerson extends GatheredPerson {
  readonly rank: number;
  /** One per line. */
  readonly otherNames: string;
}

/** Free ranks after one that is taken, and before another (`null`: none follows). */
interface Gap {
  readonly low: number;
  readonly high: number | null;
}

export interface Stored {
  readonly version: string;
  /** Counts the writes of updates. */
  readonly changes: number;
  readonly titles: ReadonlyMap<number, StoredTitle>;
  /** The ids that merged titles lead to. */
  readonly merged: ReadonlyMap<number, number>;
  readonly people: ReadonlyMap<number, StoredPerson>;
  /** By the buckets of these people, and of those that are new: the ranks of all people there, by id. */
  readonly ranks: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** The last rank of a person. */
  readonly lastPerson: number;
  /** Ids in other sources that people have, and those that lines claim; by `keyOf`. */
  readonly external: ReadonlyMap<string, ExternalId>;
  /** For each title that is not stored, where it belongs. */
  readonly gaps: ReadonlyMap<number, Gap>;
}

export const keyOf = ([source, external]: ExternalId) => `${source} ${external}`;

/** One call, however many changes. */
export async function readStored(live: Connection, changes: readonly CatalogChange[]): Promise<Stored> {
  const ids = changes.flatMap((change) =>
    change.kind === "person" ? [] : change.op === "merge" ? [change.id, change.into] : [change.id],
  );
  const puts = changes.flatMap((change) => (change.kind === "title" && change.op === "put" ? [change] : []));
  const people = changes.flatMap((change) => (change.kind === "person" ? [change.id] : []));
  const credited = puts.flatMap(({ whole }) => peopleIn(whole.credits));
  const claims = changes.flatMap((change) => {
    if (change.op !== "put") return [];
    return (change.kind === "title" ? change.whole.external : change.external) ?? [];
  });
  const targets = puts.map(({ id, whole }) => [whole.entry.popularity, id]);
  const [[state] = [], titles = [], translations = [], external = [], claimed = [], ...others] = await query(
    live,
    [
      "SELECT version, changes, tokens FROM catalog",
      { sql: TITLES, parameter: ids },
      { sql: TRANSLATIONS, parameter: ids },
      {
        sql: EXTERNAL,
        parameter: [...ids.map((id) => ["title", id]), ...people.map((id) => ["person", id])],
      },
      { sql: CLAIMED, parameter: claims },
      { sql: MERGED, parameter: ids },
      { sql: PEOPLE, parameter: { people: [...people, ...credited], titles: ids } },
      { sql: RANKS, parameter: { people: [...people, ...credited], titles: ids } },
      "SELECT coalesce(max(rank), 0) AS last FROM catalog_person",
      { sql: GAPS, parameter: targets },
    ] satisfies Statement[],
  );
  if (state === undefined) throw new CommandError("The catalog is empty; load it first.");
  if (state.tokens !== TOKENS_VERSION)
    throw new CommandError(
      "The catalog was loaded by another version of Marquee; load it again, then update it.",
    );
  const [merged = [], known = [], ranks = [], [last] = [], gaps = []] = others;
  const ofTitle = Map.groupBy(translations, ({ id }) => Number(id));
  const ownExternal = external.map(externalOf);
  const ownIds = Map.groupBy(ownExternal, ([, , kind, id]) => `${kind}-${id}`);
  return {
    version: String(state.version),
    changes: Number(state.changes),
    titles: new Map(
      titles.map((row) => {
        const id = Number(row.id);
        return [id, titleOf(row, ofTitle.get(id) ?? [], ownIds.get(`title-${id}`) ?? [])];
      }),
    ),
    merged: new Map(merged.map(({ id, into_id }) => [Number(id), Number(into_id)])),
    people: new Map(known.map((row) => [Number(row.id), personOf(row)])),
    ranks: new Map(ranks.map(({ bucket, ranks }) => [Number(bucket), unpackRanks(String(ranks))])),
    lastPerson: Number(last?.last),
    external: new Map([...ownExternal, ...claimed.map(externalOf)].map((row) => [keyOf(row), row])),
    gaps: new Map(
      gaps.map(({ id, low, high }) => [
        Number(id),
        { low: Number(low), high: high === null ? null : Number(high) },
      ]),
    ),
  };
}

const TITLES = `
  SELECT title.id, rank, forms, popularity, hash, sources, title.record, credits.record AS credits
  FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.id = asked.value
  LEFT JOIN catalog_credits AS credits ON credits.id = title.id`;
const TRANSLATIONS = `
  SELECT title.id, lang, translated.record
  FROM json_each(?1) AS asked CROSS JOIN catalog_title AS title ON title.id = asked.value
  CROSS JOIN catalog_translation AS translated ON translated.rank = title.rank`;
const EXTERNAL = `
  SELECT source, external, kind, known.id FROM json_each(?1) AS asked
  CROSS JOIN catalog_external AS known ON kind = asked.value ->> 0 AND known.id = asked.value ->> 1`;
const CLAIMED = `
  SELECT known.source, known.external, kind, known.id FROM json_each(?1) AS asked
  CROSS JOIN catalog_external AS known ON known.source = asked.value ->> 0 AND known.external = asked.value ->> 1`;
const MERGED = "SELECT id, into_id FROM catalog_merged WHERE id IN (SELECT value FROM json_each(?1))";
/** Those that are named, and those in the stored credits of the titles. */
const CONCERNED = `
    SELECT value AS id FROM json_each(?1, '$.people')
    UNION
    SELECT entry.value ->> 'id' FROM json_each(?1, '$.titles') AS asked
    CROSS JOIN catalog_credits AS credits ON credits.id = asked.value
    CROSS JOIN json_each(credits.record) AS part
    CROSS JOIN json_each(iif(part.type = 'array', part.value, '[]')) AS entry`;
const PEOPLE = `
  SELECT person.rank, person.id, fame, name, profile_path, other_names, titles, credits
  FROM (${CONCERNED}) AS asked CROSS JOIN catalog_person AS person ON ${isPerson("asked.id")}`;
const RANKS = `
  SELECT bucket, ranks
  FROM (SELECT DISTINCT ${bucketIn("id")} AS asked FROM (${CONCERNED})) CROSS JOIN catalog_person_id ON bucket = asked`;
/** Whether the title comes before the other one. */
const IS_BEFORE = "(other.rank > low AND (other.popularity, -other.id) < (search.popularity, -search.id))";
/**
 * Where titles that are not stored belong: between neighbours, found by bisection over the ranks in some twenty rows, or else
 * after the first title from there on that has a free rank after it.
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
  place (id, last, next) AS (
    SELECT id, coalesce((SELECT max(rank) FROM catalog_title WHERE rank <= low), 0),
      (SELECT min(rank) FROM catalog_title WHERE rank >= high)
    FROM search WHERE high - low <= 1),
  gap (id, low) AS (
    SELECT id, iif(next IS NULL OR next - last > 1, last,
      (SELECT rank FROM catalog_title AS taken WHERE rank >= next
        AND NOT EXISTS (SELECT 1 FROM catalog_title AS other WHERE other.rank = taken.rank + 1) ORDER BY rank LIMIT 1))
    FROM place)
  SELECT id, low, (SELECT min(rank) FROM catalog_title WHERE rank > low) AS high FROM gap`;

/** Ids of people in a credits object. */
function peopleIn(credits: string | null): number[] {
  const groups: Record<string, unknown> = JSON.parse(credits ?? "{}");
  return Object.values(groups).flatMap((group) =>
    Array.isArray(group) ? group.map(({ id }: { id: number }) => id) : [],
  );
}

function externalOf({ source, external, kind, id }: DatabaseRow): ExternalId {
  return [String(source), String(external), String(kind), Number(id)];
}

function titleOf(
  row: DatabaseRow,
  translations: readonly DatabaseRow[],
  external: readonly ExternalId[],
): StoredTitle {
  const entry = entryOf({
    record: JSON.parse(String(row.record)),
    popularity: Number(row.popularity),
    sources: String(row.sources),
    translations: new Map(translations.map(({ lang, record }) => [String(lang), JSON.parse(String(record))])),
  });
  const credits = row.credits === null ? null : String(row.credits);
  return {
    rank: Number(row.rank),
    forms: String(row.forms),
    hash: Number(row.hash),
    entry,
    credits,
    external,
  };
}

function personOf(row: DatabaseRow): StoredPerson {
  return {
    rank: Number(row.rank),
    id: Number(row.id),
    fame: Number(row.fame),
    name: String(row.name),
    profile: String(row.profile_path),
    otherNames: String(row.other_names),
    titles: String(row.titles),
    credits: String(row.credits),
  };
}
