/**
 * Reads the catalog's titles and people for one response. Collects the ids for its cache tags and the notes for its
 * headers.
 */
import type * as v from "valibot";
import { CATALOG_FUNCTIONS } from "../catalog/catalog.ts";
import { findCollection } from "../catalog/list/collections.ts";
import { loadPersonFacts, type PersonFacts } from "../catalog/list/people.ts";
import { loadTitleNames } from "../catalog/store/records.ts";
import type { CatalogReads } from "../catalog/store/statements.ts";
import { TitleCollection } from "../contract/browse.ts";
import { Credits } from "../contract/credits.ts";
import type { ExternalSource, Title } from "../contract/facts.ts";
import { isKind, type TitleKind } from "../contract/filter.ts";
import { languageOf, parseLanguageTag } from "../contract/language-tags.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import { FindResponse, Person } from "../contract/people.ts";
import { TitleRecord } from "../contract/record.ts";
import { type Season, SeasonResponse, SeasonsResponse } from "../contract/seasons.ts";
import { type Ids, type Loaded, readLoaded } from "../source/loaded.ts";
import type { TmdbApiQuery } from "../source/source.ts";
import { type NumberedKind, tmdbNumber, toOwnerQuery } from "../tmdb/ids.ts";

/** A title with its TMDB number. The names of its genres and countries are in English. */
export interface NumberedTitle extends Title {
  readonly kind: TitleKind;
  readonly number: number;
  /** The language of the trailer, which is English unless it is translated. */
  readonly trailerLanguage: string;
  readonly view: ViewSettings;
}

/** The language, date and image paths that a response uses. */
interface ViewSettings {
  readonly lang: string;
  /** The current UTC date. */
  readonly today: string;
  /** Returns the part of an image URL that follows the size, or `null` if there is no image. */
  readonly toImagePath: (path: string | null) => string | null;
}

export type Someone = PersonFacts & { readonly number: number; readonly view: ViewSettings };

/**
 * Returns the catalog language for TMDB's parameter `language`, whose value may contain a region or several
 * languages.
 */
export function toCatalogLanguage(parameter = ""): string {
  return parseLanguageTag(parameter.split(",")[0] ?? "") ?? DEFAULT_LANGUAGE;
}

/** The settings that responses depend on. */
export interface ApiSettings {
  /** The base URL of the catalog's images, or `null` if there are none. */
  readonly imagesUrl: string | null;
  /** Returns true if images at this path are served. Defaults to all paths if there is a base URL. */
  readonly hasImage?: (path: string) => boolean;
}

export type CatalogView = ReturnType<typeof createCatalogView>;

