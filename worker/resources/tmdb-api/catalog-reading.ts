/**
 * What one response of TMDB's API reads from the catalog: titles and people with TMDB's numbers, and what a purge or a load
 * has to know of it.
 */
import type * as v from "valibot";
import { Credits } from "../../contract/credits.ts";
import { isKind, type Kind } from "../../contract/filter.ts";
import { DEFAULT_LANGUAGE, parseLanguage } from "../../contract/parameters.ts";
import { type ExternalSource, FindAnswer, Person } from "../../contract/people.ts";
import { TitleRecord } from "../../contract/record.ts";
import type { GenerationReading } from "../../origins/catalog/catalog.ts";
import type { PersonFacts } from "../../origins/catalog/people.ts";
import { type About, type Loaded, type Notes, readLoaded } from "../../origins/loaded.ts";

/** What fields are made of: a record, and what the contract has no field for. */
export interface Title extends TitleRecord {
  readonly kind: Kind;
  readonly number: number;
  readonly english: TitleRecord;
  readonly notes: Notes;
}

export interface Someone extends PersonFacts {
  readonly number: number;
  readonly name: string;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface Reading extends Pick<GenerationReading, "can" | "names"> {
  readonly lang: string;
  /** `null`: there is none. */
  read<Value>(
    schema: v.GenericSchema<unknown, Value>,
    loading: Promise<Loaded<Readonly<Value>>>,
  ): Promise<Readonly<Value> | null>;
  /** Notes what it is about. */
  note<L extends Loaded>(loaded: L): L;
  /** Films and series with a number, each once, in the order of the ids. */
  titles(ids: readonly number[]): Promise<Title[]>;
  /** By id, without those who have no number. */
  people(people: readonly Named[]): Promise<ReadonlyMap<number, Someone>>;
  credits(id: number): Promise<Credits | null>;
  /** `segment`: a number of TMDB's, or an id of IMDb. `null`: there is no such title. */
  titleAt(kind: Kind, segment: string): Promise<Title | null>;
  /** `null`: there is no such person. */
  personAt(number: number): Promise<Person | null>;
  personWith(id: number): Promise<Person | null>;
  find(source: ExternalSource, external: string): Promise<FindAnswer | null>;
  /** What was read so far. */
  about(): About;
  correctedText?: string | undefined;
  /** Names of parameters that were not applied. */
  ignored?: string | undefined;
}

/** The catalog's language for TMDB's parameter, which may have a region, or further languages. */
export function languageOf(parameter = ""): string {
  return parseLanguage(parameter.split(",")[0] ?? "") ?? DEFAULT_LANGUAGE;
}

export function readingOf({ can, sets, names, personFacts }: GenerationReading, lang: string): Reading {
  const seen = { titles: new Set<number>(), people: new Set<number>() };
  const credits = new Map<number, Promise<Credits | null>>();

  /** The id of what has this number; `null`: there is none. */
  async function idOf(kind: NumberedKind, number: number): Promise<number | null> {
    const owner = ownerOf(kind, number);
    return "id" in owner ? owner.id : ((await reading.find(owner.source, owner.external))?.id ?? null);
  }

  const reading: Reading = {
    can,
    names,
    lang,
    about: () => ({
      titles: [...seen.titles],
      people: [...seen.people],
      correctedText: reading.correctedText,
      ignored: reading.ignored,
    }),
    read: async (schema, loading) => readLoaded(schema, reading.note(await loading)),

    note(loaded) {
      const { titles = [], people = [], correctedText } = loaded.about ?? {};
      for (const id of titles) seen.titles.add(id);
      for (const id of people) seen.people.add(id);
      if (correctedText !== undefined) reading.correctedText = correctedText;
      return loaded;
    },

    async titles(ids) {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return [];
      const languages = [...new Set([lang, "en"])];
      const queries = languages.flatMap((each) => wanted.map((id) => ({ id, lang: each })));
      const loaded = await sets.title(queries);
      return wanted.flatMap((_, at) => {
        const [own, english = own] = languages.map((_, nth) => loaded[nth * wanted.length + at]);
        const record = own && readLoaded(TitleRecord, reading.note(own));
        const names = english && readLoaded(TitleRecord, english);
        if (!record || !names || !isKind(record.type)) return [];
        const notes = own.about ?? {};
        // Of a title that was merged into another one, the record is that of the other.
        const number = tmdbNumber(record.type, record.id, notes.external);
        return number === null ? [] : { ...record, kind: record.type, number, english: names, notes };
      });
    },

    async people(people) {
      for (const { id } of people) seen.people.add(id);
      const facts = people.length === 0 ? new Map() : await personFacts(people.map(({ id }) => id));
      const numbered = people.flatMap(({ id, name }) => {
        const known: PersonFacts | undefined = facts.get(id);
        const number = tmdbNumber("person", id, known?.external);
        return known === undefined || number === null ? [] : [[id, { ...known, number, name }] as const];
      });
      return new Map(numbered);
    },

    credits(id) {
      const query = { category: "credits", id, lang } as const;
      const known = credits.get(id) ?? reading.read(Credits, can.credits(query));
      credits.set(id, known);
      return known;
    },

    async titleAt(kind, segment) {
      const id = segment.startsWith("tt")
        ? ((await reading.find("imdb", segment))?.id ?? null)
        : await idOf(kind, Number(segment));
      const [title = null] = id === null ? [] : await reading.titles([id]);
      return title?.kind === kind ? title : null;
    },

    async personAt(number) {
      const id = await idOf("person", number);
      return id === null ? null : await reading.personWith(id);
    },

    personWith: (id) => reading.read(Person, can.person({ id, lang, includeAdult: false })),
    find: (source, external) => reading.read(FindAnswer, can.find({ source, external, lang })),
  };
  return reading;
}

/**
 * TMDB's numbers for the catalog's titles and people. One that was loaded with an id of TMDB has that number. Others have
 * 2^30 + their own id: above all numbers of TMDB's, and below 2^31, since programs read 32 bits with a sign. A title or
 * person whose id is 2^30 or more has no number, and an id of TMDB in that range is ignored, so numbers never collide.
 */
const OWN_NUMBERS = 2 ** 30;

type NumberedKind = Kind | "person";

const SOURCES: Readonly<Record<NumberedKind, ExternalSource>> = {
  movie: "tmdb-movie",
  series: "tmdb-tv",
  person: "tmdb-person",
};

/** `null`: it has none. `external`: its ids in other sources. */
export function tmdbNumber(
  kind: NumberedKind,
  id: number,
  external: Partial<Record<ExternalSource, string>> = {},
): number | null {
  const loaded = Number(external[SOURCES[kind]] ?? OWN_NUMBERS);
  if (loaded < OWN_NUMBERS) return loaded;
  return id < OWN_NUMBERS ? OWN_NUMBERS + id : null;
}

/** How to find what has this number: by an id of TMDB, or by its id in the catalog. */
export function ownerOf(
  kind: NumberedKind,
  number: number,
): { readonly id: number } | { readonly source: ExternalSource; readonly external: string } {
  if (number < OWN_NUMBERS) return { source: SOURCES[kind], external: String(number) };
  return { id: number - OWN_NUMBERS };
}
