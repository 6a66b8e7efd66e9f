/** Fills D1 with test catalogs, using the loader, and reads them. */

import { applyD1Migrations, env } from "cloudflare:test";
import * as v from "valibot";
import { load, type Source } from "../../tools/catalog/load/load.ts";
import type { CatalogEntry } from "../../tools/catalog/load/rows.ts";
import type { Status } from "../../worker/contract/facts.ts";
import { PeopleResponse } from "../../worker/contract/people.ts";
import type { SearchQuery } from "../../worker/contract/query.ts";
import { SearchResponse, type TitleRecord } from "../../worker/contract/record.ts";
import type { Part } from "../../worker/contract/understood.ts";
import type { BrowseQuery } from "../../worker/filters/browse-query.ts";
import { type Loaded, type LoadedList, type Notes, toJson } from "../../worker/source/loaded.ts";
import { browseQuery, type Given, type GivenList, searchQuery, UNKNOWN_RECORD } from "../contract/records.ts";
import { connectionTo } from "../d1-connection.ts";
import { type Databases, openCatalogIn } from "./open.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      readonly CATALOG_A: D1Database;
      readonly CATALOG_B: D1Database;
      readonly CONTROL: D1Database;
      readonly MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
      readonly CONTROL_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
    }
  }
}

export const database = env.CATALOG_A;

/** Opens the catalog for a new request. */
export function openCatalog(from: Databases = database) {
  return openCatalogIn(from);
}

export const migrations = env.MIGRATIONS.map(({ name, queries }) => ({ name, statements: queries }));

export function migrate(into = database): Promise<void> {
  return applyD1Migrations(into, env.MIGRATIONS);
}

/** A test title: some fields of a record, and aliases. Arrays of titles are sorted by popularity. */
export interface GivenTitle extends Partial<TitleRecord> {
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly workingTitles?: readonly string[];
  readonly french?: string;
  readonly germanPlot?: string;
  readonly language?: string;
  readonly votes?: number;
  readonly series?: CatalogEntry["facts"]["series"];
  readonly released?: string;
  readonly status?: Status;
  readonly certificates?: CatalogEntry["facts"]["certificates"];
  readonly companies?: CatalogEntry["facts"]["companies"];
  readonly networks?: CatalogEntry["facts"]["networks"];
}

export function toEntries(titles: readonly GivenTitle[]): CatalogEntry[] {
  return titles.map((title, at) => {
    const { aliases = [], workingTitles = [], french, germanPlot, ...rest } = title;
    const {
      language,
      votes = 0,
      series,
      released,
      status,
      certificates,
      companies,
      networks,
      ...given
    } = rest;
    const record: TitleRecord = {
      ...UNKNOWN_RECORD,
      id: at + 1,
      type: "movie",
      original_title: given.title,
      ...given,
    };
    const translations = new Map([
      ...(french === undefined ? [] : [["fr", { title: french }] as const]),
      ...(germanPlot === undefined ? [] : [["de", { plot: germanPlot }] as const]),
    ]);
    const own = { language, series, released, status, certificates, companies, networks };
    const facts = { popularity: titles.length - at, votes: votes || undefined, ...own };
    const otherNames = [
      ...aliases.map((name) => ({ title: name })),
      ...workingTitles.map((name) => ({ title: name, isWorking: true })),
    ];
    return { record, facts, otherNames, translations };
  });
}

/**
 * Returns titles in fixed proportions: half of them are dramas, a quarter are series, and one in a thousand is from
 * Iceland.
 */
export function manyTitles(length: number): GivenTitle[] {
  return Array.from({ length }, (_, at) => ({
    title: `Title ${at}`,
    year: String(1900 + (at % 120)),
    type: at % 4 === 0 ? "series" : "movie",
    genres: at % 2 === 0 ? "Drama" : "Comedy",
    countries: at % 1_000 === 999 ? "Iceland" : "France",
    language: "fr",
    rating: (at % 90) / 10,
    votes: at,
    runtime: String(at % 200),
  }));
}

type StoredCredits = readonly (readonly [number, string])[];

export function fillCatalog(titles: readonly GivenTitle[], credits: StoredCredits = []): Promise<void> {
  return fillEntries(toEntries(titles), credits);
}

/** Fills the catalog. `entries` must be sorted by popularity. */
export async function fillEntries(
  entries: readonly CatalogEntry[],
  credits: StoredCredits = [],
): Promise<void> {
  await fillSource({ name: "a test", entries: () => entries, credits: () => credits });
}

export async function fillSource(source: Source, into = database): Promise<void> {
  await migrate(into);
  await load(source, { target: connectionTo(into).batch, migrations, now: () => new Date() });
}

export function buildQuery(text: string, given: Given<SearchQuery> = {}): SearchQuery {
  return searchQuery({ text, ...given });
}

/** Builds a list query as the site's pages do. */
export function textQuery(text: string, given: GivenList = {}): BrowseQuery & { readonly text: string } {
  return { ...browseQuery({ sort: "relevance", ...given }), text };
}

/** Parses a response. Fails the test if it has no catalog version. */
export async function parse<Schema extends v.GenericSchema>(schema: Schema, loading: Promise<Loaded>) {
  const loaded = await loading;
  if (!loaded.version) throw new Error("The response has no version.");
  return v.parse(schema, JSON.parse(toJson(loaded) ?? "null"));
}

interface Results extends Pick<Loaded, "more"> {
  readonly records: readonly TitleRecord[];
  /** The results, each as `Title year`. */
  readonly titles: readonly string[];
  readonly notes: Notes;
}

export async function search(
  text: string,
  given: Given<SearchQuery> = {},
  from = database,
): Promise<Results> {
  return readResults(await openCatalog(from).search(buildQuery(text, given)));
}

/** Returns the list that a page shows for a query. */
export async function list(text: string, given: GivenList = {}, from = database): Promise<Results> {
  return readResults(await openCatalog(from).browse(textQuery(text, given)));
}

export async function searchPeople(text: string, limit = 20): Promise<string[]> {
  const found = await parse(PeopleResponse, openCatalog().people({ text, lang: "en", page: 1, limit }));
  return found.map(({ name }) => name);
}

/** Returns the names of the recognised query parts of this kind. */
export function partsIn({ notes }: Results, kind: Part["part"]): string[] {
  return (notes.list?.understood?.parts ?? []).filter(({ part }) => part === kind).map(({ name }) => name);
}

export function peopleIn({ notes }: Results): string[] {
  return (notes.list?.understood?.people ?? []).map(({ name }) => name);
}

function readResults({ notes = {}, more, ...loaded }: LoadedList): Results {
  const records = v.parse(SearchResponse, JSON.parse(toJson(loaded)));
  return { records, titles: records.map(({ title, year }) => `${title} ${year}`.trim()), notes, more };
}
