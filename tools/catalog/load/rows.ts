/** One title as rows. Pure: the same for local loads, remote loads, updates and tests. */
import { hash } from "node:crypto";
import { findableNames } from "../../../worker/catalog/store/names.ts";
import type { SeriesExtent } from "../../../worker/contract/facts.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { otherScripts } from "./chinese.ts";
import type { Row, Table } from "./tables.ts";

/** Fields that a translation may have; the other fields are the record's. */
export type TranslatedFields = Partial<Pick<TitleRecord, "title" | "plot" | "genres" | "countries">>;

/** One title to load. */
export interface CatalogEntry {
  readonly record: TitleRecord;
  /** Any scale: only the order counts. */
  readonly popularity: number;
  /** How many people rated it; 0 if unknown. */
  readonly votes: number;
  /** Subtag of the original language; `null` if unknown. */
  readonly language: string | null;
  /** Absent for films, and if nothing is known. */
  readonly series?: SeriesExtent | undefined;
  /** Other titles. */
  readonly aliases: readonly string[];
  /** Titles during production. */
  readonly workingTitles: readonly string[];
  /** Where other titles are in use: codes of countries (ISO 3166-1), by title. */
  readonly regions?: ReadonlyMap<string, string>;
  /** By language. */
  readonly translations: ReadonlyMap<string, TranslatedFields>;
}

interface TitleRows {
  readonly rows: readonly [Table, Row][];
  /** For the vocabulary. */
  readonly words: ReadonlySet<string>;
}

/** `hash`: `titleHash`, which an update compares with a source. */
export function titleRows(entry: CatalogEntry, rank: number, hash: number): TitleRows {
  const { record, popularity } = entry;
  const year = record.year === "" ? null : Number(record.year);
  const others = otherNames(entry);
  const records = recordsByLanguage(entry);
  const titles = [
    record.title,
    record.original_title,
    ...others.aliases,
    ...[...records.values()].map(({ title }) => title),
  ];
  const names = findableNames({
    titles: [...titles, ...otherScripts(titles)],
    workingTitles: others.workingTitles,
    year,
    kind: record.type,
    adult: record.is_adult === 1,
  });
  const json = JSON.stringify(record);
  const candidate = [year ?? 0, record.type, record.is_adult, names.forms];
  const sources = JSON.stringify(titleSources(entry));
  const rows: [Table, Row][] = [
    ["title", [rank, record.id, ...candidate, popularity, hash, sources, json]],
    ["candidate", [rank, ...candidate]],
    ["index", [rank, names.tokens]],
  ];
  for (const [key, claim] of names.keys) rows.push(["key", [key, claim, rank]]);
  for (const [lang, translation] of records) {
    const other = JSON.stringify(translation);
    if (other !== json) rows.push(["translation", [rank, lang, other]]);
  }
  return { rows, words: names.words };
}

const HASHES = 2 ** 52;

/** Of a part of a title: 52 bits, which a number and SQLite hold exactly. */
export const partHash = (text: string) => Number.parseInt(hash("sha1", text).slice(0, 13), 16);

/** In any order. */
export const sumOfHashes = (one: number, other: number) => (one + other) % HASHES;

interface TitleParts {
  readonly entry: CatalogEntry;
  /** `partHash` of the JSON; 0: none. */
  readonly credits: number;
  /** The sum for `externalText` of each id; 0: none. */
  readonly external: number;
}

/** Of everything that a source says of a title. */
export function titleHash({ entry, credits, external }: TitleParts): number {
  const { record, popularity, votes, language, series, aliases, workingTitles, translations } = entry;
  const names = [aliases, workingTitles, regionsOf(entry)];
  const texts = [record, popularity, votes, language, series, ...names, [...translations]];
  return partHash(JSON.stringify([...texts, credits, external]));
}

export const externalText = (source: string, external: string) => `${source} ${external}`;

/**
 * The records with the fields that the translations have. In the original language, the title is the original one unless
 * a translation into it has another; the record itself is in English.
 */
function recordsByLanguage(entry: CatalogEntry): Map<string, TitleRecord> {
  const { record, language, translations } = entry;
  const given = new Map([...translations].map(([lang, fields]) => [lang, withoutEmpty(fields)]));
  if (language !== null && language !== "en" && record.original_title !== "") {
    given.set(language, { title: record.original_title, ...given.get(language) });
  }
  return new Map([...given].map(([lang, fields]) => [lang, { ...record, ...fields }]));
}

const TRANSLATED = ["title", "plot", "genres", "countries"] as const;

function withoutEmpty(fields: TranslatedFields): TranslatedFields {
  return Object.fromEntries(TRANSLATED.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/** In bytes: more names would not be searched, and would not fit into a row. */
const MAX_OTHER_NAMES = 30_000;

function otherNames({
  aliases,
  workingTitles,
}: CatalogEntry): Pick<CatalogEntry, "aliases" | "workingTitles"> {
  let length = 0;
  const fits = (name: string) => {
    length += Buffer.byteLength(name);
    return length <= MAX_OTHER_NAMES;
  };
  return { aliases: aliases.filter(fits), workingTitles: workingTitles.filter(fits) };
}

/**
 * What a title has beside its record, as stored: enough to make all its rows again. `translations` names the fields that
 * each language has; their values are in its record.
 */
interface TitleSources {
  readonly votes: number;
  readonly language: string | null;
  readonly series?: SeriesExtent | undefined;
  readonly aliases: readonly string[];
  readonly workingTitles: readonly string[];
  /** Of the aliases and then of the working titles, separated by commas; "": none is known. */
  readonly regions: string;
  readonly translations: Readonly<Record<string, readonly (keyof TranslatedFields)[]>>;
}

function titleSources(entry: CatalogEntry): TitleSources {
  const fields = [...entry.translations].map(([lang, given]) => [lang, Object.keys(withoutEmpty(given))]);
  const { votes, language, series } = entry;
  const translations = Object.fromEntries(fields);
  return { votes, language, series, ...otherNames(entry), regions: regionsOf(entry), translations };
}

function regionsOf(entry: CatalogEntry): string {
  const { aliases, workingTitles } = otherNames(entry);
  const codes = [...aliases, ...workingTitles].map((title) => entry.regions?.get(title) ?? "");
  return codes.some((code) => code !== "") ? codes.join(",") : "";
}

interface StoredTitle {
  readonly popularity: number;
  /** JSON, as are the others. */
  readonly record: string;
  readonly sources: string;
  /** Records by language, as far as they differ. */
  readonly translations: string;
}

/** The inverse of `titleRows`. */
export function entryOf(stored: StoredTitle): CatalogEntry {
  const { translations: given, regions: codes = "", ...others }: TitleSources = JSON.parse(stored.sources);
  const record: TitleRecord = JSON.parse(stored.record);
  const translations: Readonly<Record<string, TitleRecord>> = JSON.parse(stored.translations);
  const regions = codes.split(",");
  const named = [...others.aliases, ...others.workingTitles].flatMap((title, at) =>
    regions[at] ? [[title, regions[at]] as const] : [],
  );
  const fields = Object.entries(given).map(([lang, names]) => {
    const translated = translations[lang] ?? record;
    return [lang, Object.fromEntries(names.map((name) => [name, translated[name]]))] as const;
  });
  const { popularity } = stored;
  return { record, popularity, ...others, regions: new Map(named), translations: new Map(fields) };
}
