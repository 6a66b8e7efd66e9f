/** Converts a title to database rows. Loads, updates and tests all use this module. */
import { hash } from "node:crypto";
import * as v from "valibot";
import { findableNames, WHOLE } from "../../../worker/catalog/store/names.ts";
import type { OtherName } from "../../../worker/catalog/store/records.ts";
import { byStoredLanguage, storedLanguage } from "../../../worker/catalog/store/regions.ts";
import { type Facts, readFacts, type Title, TranslatedFacts } from "../../../worker/contract/facts.ts";
import { languageOf } from "../../../worker/contract/language-tags.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { OWN_NUMBERS } from "../../../worker/text/own-numbers.ts";
import { otherScripts } from "./chinese.ts";
import type { Row, Table } from "./tables.ts";

/** The fields and facts that a source can translate. */
export type TranslatedFields = Partial<Pick<TitleRecord, "title" | "plot" | "genres" | "countries">> &
  v.InferOutput<typeof TranslatedFacts>;

/**
 * The facts that a source provides. External ids and seasons are excluded, because they have separate rows.
 */
export interface GivenFacts extends Omit<Facts, "external" | "schedule" | "collection"> {
  readonly collection?: GivenCollection;
}

export interface GivenCollection {
  readonly name?: string | undefined;
  readonly tmdb?: number | undefined;
  readonly titles?: readonly number[] | undefined;
}

export interface CatalogEntry extends Pick<Title, "record"> {
  readonly facts: GivenFacts;
  readonly otherNames: readonly OtherName[];
  /** The translated fields, by language tag. */
  readonly translations: ReadonlyMap<string, TranslatedFields>;
}

interface TitleRows {
  readonly rows: readonly [Table, Row][];
  /** The words to add to the vocabulary. */
  readonly words: ReadonlySet<string>;
}

/** Returns the rows of a title. `hash` is its `titleHash`, by which updates recognise changed titles. */
export function titleRows(entry: CatalogEntry, rank: number, hash: number): TitleRows {
  const { record } = entry;
  const { popularity = 0 } = entry.facts;
  const year = record.year === "" ? null : Number(record.year);
  const { otherNames } = entry;
  const records = recordsByLanguage(entry);
  const titles = [
    record.title,
    record.original_title,
    ...otherNames.filter(({ isWorking }) => !isWorking).map(({ title }) => title),
    ...[...records.values()].map(({ title }) => title),
  ];
  const names = findableNames({
    titles: [...titles, ...otherScripts(titles)],
    workingTitles: otherNames.filter(({ isWorking }) => isWorking).map(({ title }) => title),
    year,
    kind: record.type,
    adult: record.is_adult === 1,
  });
  const [nameKey = ""] = [...names.keys].find(([, claim]) => claim === WHOLE) ?? [];
  const json = JSON.stringify(record);
  const candidate = [year ?? 0, record.type, record.is_adult, names.forms];
  const sources = JSON.stringify(titleSources(entry));
  const rows: [Table, Row][] = [
    ["title", [rank, record.id, ...candidate, popularity, hash, nameKey, sources, json]],
    ["candidate", [rank, ...candidate]],
    ["index", [rank, names.tokens]],
  ];
  for (const [key, claim] of names.keys) rows.push(["key", [key, claim, rank]]);
  for (const [lang, translation] of records) {
    const other = JSON.stringify(translation);
    const main = records.get(languageOf(lang));
    const without = main === undefined || main === translation ? json : JSON.stringify(main);
    if (other !== without) rows.push(["translation", [rank, lang, other]]);
  }
  for (const row of collectionRows(entry)) rows.push(["collection", row]);
  return { rows, words: names.words };
}

/** Returns the number of a collection without a TMDB number. */
const ownNumber = (name: string) => OWN_NUMBERS + (partHash(name) % OWN_NUMBERS);

interface CollectedTitle {
  readonly record: Pick<TitleRecord, "id">;
  readonly facts: Pick<GivenFacts, "collection">;
}

/**
 * Returns the rows of a title's collection. If the collection has a TMDB number and a name, additional rows link the
 * TMDB number to the number derived from the name, and back.
 */
export function collectionRows({ record: { id }, facts: { collection } }: CollectedTitle): Row[] {
  if (collection === undefined) return [];
  const { name = "", tmdb, titles = [] } = collection;
  const number = tmdb ?? ownNumber(name);
  const links = name === "" || tmdb === undefined ? [] : [ownNumber(name)];
  return [
    ...[...new Set([id, ...titles])].map((title): Row => [number, title, id, name]),
    ...links.flatMap((link): Row[] => [
      [link, -number, id, name],
      [number, -link, id, name],
    ]),
  ];
}

const HASHES = 2 ** 52;

/**
 * Returns the hash of a part of a title. The hash has 52 bits, so that JavaScript and SQLite can represent it
 * exactly.
 */
