/**
 * Reads the catalog for one response of TMDB's API: titles and people with TMDB's numbers. Collects the ids for the tags of
 * the response, and the notes for its headers.
 */
import type * as v from "valibot";
import { CATALOG_FUNCTIONS } from "../../catalog/catalog.ts";
import { findCollection } from "../../catalog/list/collections.ts";
import { loadPersonFacts, type PersonFacts } from "../../catalog/list/people.ts";
import { loadTitleNames } from "../../catalog/store/records.ts";
import type { CatalogReads } from "../../catalog/store/statements.ts";
import { TitleCollection } from "../../contract/browse.ts";
import { Credits } from "../../contract/credits.ts";
import type { ExternalSource, Title } from "../../contract/facts.ts";
import { isKind, type TitleKind } from "../../contract/filter.ts";
import { DEFAULT_LANGUAGE, parseLanguage } from "../../contract/parameters.ts";
import { FindAnswer, Person } from "../../contract/people.ts";
import { TitleRecord } from "../../contract/record.ts";
import { type Season, SeasonAnswer, SeasonsAnswer } from "../../contract/seasons.ts";
import { type Ids, type Loaded, readLoaded } from "../../source/loaded.ts";
import type { TmdbApiQuery } from "../../source/source.ts";
import { type NumberedKind, ownerOf, tmdbNumber } from "../ids.ts";

/** A title with a number of TMDB's. Its genres and countries are in English. */
export interface NumberedTitle extends Title {
  readonly kind: TitleKind;
  readonly number: number;
  readonly view: ViewSettings;
}

/** What the fields of titles and people depend on beside their data. */
interface ViewSettings {
  readonly lang: string;
  /** The current date, in UTC. */
  readonly today: string;
  /** Returns the path of an image below TMDB's sizes, or `null` if there is none. */
  readonly toImagePath: (path: string | null) => string | null;
}

export type Someone = PersonFacts & { readonly number: number; readonly view: ViewSettings };

/** The catalog's language for TMDB's parameter, which may have a region, or further languages. */
export function languageOf(parameter = ""): string {
  return parseLanguage(parameter.split(",")[0] ?? "") ?? DEFAULT_LANGUAGE;
}

/** What responses depend on beside the catalog and the request. */
export interface ApiSettings {
  /** The address below which the catalog's images are, or `null` if it has none. */
  readonly imagesUrl: string | null;
}

export type CatalogView = ReturnType<typeof readingOf>;