export function createCatalogView(
  reads: CatalogReads,
  parameters: TmdbApiQuery["parameters"],
  { imagesUrl, hasImage = () => imagesUrl !== null }: ApiSettings,
) {
  const lang = toCatalogLanguage(parameters.language);
  const view: ViewSettings = {
    lang,
    today: reads.today(),
    toImagePath: (path) => (path !== null && hasImage(path) ? `/${path}` : null),
  };
  const seen = { titles: new Set<number>(), people: new Set<number>() };
  const credits = new Map<number, Promise<Credits | null>>();
  const seasonsRead = new Map<string, Promise<SeasonResponse | null>>();
  /** The air dates of all episodes read so far. */
  const airs: string[] = [];
  const remarks: { correctedText?: string | undefined; ignored?: string } = {};

  function note<L extends Loaded>(loaded: L): L {
    const { titles = [], people = [] } = loaded.ids ?? {};
    for (const id of titles) seen.titles.add(id);
    for (const id of people) seen.people.add(id);
    airs.push(...(loaded.airs ?? []));
    remarks.correctedText = loaded.notes?.list?.correctedText ?? remarks.correctedText;
    return loaded;
  }

  /** Returns the loaded value and notes its ids. Returns `null` if the value does not exist. */
  async function read<Value>(
    schema: v.GenericSchema<unknown, Value>,
    loading: Promise<Loaded<Readonly<Value>>>,
  ): Promise<Readonly<Value> | null> {
    return readLoaded(schema, note(await loading));
  }

  const find = (source: ExternalSource, external: string) =>
    read(FindResponse, CATALOG_FUNCTIONS.find({ source, external, lang }, reads));

  /** Returns the id of the title or person with this TMDB number, or `null`. */
  async function ownedBy(kind: NumberedKind, number: number): Promise<{ readonly id: number } | null> {
    const owner = toOwnerQuery(kind, number);
    return "id" in owner ? owner : await find(owner.source, owner.external);
  }

  /** Returns the films and series that have a TMDB number, without duplicates and in the order of `ids`. */
  async function titles(ids: readonly number[]): Promise<NumberedTitle[]> {
    const titles = await Promise.all([...new Set(ids)].map(title));
    return titles.filter((title) => title !== null);
  }

  /** Returns a title by its id, or `null` if it is unknown or has no TMDB number. */
  async function title(id: number): Promise<NumberedTitle | null> {
    const [localised, english] = await Promise.all([
      CATALOG_FUNCTIONS.title({ id, lang }, reads),
      lang === DEFAULT_LANGUAGE ? null : CATALOG_FUNCTIONS.title({ id, lang: DEFAULT_LANGUAGE }, reads),
    ]);
    const record = readLoaded(TitleRecord, note(localised));
    const names = english === null ? record : readLoaded(TitleRecord, english);
    if (record === null || names === null || !isKind(record.type)) return null;
    const { genres, countries } = names;
    const facts = localised.notes?.facts ?? {};
    // If the title was merged into another one, the record has the other title's id.
    const number = tmdbNumber(record.type, record.id, facts.external);
    if (number === null) return null;
    const isTranslated = english !== null && english.notes?.facts?.trailer !== facts.trailer;
    const trailerLanguage = isTranslated ? languageOf(lang) : DEFAULT_LANGUAGE;
    return {
      record: { ...record, genres, countries },
      facts,
      kind: record.type,
      number,
      trailerLanguage,
      view,
    };
  }

  /** Returns the people that have a TMDB number, by catalog id. */
  async function people(named: readonly { readonly id: number }[]): Promise<ReadonlyMap<number, Someone>> {
    const ids = new Set(named.map(({ id }) => id));
    for (const id of ids) seen.people.add(id);
    const facts = ids.size === 0 ? [] : await loadPersonFacts([...ids], reads);
    const numbered = facts.flatMap((personFacts) => {
      const number = tmdbNumber("person", personFacts.id, personFacts.external);
      return number === null ? [] : [[personFacts.id, { ...personFacts, number, view }] as const];
    });
    return new Map(numbered);
  }

  async function seasons(id: number): Promise<readonly Season[]> {
    return (await read(SeasonsResponse, CATALOG_FUNCTIONS.seasons({ id, lang }, reads))) ?? [];
  }

  function season(id: number, number: number): Promise<SeasonResponse | null> {
    const key = `${id}/${number}`;
    const loading =
      seasonsRead.get(key) ??
      read(SeasonResponse, CATALOG_FUNCTIONS.season({ id, season: number, lang }, reads));
    seasonsRead.set(key, loading);
    return loading;
  }

  /** Returns the collection with this TMDB number, or `null`. */
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
    ids: (): Ids => ({ titles: [...seen.titles], people: [...seen.people] }),

    credits(id: number): Promise<Credits | null> {
      const loading = credits.get(id) ?? read(Credits, CATALOG_FUNCTIONS.credits({ id, lang }, reads));
      credits.set(id, loading);
      return loading;
    },

    /** Returns the title with this TMDB number or IMDb id, or `null`. */
    async titleAt(kind: TitleKind, segment: string): Promise<NumberedTitle | null> {
      const finding = segment.startsWith("tt") ? find("imdb", segment) : ownedBy(kind, Number(segment));
      const { id = null } = (await finding) ?? {};
      const [title = null] = id === null ? [] : await titles([id]);
      return title?.kind === kind ? title : null;
    },

    /** Returns the person with this TMDB number, or `null`. */
    async personAt(number: number) {
      const owner = await ownedBy("person", number);
      const person = owner && (await personWith(owner.id));
      const details = person && (await people([person])).get(person.id);
      return person && details ? { ...person, ...details } : null;
    },
  };
}
