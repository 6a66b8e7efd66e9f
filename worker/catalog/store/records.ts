/** Loads stored records, which are ready to send, and joins them into an array. */

import { buildCrewGroups, type Credits } from "../../contract/credits.ts";
import { type Facts, readFacts } from "../../contract/facts.ts";
import { parseJson } from "../../contract/json.ts";
import { languageOf } from "../../contract/language-tags.ts";
import type { TitleQuery } from "../../contract/query.ts";
import { TitleRecord } from "../../contract/record.ts";
import { factNotes, Json, type Loaded, type LoadedList, MISSING } from "../../source/loaded.ts";
import { query } from "./read-queue.ts";
import type { ListedRecordRow, RecordRow, TitleRow } from "./rows.ts";
import { listEpisodeDates } from "./seasons.ts";
import type { CatalogReads } from "./statements.ts";

/** Joins records into an array. `corrected` is the corrected query, or absent if nothing was corrected. */
export function recordList(
  rows: readonly ListedRecordRow[],
  corrected: string | null = null,
): Pick<LoadedList<never>, "value" | "isEmpty" | "ids" | "notes"> {
  const titles = rows.map((row) => ({
    id: idInRecord(row.record),
    facts: factsOfRow(row),
    untranslated: row.untranslated,
  }));
  const isEnglish = titles.every(({ untranslated }) => untranslated === null);
  const englishPlots = titles.flatMap(({ id, untranslated }) => (untranslated === 1 ? [id] : []));
  return {
    value: new Json(`[${rows.map(({ record }) => record).join(",")}]`),
    isEmpty: rows.length === 0,
    ids: { titles: titles.map(({ id }) => id) },
    notes: {
      ...factNotes(titles),
      ...(corrected !== null && { list: { correctedText: corrected } }),
      ...(!isEnglish && { page: { englishPlots } }),
    },
  };
}

type ListFactsRow = Pick<ListedRecordRow, "votes" | "series">;

export function factsOfRow({ votes, series }: ListFactsRow): Pick<Facts, "votes" | "series"> {
  return { votes: votes || undefined, series: series === null ? undefined : JSON.parse(series) };
}

/** Returns the id of a record without parsing all of it. The id is the first field (`contract/record.ts`). */
export function idInRecord(record: string): number {
  return Number(/^\{"id":(\d+)/.exec(record)?.[1]);
}

/** Loads the record of a title. If the title was merged into another one, loads the record of that one. */
export async function loadTitle(
  { id, lang }: TitleQuery,
  { read, title, today }: CatalogReads,
): Promise<Loaded<TitleRecord>> {
  const { titles } = await read({ titles: title(lang, id, today()) });
  const [row] = titles;
  return row === undefined ? MISSING : toLoaded(row, lang);
}

/** Loads the credits of a title. If the title was merged into another one, loads the credits of that one. */
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

/** Returns credits in which all eight groups are empty. */
function createEmptyCredits(id: number): Credits {
  return { id, cast: [], ...buildCrewGroups(() => []) };
}

/**
 * Returns the record in a row. Its plot may be in English, because a load fills gaps in translations with English
 * texts.
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

/** The names of a title that are not in its record. */
interface TitleNames {
  readonly otherNames: readonly OtherName[];
  /**
   * The title and plot by language tag. A text without a translation is "".
   */
  readonly translations: Readonly<Record<string, Pick<TitleRecord, "title" | "plot">>>;
}

export interface OtherName {
  readonly title: string;
  /** The country in which the name is used (ISO 3166-1), if it is known. */
  readonly region?: string;
  /** Whether the name is a working title or another name that people rarely type. */
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

/** Loads the names of a title. Returns `null` if it does not exist. */
export async function loadTitleNames(id: number, { read }: CatalogReads): Promise<TitleNames | null> {
  const { titles } = await read({ titles: query<NamesRow>(NAMES, id) });
  const [row] = titles;
  if (row === undefined) return null;
  const { otherNames, translations } = JSON.parse(row.sources);
  const english: TitleRecord = JSON.parse(row.record);
  const translated: Record<string, TitleRecord> = JSON.parse(row.translated);
  const fields = Object.entries<readonly string[]>({ ...translations, en: ["title", "plot"] });
  const selected = fields.map(([lang, fields]) => {
    // A translation has no row if it equals the one without its region, or the English texts.
    return [lang, selectFields(translated[lang] ?? translated[languageOf(lang)] ?? english, fields)] as const;
  });
  return { otherNames, translations: Object.fromEntries(selected) };
}

/** Returns the title and plot. A field that is not listed in `fields` is "". */
function selectFields(
  { title, plot }: TitleRecord,
  fields: readonly string[],
): Pick<TitleRecord, "title" | "plot"> {
  return { title: fields.includes("title") ? title : "", plot: fields.includes("plot") ? plot : "" };
}
