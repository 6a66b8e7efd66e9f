/** What one response of TMDB's API reads from the catalog: values, numbers, and what a purge or a load has to know of it. */
import type * as v from "valibot";
import { DEFAULT_LANGUAGE, parseLanguage } from "../../contract/parameters.ts";
import type { ExternalSource } from "../../contract/people.ts";
import { FindAnswer } from "../../contract/people.ts";
import { TitleRecord } from "../../contract/record.ts";
import type { GenerationReading } from "../../origins/catalog/catalog.ts";
import { type About, type Loaded, readLoaded } from "../../origins/loaded.ts";
import { type NumberedKind, ownerOf, tmdbNumber } from "./tmdb-numbers.ts";

export type Elsewhere = Partial<Record<ExternalSource, string>>;

export interface Reading extends Pick<GenerationReading, "can"> {
  readonly lang: string;
  /** `null`: there is none. */
  read<Value>(
    schema: v.GenericSchema<unknown, Value>,
    loading: Promise<Loaded<Readonly<Value>>>,
  ): Promise<Readonly<Value> | null>;
  /** The number of each title or person that has one. */
  numbers(kind: "title" | "person", things: readonly Numbered[]): Promise<ReadonlyMap<number, number>>;
  elsewhere(kind: "title" | "person", id: number): Promise<Elsewhere>;
  /** The id of the title or person with this number; `null`: there is none. */
  idOf(kind: NumberedKind, number: number): Promise<number | null>;
  /** The same by an id of another source. */
  find(source: ExternalSource, external: string): Promise<FindAnswer | null>;
  /** Records in English, whose genres and countries have names that are known. */
  english(records: readonly TitleRecord[]): Promise<readonly TitleRecord[]>;
  /** What was read so far. */
  about(): Required<Pick<About, "titles" | "people">>;
  /** The version of the load, if anything was read. */
  version(): Loaded["version"];
  correctedText?: string | undefined;
}

/** A section of the details. `isEmpty`: it is in the form that stands for nothing. */
export interface Section {
  readonly body: object;
  readonly isEmpty: boolean;
}

interface Numbered {
  readonly id: number;
  readonly type?: string;
}

/** The catalog's language for TMDB's parameter, which may have a region, or further languages. */
export function languageOf(parameter = ""): string {
  return parseLanguage(parameter.split(",")[0] ?? "") ?? DEFAULT_LANGUAGE;
}

export function readingOf(generation: GenerationReading, lang: string): Reading {
  const { can } = generation;
  let version: Loaded["version"];
  const seen = { titles: new Set<number>(), people: new Set<number>() };

  async function read<Value>(
    schema: v.GenericSchema<unknown, Value>,
    loading: Promise<Loaded<Readonly<Value>>>,
  ) {
    const loaded = await loading;
    const { about = {} } = loaded;
    version ??= loaded.version;
    for (const id of about.titles ?? []) seen.titles.add(id);
    for (const id of about.people ?? []) seen.people.add(id);
    if (about.correctedText !== undefined) reading.correctedText = about.correctedText;
    return readLoaded(schema, loaded);
  }

  async function externalIds(kind: "title" | "person", ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, Elsewhere>();
    for (const id of ids) seen[kind === "title" ? "titles" : "people"].add(id);
    return await generation.externalIds(kind, [...new Set(ids)]);
  }

  const reading: Reading = {
    can,
    lang,
    version: () => version,
    read,
    about: () => ({ titles: [...seen.titles], people: [...seen.people] }),
    elsewhere: async (kind, id) => (await externalIds(kind, [id])).get(id) ?? {},

    async numbers(kind, things) {
      const ids = things.map(({ id }) => id);
      const external = await externalIds(kind, ids);
      const numbered = things.flatMap(({ id, type = "" }) => {
        const of = kind === "person" ? kind : type === "series" ? "series" : "movie";
        const number = tmdbNumber(of, id, external.get(id));
        return number === null ? [] : [[id, number] as const];
      });
      return new Map(numbered);
    },

    find: (source, external) => read(FindAnswer, can.find({ source, external, lang })),

    async idOf(kind, number) {
      const owner = ownerOf(kind, number);
      if ("id" in owner) return owner.id;
      return (await reading.find(owner.source, owner.external))?.id ?? null;
    },

    async english(records) {
      if (lang === "en") return records;
      const read = await Promise.all(
        records.map(({ id }) => reading.read(TitleRecord, can.title({ id, lang: "en" }))),
      );
      return records.map((record, at) => read[at] ?? record);
    },
  };
  return reading;
}