export const partHash = (text: string) => Number.parseInt(hash("sha1", text).slice(0, 13), 16);

export const sumOfHashes = (one: number, other: number) => (one + other) % HASHES;

interface TitleParts {
  readonly entry: CatalogEntry;
  /** The `partHash` of the credits as JSON, or 0 if there are none. */
  readonly credits: number;
  /** The sum of the hashes of all external ids, or 0 if there are none. */
  readonly external: number;
  /** The sum of the hashes of all seasons, or 0 if there are none. */
  readonly seasons: number;
}

/** Returns a hash of all source data of a title. */
export function titleHash({ entry, credits, external, seasons }: TitleParts): number {
  const { record, facts, otherNames, translations } = entry;
  const { popularity = 0, votes = 0, language = null, series, ...others } = facts;
  const texts = [record, popularity, votes, language, series, otherNames, [...translations]];
  // Absent facts are omitted, so that a new kind of fact does not change the hashes of titles without it.
  const presentFacts = Object.entries({ ...others, seasons: seasons || undefined }).filter(
    ([, fact]) => fact !== undefined,
  );
  return partHash(JSON.stringify([...texts, credits, external, ...presentFacts.toSorted()]));
}

export const externalText = (source: string, external: string) => `${source} ${external}`;

/**
 * Returns the translated records by the language under which they are stored. `entry.record` is the English one. In the
 * original language, the record has the original title unless a source provides another one. A text that a region lacks
 * is that of the language.
 */
function recordsByLanguage({ record, facts, translations }: CatalogEntry): Map<string, TitleRecord> {
  const { language } = facts;
  const fieldsByLanguage = new Map(
    [...byStoredLanguage(translations)].map(([lang, fields]) => [lang, withoutEmpty(fields)]),
  );
  if (language !== undefined && language !== "en" && record.original_title !== "") {
    fieldsByLanguage.set(language, { title: record.original_title, ...fieldsByLanguage.get(language) });
  }
  return new Map(
    [...fieldsByLanguage].map(([lang, fields]) => [
      lang,
      { ...record, ...fieldsByLanguage.get(languageOf(lang)), ...fields },
    ]),
  );
}

const TRANSLATED = ["title", "plot", "genres", "countries"] as const;
type TranslatedName = (typeof TRANSLATED)[number];

function withoutEmpty(fields: TranslatedFields): Pick<TranslatedFields, TranslatedName> {
  return Object.fromEntries(TRANSLATED.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/**
 * The source data from which all rows of a title can be built again. `translations` lists the names of the translated
 * fields for each language tag, because the records contain their values.
 */
interface TitleSources extends Omit<GivenFacts, "popularity"> {
  readonly otherNames: readonly OtherName[];
  readonly translations: Readonly<Record<string, readonly TranslatedName[]>>;
  /** The facts by the language under which they are stored. Omitted if none are translated. */
  readonly translatedFacts?: Readonly<Record<string, v.InferOutput<typeof TranslatedFacts>>>;
}

function titleSources(entry: CatalogEntry): TitleSources {
  const fields = [...entry.translations].map(([tag, translation]) => [
    tag,
    Object.keys(withoutEmpty(translation)),
  ]);
  const facts = [...byStoredLanguage(entry.translations)].flatMap(([lang, translation]) => {
    const translated = v.parse(TranslatedFacts, translation);
    return Object.keys(translated).length > 0 ? [[lang, translated]] : [];
  });
  const { popularity: _, ...others } = entry.facts;
  return {
    ...others,
    otherNames: entry.otherNames,
    translations: Object.fromEntries(fields),
    ...(facts.length > 0 && { translatedFacts: Object.fromEntries(facts) }),
  };
}

interface StoredTitle {
  readonly popularity: number;
  /** The record as JSON. */
  readonly record: string;
  readonly sources: string;
  /** The translated records as a JSON object, by language. */
  readonly translations: string;
}

/** Restores the entry from which `titleRows` built the rows. */
export function toEntry(stored: StoredTitle): CatalogEntry {
  const sources: TitleSources = JSON.parse(stored.sources);
  const { otherNames, translatedFacts = {}, collection, ...facts } = sources;
  const record: TitleRecord = JSON.parse(stored.record);
  const translations: Readonly<Record<string, TitleRecord>> = JSON.parse(stored.translations);
  const tags = Object.keys(sources.translations);
  const fields = Object.entries(sources.translations).map(([tag, names]) => {
    const lang = storedLanguage(tag, tags);
    const translated = translations[lang] ?? translations[languageOf(tag)] ?? record;
    const translatedFields = Object.fromEntries(names.map((name) => [name, translated[name]]));
    return [tag, { ...translatedFields, ...translatedFacts[lang] }] as const;
  });
  return {
    record,
    facts: {
      ...readFacts({ ...facts, popularity: stored.popularity }),
      ...(collection && { collection }),
    },
    otherNames,
    translations: new Map(fields),
  };
}
