/** One title before and after a change: all rows that it has, and the statements between them. */

import {
  browseFacts,
  type FacetValue,
  sortKey,
} from "../../../worker/origins/catalog/stored/browse-tokens.ts";
import { storedCard } from "../../../worker/origins/catalog/stored/filmography.ts";
import { placeAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import { CommandError } from "../../options.ts";
import { MAX_VALUES } from "../load/browse.ts";
import { externalText, partOf, titleText } from "../load/digest.ts";
import type { ExternalId } from "../load/load.ts";
import { type CatalogEntry, entryOf, recordsByLanguage, titleRows } from "../load/rows.ts";
import type { Row, Table } from "../load/tables.ts";
import { OF_TITLES } from "../load/vocabulary.ts";
import { difference, type LiveCatalog, type Read, type Statement } from "./live.ts";
import { ALPHABET, findBetween, freeRanks, isMisplaced, TITLES } from "./order.ts";
import type { CreditedTitle } from "./people.ts";
import { WordCounts, wordStatements } from "./words.ts";

/** A whole title, without its rank. */
export interface WholeTitle {
  readonly entry: CatalogEntry;
  /** JSON. */
  readonly credits: string | null;
  readonly external: readonly ExternalId[];
}

export interface LiveTitle extends WholeTitle {
  readonly rank: number;
}

/** `null`: there is no title with this id. */
export async function readTitle(live: LiveCatalog, id: number): Promise<LiveTitle | null> {
  const [[row] = [], translations = [], [credits] = [], external = []] = await live.batch([
    {
      sql: "SELECT rank, forms, popularity, sources, record FROM catalog_title WHERE id = ?1 + 0",
      parameter: id,
    },
    {
      sql: "SELECT lang, record FROM catalog_translation WHERE rank = (SELECT rank FROM catalog_title WHERE id = ?1 + 0)",
      parameter: id,
    },
    { sql: "SELECT record FROM catalog_credits WHERE id = ?1 + 0", parameter: id },
    {
      sql: "SELECT source, external FROM catalog_external WHERE kind = 'title' AND id = ?1 + 0",
      parameter: id,
    },
  ]);
  if (row === undefined) return null;
  const entry = entryOf({
    record: JSON.parse(String(row.record)),
    popularity: Number(row.popularity),
    sources: String(row.sources),
    translations: new Map(translations.map(({ lang, record }) => [String(lang), JSON.parse(String(record))])),
  });
  const rank = Number(row.rank);
  const [[, made] = []] = titleRows(entry, rank).rows;
  // The index holds no text: with other tokens, a deletion would damage it.
  if (made?.[5] !== row.forms)
    throw new CommandError(`Title ${id} was stored by another version of Marquee; load the catalog again.`);
  return {
    rank,
    entry,
    credits: credits === undefined ? null : String(credits.record),
    external: external.map(({ source, external }) => [String(source), String(external), "title", id]),
  };
}

/** The rank of the changed title: its own one unless its popularity has moved it. */
export async function rankOf(
  live: LiveCatalog,
  before: LiveTitle | null,
  { entry }: WholeTitle,
): Promise<number> {
  const { popularity, record } = entry;
  if (before !== null && before.entry.popularity === popularity) return before.rank;
  const isBefore = (row: Read) => {
    const [id, other] = [Number(row.id), Number(row.popularity)];
    return other > popularity || (other === popularity && id < record.id);
  };
  const [between = { before: 0, after: null }] = await findBetween(live, TITLES, [isBefore]);
  if (before !== null && !isMisplaced(before.rank, between)) return before.rank;
  const [rank = 0] = await freeRanks(live, TITLES, [between]);
  return rank;
}

export async function titleStatements(
  live: LiveCatalog,
  before: LiveTitle | null,
  after: LiveTitle | null,
): Promise<Statement[]> {
  const words = new WordCounts();
  const [was, is] = [rowsOf(before, words, -1), rowsOf(after, words, 1)];
  return [
    ...difference(was, is),
    ...(await alphabetStatements(live, before, after)),
    ...facetStatements(before, after),
    ...(await wordStatements(live, words, OF_TITLES)),
  ];
}

function rowsOf(title: LiveTitle | null, counts: WordCounts, more: 1 | -1): [Table, Row][] {
  if (title === null) return [];
  const { rank, entry, credits, external } = title;
  const { rows, words } = titleRows(entry, rank);
  counts.add(words, more, placeAt(rank));
  const tokens = factsOf(title)?.tokens;
  return [
    ...rows,
    ...(tokens === undefined ? [] : [["browse", [rank, tokens]] as [Table, Row]]),
    ...(credits === null ? [] : [["credits", [entry.record.id, credits]] as [Table, Row]]),
    ...external.map((row): [Table, Row] => ["external", row]),
  ];
}

/** `null`: a title for adults cannot be browsed. */
function factsOf({ entry }: WholeTitle) {
  return entry.record.is_adult === 1 ? null : browseFacts(entry);
}

async function alphabetStatements(
  live: LiveCatalog,
  before: LiveTitle | null,
  after: LiveTitle | null,
): Promise<Statement[]> {
  const [old, next] = [placedAs(before), placedAs(after)];
  if (JSON.stringify(old) === JSON.stringify(next)) return [];
  const was = old === null ? null : await placeOf(live, old);
  const rowsAt = (place: number, { tokens, rank }: Placed): [Table, Row][] => [
    ["alphabet", [place, tokens]],
    ["place", [place, rank]],
  ];
  const isInPlace = old !== null && next !== null && old.key === next.key && old.rank === next.rank;
  if (isInPlace && was !== null) return difference(rowsAt(was, old), rowsAt(was, next));
  const [between = { before: 0, after: null }] =
    next === null ? [] : await findBetween(live, ALPHABET, [(row) => comesBefore(row, next)]);
  const [place = 0] = next === null ? [] : await freeRanks(live, ALPHABET, [between]);
  return difference(
    old === null || was === null ? [] : rowsAt(was, old),
    next === null ? [] : rowsAt(place, next),
  );
}

interface Placed {
  readonly key: string;
  readonly rank: number;
  readonly tokens: string;
}

function placedAs(title: LiveTitle | null): Placed | null {
  const facts = title === null ? null : factsOf(title);
  if (title === null || facts === null) return null;
  return { key: facts.key, rank: title.rank, tokens: facts.tokens };
}

function comesBefore(row: Read, { key, rank }: Placed): boolean {
  const other = sortKey(String(row.title));
  return other < key || (other === key && Number(row.rank) < rank);
}

/** Places on either side of where a title should be; one may be off where many titles share a name. */
const NEARBY = 65_536;

async function placeOf(live: LiveCatalog, placed: Placed): Promise<number> {
  const isUpTo = (row: Read) => comesBefore(row, { ...placed, rank: placed.rank + 1 });
  const [{ before } = { before: 0 }] = await findBetween(live, ALPHABET, [isUpTo]);
  const near =
    "SELECT place FROM catalog_place WHERE place BETWEEN ?1 ->> 0 AND ?1 ->> 1 AND rank = ?1 ->> 2";
  for (const width of [0, NEARBY]) {
    const parameter = [before - width, before + width, placed.rank];
    const [[row] = []] = await live.batch([{ sql: near, parameter }]);
    if (row !== undefined) return Number(row.place);
  }
  throw new CommandError(
    `The title of rank ${placed.rank} has no place in the alphabet; load the catalog again.`,
  );
}

/** Values of a facet, each with the number of titles to add. */
function facetStatements(before: LiveTitle | null, after: LiveTitle | null): Statement[] {
  const counts = new Map<string, { row: FacetValue; kinds: [number, number, number] }>();
  for (const [title, more] of [
    [before, -1],
    [after, 1],
  ] as const) {
    const facts = title === null ? null : factsOf(title);
    if (title === null || facts === null) continue;
    const { record } = title.entry;
    for (const row of facts.values) {
      const counted = counts.get(`${row[0]} ${row[1]}`) ?? { row, kinds: [0, 0, 0] };
      if (record.type === "movie") counted.kinds[0] += more;
      if (record.type === "series") counted.kinds[1] += more;
      counted.kinds[2] += more;
      counts.set(`${row[0]} ${row[1]}`, counted);
    }
  }
  const parameter = [...counts.values()]
    .filter(({ kinds }) => kinds.some((more) => more !== 0))
    .map(({ row, kinds }) => [...row, ...kinds]);
  return parameter.length === 0 ? [] : FACETS.map((sql) => ({ sql, parameter }));
}

/** Values beyond the limit of a load are not counted. */
const FACETS = [
  `INSERT OR IGNORE INTO catalog_facet (facet, value, name, movies, series, titles)
   SELECT value ->> 0, value ->> 1, value ->> 2, 0, 0, 0 FROM json_each(?1) AS given
   WHERE given.value ->> 0 = 'year'
     OR (SELECT count(*) FROM catalog_facet AS others WHERE others.facet = given.value ->> 0) < ${MAX_VALUES}`,
  `UPDATE catalog_facet SET movies = catalog_facet.movies + more.movies, series = catalog_facet.series + more.series,
     titles = catalog_facet.titles + more.titles
   FROM (SELECT value ->> 0 AS facet, value ->> 1 AS value, value ->> 3 AS movies, value ->> 4 AS series, value ->> 5 AS titles
     FROM json_each(?1)) AS more
   WHERE catalog_facet.facet = more.facet AND catalog_facet.value = more.value`,
  `DELETE FROM catalog_facet WHERE titles <= 0
   AND (facet, value) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`,
];

export function creditedTitle(title: LiveTitle | null): CreditedTitle | null {
  if (title === null) return null;
  const { rank, entry, credits } = title;
  const card = storedCard(rank, entry.record, recordsByLanguage(entry));
  return { rank, isAdult: entry.record.is_adult === 1, credits, card };
}

/** As a load computes it (`digest.ts`). */
export function digestOf({ entry, credits, external }: WholeTitle): bigint {
  const parts = [titleText(entry), ...(credits === null ? [] : [credits])];
  const texts = [...parts, ...external.map(([source, id]) => externalText(source, id))];
  return BigInt.asUintN(
    64,
    texts.reduce((sum, text) => sum + partOf(text), 0n),
  );
}
