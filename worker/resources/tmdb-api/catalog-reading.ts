/**
 * What one response of TMDB's API reads from the catalog: titles and people with TMDB's numbers, and what a purge or a load
 * has to know of it.
 */
import type * as v from "valibot";
import { isKind, type Kind } from "../../contract/filter.ts";
import { DEFAULT_LANGUAGE, parseLanguage } from "../../contract/parameters.ts";
import { type ExternalSource, FindAnswer, Person } from "../../contract/people.ts";
import { TitleRecord } from "../../contract/record.ts";
import type { GenerationReading } from "../../origins/catalog/catalog.ts";
import { type About, type Loaded, readLoaded } from "../../origins/loaded.ts";

type External = Partial<Record<ExternalSource, string>>;
type Known = Pick<TitleRecord, "id" | "type" | "title" | "year"> & Partial<TitleRecord>;

/** What fields are made of. A title of a filmography has less than one of a list. */
export interface Title extends Known {
  readonly kind: Kind;
  readonly number: number;
  /** Names in English, which are known. */
  readonly english: Pick<TitleRecord, "genres" | "countries">;
  readonly external: External;
}

export interface NumberedPerson {
  readonly number: number;
  readonly person: Person;
  readonly external: External;
}

export interface Reading extends Pick<GenerationReading, "can"> {
  readonly lang: string;
  /** `null`: there is none. */
  read<Value>(
    schema: v.GenericSchema<unknown, Value>,
    loading: Promise<Loaded<Readonly<Value>>>,
  ): Promise<Readonly<Value> | null>;
  /** Those with a number, in their order. */
  titles(records: readonly TitleRecord[]): Promise<Title[]>;
  /** The same for titles of filmographies. */
  cards(cards: readonly Known[]): Promise<Title[]>;
  /** TMDB's numbers by id. */
  people(people: readonly { readonly id: number }[]): Promise<ReadonlyMap<number, number>>;
  /** `segment`: a number of TMDB's, or an id of IMDb. `null`: there is no such title. */
  titleAt(kind: Kind, segment: string): Promise<Title | null>;
  titleWith(id: number): Promise<Title | null>;
  /** `null`: there is no such person. */
  personAt(number: number): Promise<NumberedPerson | null>;
  personWith(id: number): Promise<NumberedPerson | null>;
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

export function readingOf(generation: GenerationReading, lang: string): Reading {
  const { can, sets } = generation;
  const seen = { title: new Set<number>(), person: new Set<number>() };

  function note<L extends Loaded>(loaded: L): L {
    const { about = {} } = loaded;
    for (const id of about.titles ?? []) seen.title.add(id);
    for (const id of about.people ?? []) seen.person.add(id);
    if (about.correctedText !== undefined) reading.correctedText = about.correctedText;
    return loaded;
  }

  async function externalIds(kind: "title" | "person", ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, External>();
    for (const id of ids) seen[kind].add(id);
    return await generation.externalIds(kind, [...new Set(ids)]);
  }

  async function english(records: readonly TitleRecord[]): Promise<readonly TitleRecord[]> {
    if (lang === "en" || records.length === 0) return records;
    const loaded = await sets.title(records.map(({ id }) => ({ id, lang: "en" })));
    return records.map((record, at) => {
      const found = loaded[at];
      return (found && readLoaded(TitleRecord, note(found))) ?? record;
    });
  }

  /** `null`: it has no number, or is neither a film nor a series. */
  function numbered(known: Known, names: Title["english"], external: External = {}): Title | null {
    if (!isKind(known.type)) return null;
    const number = tmdbNumber(known.type, known.id, external);
    const { genres, countries } = names;
    return number === null
      ? null
      : { ...known, kind: known.type, number, english: { genres, countries }, external };
  }

  /** The id of what has this number; `null`: there is none. */
  async function idOf(kind: NumberedKind, number: number): Promise<number | null> {
    const owner = ownerOf(kind, number);
    return "id" in owner ? owner.id : ((await reading.find(owner.source, owner.external))?.id ?? null);
  }

  const reading: Reading = {
    can,
    lang,
    about: () => ({
      titles: [...seen.title],
      people: [...seen.person],
      correctedText: reading.correctedText,
      ignored: reading.ignored,
    }),
    read: async (schema, loading) => readLoaded(schema, note(await loading)),

    async titles(records) {
      const ids = records.map(({ id }) => id);
      const [external, names] = await Promise.all([externalIds("title", ids), english(records)]);
      return records.flatMap(
        (record, at) => numbered(record, names[at] ?? record, external.get(record.id)) ?? [],
      );
    },

    async cards(cards) {
      const ids = cards.map(({ id }) => id);
      const external = await externalIds("title", ids);
      const unknown = { genres: "", countries: "" };
      return cards.flatMap((card) => numbered(card, unknown, external.get(card.id)) ?? []);
    },

    async people(people) {
      const ids = people.map(({ id }) => id);
      const external = await externalIds("person", ids);
      const numbers = ids.map((id) => [id, tmdbNumber("person", id, external.get(id))] as const);
      return new Map(numbers.flatMap(([id, number]) => (number === null ? [] : [[id, number] as const])));
    },

    async titleAt(kind, segment) {
      const id = segment.startsWith("tt")
        ? ((await reading.find("imdb", segment))?.id ?? null)
        : await idOf(kind, Number(segment));
      const title = id === null ? null : await reading.titleWith(id);
      return title?.kind === kind ? title : null;
    },

    async titleWith(id) {
      const loaded = await sets.title([...new Set([lang, "en"])].map((each) => ({ id, lang: each })));
      const [own = null, other = own] = loaded.map((each) => readLoaded(TitleRecord, note(each)));
      // Of a title that was merged into another one, the record is that of the other.
      return own && numbered(own, other ?? own, loaded[0]?.about?.external);
    },

    async personAt(number) {
      const id = await idOf("person", number);
      return id === null ? null : await reading.personWith(id);
    },

    async personWith(id) {
      const [person, ids] = await Promise.all([
        reading.read(Person, can.person({ id, lang, includeAdult: false })),
        externalIds("person", [id]),
      ]);
      const external = ids.get(id) ?? {};
      const number = tmdbNumber("person", id, external);
      return person === null || number === null ? null : { number, person, external };
    },

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