export function readingOf(
  reads: CatalogReads,
  parameters: TmdbApiQuery["parameters"],
  { imagesUrl }: ApiSettings,
) {
  const lang = languageOf(parameters.language);
  const view: ViewSettings = {
    lang,
    today: reads.today(),
    toImagePath: (path) => (imagesUrl === null || path === null ? null : `/${path}`),
  };
  const seen = { titles: new Set<number>(), people: new Set<number>() };
  const credits = new Map<number, Promise<Credits | null>>();
  const seasonsRead = new Map<string, Promise<SeasonAnswer | null>>();
  /** The dates of the episodes in everything read so far. */
  const airs: string[] = [];
  /** The notes for the headers of the response. */
  const remarks: { correctedText?: string | undefined; ignored?: string } = {};

  function note<L extends Loaded>(loaded: L): L {
    const { titles = [], people = [] } = loaded.ids ?? {};
    for (const id of titles) seen.titles.add(id);
    for (const id of people) seen.people.add(id);
    airs.push(...(loaded.airs ?? []));
    remarks.correctedText = loaded.notes?.list?.correctedText ?? remarks.correctedText;
    return loaded;
  }

  /** `null`: there is none. */
  async function read<Value>(
    schema: v.GenericSchema<unknown, Value>,
    loading: Promise<Loaded<Readonly<Value>>>,
  ): Promise<Readonly<Value> | null> {
    return readLoaded(schema, note(await loading));
  }

  const find = (source: ExternalSource, external: string) =>
    read(FindAnswer, CATALOG_FUNCTIONS.find({ source, external, lang }, reads));

  /** The title or person with this number; `null`: there is none. */
  async function ownedBy(kind: NumberedKind, number: number): Promise<{ readonly id: number } | null> {
    const owner = ownerOf(kind, number);
    return "id" in owner ? owner : await find(owner.source, owner.external);
  }

  /** Films and series with a number, each once, in the order of the ids. */
  async function titles(ids: readonly number[]): Promise<NumberedTitle[]> {
    const titles = await Promise.all([...new Set(ids)].map(title));
    return titles.filter((title) => title !== null);
  }

  /** `null`: it is unknown, or has no number. */
  async function title(id: number): Promise<NumberedTitle | null> {
    const [own, english] = await Promise.all([
      CATALOG_FUNCTIONS.title({ id, lang }, reads),
      lang === DEFAULT_LANGUAGE ? null : CATALOG_FUNCTIONS.title({ id, lang: DEFAULT_LANGUAGE }, reads),
    ]);
    const record = readLoaded(TitleRecord, note(own));
    const names = english === null ? record : readLoaded(TitleRecord, english);
    if (record === null || names === null || !isKind(record.type)) return null;
    const { genres, countries } = names;
    const facts = own.notes?.facts ?? {};
    // A merged title has the record of the other title.
    const number = tmdbNumber(record.type, record.id, facts.external);
    return number === null
      ? null
      : { record: { ...record, genres, countries }, facts, kind: record.type, number, view };
  }

  /** By id; people without a number are left out. */
  async function people(named: readonly { readonly id: number }[]): Promise<ReadonlyMap<number, Someone>> {
    const ids = new Set(named.map(({ id }) => id));
    for (const id of ids) seen.people.add(id);
    const facts = ids.size === 0 ? [] : await loadPersonFacts([...ids], reads);
    const numbered = facts.flatMap((known) => {
      const number = tmdbNumber("person", known.id, known.external);
      return number === null ? [] : [[known.id, { ...known, number, view }] as const];
    });
    return new Map(numbered);
  }

  async function seasons(id: number): Promise<readonly Season[]> {
    return (await read(SeasonsAnswer, CATALOG_FUNCTIONS.seasons({ id, lang }, reads))) ?? [];
  }

  /** Returns a season by its number, or `null` if there is none. */
  function season(id: number, number: number): Promise<SeasonAnswer | null> {
    const key = `${id}/${number}`;
    const loading =
      seasonsRead.get(key) ??
      read(SeasonAnswer, CATALOG_FUNCTIONS.season({ id, season: number, lang }, reads));
    seasonsRead.set(key, loading);
    return loading;
  }

  /** Returns a collection by its number, or `null` if there is none. */
  async function collectionAt(number: number): Promise<TitleCollection | null> {
    const id = await findCollection(number, reads);
    return id === null
      ? null
      : await read(TitleCollection, CATALOG_FUNCTIONS.collection({ id, lang }, reads));
  }

  const personWith = (id: number) =>
    read(Person, CATALOG_FUNCTIONS.person({ id, lang, includeAdult: false }, reads));

  return {
    reads,
    names: (id: number) => loadTitleNames(id, reads),
    lang,
    parameters,
    view,
    imagesUrl,
    remarks,
    read,
    find,
    ownedBy,
    titles,
    seasons,
    season,
    collectionAt,
    airs,
    people,
    personWith,
    /** The ids of everything read so far. */
    ids: (): Ids => ({ titles: [...seen.titles], people: [...seen.people] }),

    credits(id: number): Promise<Credits | null> {
      const known = credits.get(id) ?? read(Credits, CATALOG_FUNCTIONS.credits({ id, lang }, reads));
      credits.set(id, known);
      return known;
    },

    /** `segment`: a number of TMDB's, or an id of IMDb. `null`: there is no such title. */
    async titleAt(kind: TitleKind, segment: string): Promise<NumberedTitle | null> {
      const found = segment.startsWith("tt") ? find("imdb", segment) : ownedBy(kind, Number(segment));
      const { id = null } = (await found) ?? {};
      const [title = null] = id === null ? [] : await titles([id]);
      return title?.kind === kind ? title : null;
    },

    /** `null`: there is no such person. */
    async personAt(number: number) {
      const owner = await ownedBy("person", number);
      const person = owner && (await personWith(owner.id));
      const known = person && (await people([person])).get(person.id);
      return person && known ? { ...person, ...known } : null;
    },
  };
}
