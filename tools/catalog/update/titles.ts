/** One title before and after a change: all rows that it has, and the statements between them. */

import { browseFacts, type FacetValue } from "../../../worker/origins/catalog/stored/browse-tokens.ts";
import { storedCard } from "../../../worker/origins/catalog/stored/filmography.ts";
import { placeAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import { CommandError } from "../../options.ts";
import { MAX_VALUES } from "../load/browse.ts";
import { externalText, popularityText, sumOf, titleText } from "../load/digest.ts";
import type { WholeTitle } from "../load/load.ts";
import { entryOf, recordsByLanguage, titleRows } from "../load/rows.ts";
import { type Connection, query, type Statement } from "../load/statements.ts";
import { COLUMNS, type Row, type Table } from "../load/tables.ts";
import { OF_TITLES } from "../load/vocabulary.ts";
import { difference } from "./live.ts";
import { findPlaces, freeRanks, isMisplaced, TITLES } from "./order.ts";
import type { CreditedTitle } from "./people.ts";
import { WordCounts, wordStatements } from "./words.ts";

export interface LiveTitle extends WholeTitle {
  readonly rank: number;
  /** As stored; `null`: not yet. */
  readonly forms: string | null;
}

/** `null`: there is no title with this id. */
export async function readTitle(live: Connection, id: number): Promise<LiveTitle | null> {
  const [[row] = [], translations = [], [credits] = [], external = []] = await query(live, [
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
  return {
    rank: Number(row.rank),
    forms: String(row.forms),
    entry,
    credits: credits === undefined ? null : String(credits.record),
    external: external.map(({ source, external }) => [String(source), String(external), "title", id]),
  };
}

/** Titles whose places differ by a smaller share keep their order. */
const TOLERANCE = 0.01;

/** The rank of the changed title: its old one unless its popularity has moved it. */
export async function rankOf(
  live: Connection,
  before: LiveTitle | null,
  { entry }: WholeTitle,
): Promise<number> {
  const { popularity, record } = entry;
  if (before !== null && before.entry.popularity === popularity) return before.rank;
  const [between] = await findPlaces(live, TITLES, [[popularity, record.id]]);
  if (between === undefined) throw new Error("No place was found.");
  if (before !== null && !isMisplaced(before.rank, between, TOLERANCE)) return before.rank;
  const [rank = 0] = await freeRanks(live, TITLES, [between]);
  return rank;
}

export async function titleStatements(
  live: Connection,
  before: LiveTitle | null,
  after: LiveTitle | null,
): Promise<Statement[]> {
  const words = new WordCounts();
  const [was, is] = [rowsOf(before, words, -1), rowsOf(after, words, 1)];
  const vocabulary = await wordStatements(live, words, OF_TITLES);
  return [...difference(was, is), ...facetStatements(before, after), ...vocabulary];
}

const FORMS = COLUMNS.title.indexOf("forms");

function rowsOf(title: LiveTitle | null, counts: WordCounts, more: 1 | -1): [Table, Row][] {
  if (title === null) return [];
  const { rank, forms, entry, credits, external } = title;
  const { rows, words } = titleRows(entry, rank);
  // The index holds no text: with other tokens, a deletion would damage it.
  if (forms !== null && rows[0]?.[1][FORMS] !== forms)
    throw new CommandError(
      `Title ${entry.record.id} was stored by another version of Marquee; load the catalog again.`,
    );
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
  const ids = external.map(([source, id]) => externalText(source, id));
  return sumOf([titleText(entry), ...(credits === null ? [] : [credits]), ...ids]);
}

export const popularityDigest = ({ entry }: WholeTitle) => sumOf([popularityText(entry)]);
