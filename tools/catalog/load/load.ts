/**
 * Writes a catalog completely or not at all. It fills new tables, which replace the slot's tables in one transaction.
 * If a load is interrupted, the next load removes its tables.
 */
import { placeAt, rankAt } from "../../../worker/catalog/store/ranks.ts";
import { listRoleTokens } from "../../../worker/catalog/store/role-names.ts";
import type { Credits } from "../../../worker/contract/credits.ts";
import { CommandError } from "../../options.ts";
import { BrowseIndex } from "./browse.ts";
import { findMakers, Likeness } from "./likeness.ts";
import type { MigrationFile } from "./migrations.ts";
import {
  addCredits,
  type IgnorePart,
  type PeopleStore,
  type PersonDetails,
  peopleInMemory,
  peopleRows,
} from "./people.ts";
import { type CatalogEntry, externalText, partHash, sumOfHashes, titleHash, titleRows } from "./rows.ts";
import { groupRuns } from "./runs.ts";
import { latestDates, type StoredSeason, seasonHash, seasonRow } from "./seasons.ts";
import type { Target } from "./sql.ts";
import { beginning, dropping, LEFTOVERS, merging, OLD_TABLES, switchTables } from "./tables.ts";
import { Vocabulary } from "./vocabulary.ts";
import { Writer } from "./writer.ts";

/** The number of words of a plot by which titles are compared. More would need too much memory. */
const MAX_COMPARED_WORDS = 24;

export interface Source {
  /** The name that `catalog -- status` prints. */
  readonly name: string;
  /** Returns the titles, sorted by popularity. */
  entries(): Iterable<CatalogEntry>;
  /** Returns the credits as JSON, by title id. */
  credits(): Iterable<readonly [number, string]>;
  personDetails?(id: number): PersonDetails | null;
  /** Returns the external ids of titles and people. */
  externalIds?(): Iterable<ExternalId>;
  /** Returns the seasons, sorted by series id and season number. */
  seasons?(): Iterable<readonly [number, StoredSeason]>;
}

/** An external id and the source that it belongs to. */
export type OtherId = readonly [source: string, external: string];
/** An external id, followed by `title` or `person` and our id. */
export type ExternalId = readonly [...OtherId, kind: string, id: number];

/** A title with all data that is stored for it. */
export interface WholeTitle {
  readonly entry: CatalogEntry;
  /** The credits as JSON, or `null` if there are none. */
  readonly credits: string | null;
  readonly external: readonly OtherId[];
  readonly seasons: readonly StoredSeason[];
}

export interface CatalogLoadServices {
  readonly target: Target;
  readonly migrations: readonly MigrationFile[];
  readonly now: () => Date;
  /** Called after each row with the number of rows written so far in this step. */
  readonly report?: (step: "titles" | "credits" | "people" | "seasons" | "words", count: number) => void;
  readonly ignore?: IgnorePart | undefined;
  /** Sorts credits by person. Defaults to a store in memory, which is faster than one on disk. */
  readonly store?: PeopleStore;
}

interface Loaded {
  readonly titles: number;
  /** The number of rows that D1 bills as written. */
  readonly rows: number;
}

