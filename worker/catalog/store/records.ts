/** Stored records, which are ready to send, joined into an array or read by id. */
import { buildCrewGroups, type Credits } from "../../contract/credits.ts";
import { type Facts, readFacts } from "../../contract/facts.ts";
import { parseJson } from "../../contract/json.ts";
import type { TitleQuery } from "../../contract/query.ts";
import { TitleRecord } from "../../contract/record.ts";
import { factNotes, Json, type Loaded, type LoadedList, MISSING } from "../../source/loaded.ts";
import { query } from "./read-queue.ts";
import { listEpisodeDates } from "./seasons.ts";
import type { CatalogReads, ListedRecordRow, RecordRow, TitleRow } from "./statements.ts";

/** Joins records into an array. `corrected` is the text that was searched for if the query was corrected. */
export function recordList(
  rows: readonly ListedRecordRow[],
  corrected: string | null = null,
): Pick<LoadedList<never>, "value" | "isEmpty" | "ids" | "notes"> {
  const titles = rows.map((row) => ({ id: idInRecord(row.record), facts: factsOfRow(row) }));
  return {
    value: new Json(`[${rows.map(({ record }) => record).join(",")}]`),
    isEmpty: rows.length === 0,
    ids: { titles: titles.map(({ id }) => id) },
    notes: { ...factNotes(titles), ...(corrected !== null && { list: { correctedText: corrected } }) },
  };
}

type ListFactsRow = Pick<ListedRecordRow, "votes" | "series">;

export function factsOfRow({ votes, series }: ListFactsRow): Pick<Facts, "votes" | "series"> {
  return { votes: votes || undefined, series: series === null ? undefined : JSON.parse(series) };
}

/**
 * Returns the id of a record, which is its first field (`contract/record.ts`), so that the rest need not be parsed.
 */
export function idInRecord(record: string): number {
  return Number(/^\{"id":(\d+)/.exec(record)?.[1]);
}

/** Loads the record of a title, or of the title that it was merged into. */
export async function loadTitle(
  { id, lang }: TitleQuery,
  { read, title, today }: CatalogReads,
): Promise<Loaded<TitleRecord>> {
  const { titles } = await read({ titles: title(lang, id, today()) });
  const [row] = titles;
  return row === undefined ? MISSING : toLoaded(row, lang);
}

/** Loads the credits of a title, or of the title that it was merged into. */
export async function loadCredits(
  { id }: TitleQuery,
  { read, credits }: CatalogReads,
): Promise<Loaded<Credits>> {
  const { titles } = await read({ titles: credits(id) });
  const [row] = titles;
  if (row === undefined) return MISSING;
  return {
    value: row.record === null ? createEmptyCredits(row.id) : new Json(row.record),
    ids: { titles: [row.id] },
  };
}

/** Returns credits with eight empty groups. */
function createEmptyCredits(id: number): Credits {
  return { id, cast: [], ...buildCrewGroups(() => []) };
}

/**
 * Returns the record of a row. Its plot may be in English, because a load fills gaps in a translation from the
 * English record.
 */
function toLoaded(row: TitleRow, lang: string): Loaded<never> {
  const { id, record, english, popularity, external, collection } = row;
  const facts = JSON.parse(row.facts);
  const { seasons, ...schedule } = JSON.parse(row.schedule ?? "{}");
  const isEnglish = lang !== "en" && english !== "" && parseJson(TitleRecord, record)?.plot === english;
  const plotLanguage = isEnglish ? "en" : undefined;
  return {
    value: new Json(record),
    ids: { titles: [id] },
    notes: {
      facts: readFacts({
        ...facts,
        popularity,
        external: external === "{}" ? undefined : JSON.parse(external),
        collection: collection === null ? undefined : JSON.parse(collection),
        ...(seasons && { series: { ...facts.series, seasons }, schedule }),
      }),
      page: { plotLanguage },
    },
    airs: listEpisodeDates(schedule),
  };
}

/** The names of a title in addition to its record. */
export interface TitleNames {
  readonly otherNames: readonly OtherName[];
  /** The title and plot in each language, or "" if no source gives one. English is in the record. */
  readonly translations: Readonly<Record<string, Pick<TitleRecord, "title" | "plot">>>;
}

export interface OtherName {
  readonly title: string;
  /** The country in which the name is in use (ISO 3166-1), if known. */
  readonly region?: string;
  /** Whether it is a title during production, or another title that people rarely type. */
  readonly isWorking?: boolean;
}

const NAMES = `
  SELECT record, sources, (SELECT json_group_object(lang, json(translated.record))
    FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translated
  FROM catalog_title AS title WHERE id = ?1`;

interface NamesRow extends RecordRow {
  readonly sources: string;
  readonly translated: string;
}

/** Loads the names of a title, or returns `null` if it does not exist. */
export async function loadTitleNames(id: number, { read }: CatalogReads): Promise<TitleNames | null> {
  const { titles } = await read({ titles: query<NamesRow>(NAMES, id) });
  const [row] = titles;
  if (row === undefined) return null;
  const { otherNames, translations } = JSON.parse(row.sources);
  const english: TitleRecord = JSON.parse(row.record);
  const translated: Record<string, TitleRecord> = JSON.parse(row.translated);
  const fields = Object.entries<readonly string[]>({ ...translations, en: ["title", "plot"] });
  const selected = fields.map(([lang, fields]) => {
    // A translation without differences has no row, and the English texts are in the record.
    return [lang, selectFields(translated[lang] ?? english, fields)] as const;
  });
  return { otherNames, translations: Object.fromEntries(selected) };
}

/** Returns the title and the plot, or "" for a field that is not listed. */
function selectFields(
  { title, plot }: TitleRecord,
  fields: readonly string[],
): Pick<TitleRecord, "title" | "plot"> {
  return { title: fields.includes("title") ? title : "", plot: fields.includes("plot") ? plot : "" };
}