/** Loads a catalog. If this throws, for example because there are no titles, the old catalog is unchanged. */
export async function load(
  source: Source,
  { target, migrations, now, report, ignore, store = peopleInMemory() }: CatalogLoadServices,
): Promise<Loaded> {
  const version = versionAt(now().toISOString());
  for (const statement of dropping(LEFTOVERS)) await target([statement]);
  await target(beginning(migrations, version));
  const writer = new Writer(target);
  const vocabulary = new Vocabulary();
  const browse = new BrowseIndex(vocabulary);
  const ranks = new Map<number, number>();
  const adult = new Set<number>();
  let titles = 0;
  const likeness = new Likeness();
  const getPartHashes = await writeParts(source, { writer, likeness, report });
  for (const entry of source.entries()) {
    titles += 1;
    const { id } = entry.record;
    const rank = rankAt(titles);
    ranks.set(id, rank);
    if (entry.record.is_adult === 1) adult.add(rank);
    const { aired, roles, place, ...hashes } = getPartHashes(id);
    const { rows, words } = titleRows(entry, rank, titleHash({ entry, ...hashes }));
    vocabulary.add(words, titles);
    for (const [table, row] of rows) await writer.add(table, row);
    const isAdult = entry.record.is_adult === 1;
    const browsed = isAdult ? null : browse.add(entry, rank, { aired, roles });
    if (browsed !== null) await writer.add("browse", browsed.row);
    likeness.add(entry, {
      credits: place,
      words: browsed && vocabulary.rarestOfPlots(browsed.words, MAX_COMPARED_WORDS),
    });
    report?.("titles", titles);
  }
  if (titles === 0) throw new CommandError("There are no titles to load.");
  likeness.group();
  for (const [id, record] of source.credits()) {
    const rank = ranks.get(id);
    if (rank === undefined) continue;
    addCredits(store, { title: rank, isAdult: adult.has(rank), json: record });
    await writer.add("credits", [id, ...likeness.listOf(placeAt(rank) - 1), record]);
  }
  for (const [id, ...alike] of likeness.withoutCredits()) await writer.add("credits", [id, ...alike, ""]);
  for (const [table, row] of browse.rows()) await writer.add(table, row);
  // All writes must end before people are sorted, because sorting takes so long that the database would close the
  // connection.
  await writer.finish();
  let written = 0;
  for (const [table, row] of peopleRows(store, (id) => source.personDetails?.(id) ?? null, ignore)) {
    const sent = writer.add(table, row);
    if (sent !== null) await sent;
    if (table !== "person") continue;
    written += 1;
    report?.("people", written);
  }
  let words = 0;
  for (const [table, row] of vocabulary.rows()) {
    await writer.add(table, row);
    words += 1;
    report?.("words", words);
  }
  await writer.finish();
  for (const statement of merging((table) => writer.bytesOf(table))) await target([statement]);
  await target(switchTables({ version, titles, source: source.name, at: now().toISOString() }));
  for (const statement of OLD_TABLES) await target([statement]);
  return { titles, rows: writer.rows };
}

interface PartServices extends Pick<CatalogLoadServices, "report"> {
  readonly writer: Writer;
  readonly likeness: Likeness;
}

/**
 * Reads credits, and writes external ids and seasons. Returns a function that takes a title's id and returns the hashes
 * of these parts, the air dates of its latest episodes, the tokens of the names of its roles, and the place of its
 * credits, which is -1 if it has none.
 */
async function writeParts(
  { credits, externalIds, seasons }: Source,
  { writer, likeness, report }: PartServices,
) {
  const places = new Map<number, number>();
  const creditHashes: number[] = [];
  // Like the air dates below, the tokens of a title are one joined string.
  const roles: string[] = [];
  const externalHashes = new Map<number, number>();
  for (const [id, record] of credits()) {
    const parsed: Partial<Credits> = JSON.parse(record);
    places.set(id, creditHashes.length);
    creditHashes.push(partHash(record));
    roles.push(listRoleTokens(parsed).join(" "));
    likeness.addMakers(findMakers(parsed));
    report?.("credits", creditHashes.length);
  }
  for (const row of externalIds?.() ?? []) {
    await writer.add("external", row);
    const [from, external, kind, id] = row;
    const hash = partHash(externalText(from, external));
    if (kind === "title") externalHashes.set(id, sumOfHashes(externalHashes.get(id) ?? 0, hash));
  }
  const seasonHashes = new Map<number, number>();
  // One joined string per series needs a fraction of the memory that an array would need.
  const aired = new Map<number, string>();
  let written = 0;
  for (const run of groupRuns(seasons?.() ?? [], ([id]) => id)) {
    const [[id]] = run;
    const seriesSeasons = run.map(([, season]) => season);
    for (const season of seriesSeasons) {
      await writer.add(...seasonRow(id, season));
      seasonHashes.set(id, sumOfHashes(seasonHashes.get(id) ?? 0, seasonHash(season)));
      written += 1;
      report?.("seasons", written);
    }
    const dates = latestDates(seriesSeasons).join();
    if (dates !== "") aired.set(id, dates);
  }
  return (id: number) => {
    const place = places.get(id) ?? -1;
    return {
      place,
      credits: creditHashes[place] ?? 0,
      external: externalHashes.get(id) ?? 0,
      seasons: seasonHashes.get(id) ?? 0,
      aired: aired.get(id)?.split(",") ?? [],
      roles: roles[place]?.split(" ") ?? [],
    };
  };
}

/** Returns a version made from the time of the load. It is stored with every response. */
function versionAt(at: string): string {
  return at.replaceAll(/[^0-9]/g, "");
}
