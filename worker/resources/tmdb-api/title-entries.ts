/** Titles as TMDB's lists have them. */
import { isKind, type Kind } from "../../contract/filter.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { allCountries, type Country } from "../../origins/tmdb/codes.ts";
import type { Reading } from "./catalog-reading.ts";
import { genreId } from "./reference-lists.ts";

interface Mixed extends Readonly<Record<string, unknown>> {
  readonly media_type: "movie" | "tv";
}

/** What is known of a title; a filmography knows less than a record. */
type Known = Pick<TitleRecord, "id" | "type" | "title" | "year"> & Partial<TitleRecord>;

/** With its `media_type`, in the same order. A title without a number is left out. */
export async function mixedEntries(reading: Reading, records: readonly TitleRecord[]): Promise<Mixed[]> {
  const [numbers, english] = await Promise.all([reading.numbers("title", records), reading.english(records)]);
  const known = records.some(({ type }) => type === "series") ? allCountries() : [];
  return records.flatMap((record, at) => {
    const { genres, countries } = english[at] ?? record;
    return mixedEntry({ ...record, genres, countries }, numbers, known) ?? [];
  });
}

/** The same without the `media_type`. */
export async function entries(reading: Reading, records: readonly TitleRecord[]): Promise<object[]> {
  return (await mixedEntries(reading, records)).map(({ media_type, ...entry }) => entry);
}

/** `known`: its genres and countries in English. `null`: it has no number, or is neither a film nor a series. */
export function mixedEntry(
  known: Known,
  numbers: ReadonlyMap<number, number>,
  countries: readonly Country[] = [],
): Mixed | null {
  const id = numbers.get(known.id);
  if (id === undefined || !isKind(known.type)) return null;
  const { title, original_title = title, year } = known;
  const common = {
    adult: known.is_adult === 1,
    backdrop_path: null,
    genre_ids: genresOf(known.genres ?? "", known.type).map((genre) => genre.id),
    id,
    original_language: "",
    overview: known.plot ?? "",
    popularity: 0,
    poster_path: null,
    vote_average: known.rating ?? 0,
    vote_count: 0,
  };
  if (known.type === "movie") {
    return {
      ...common,
      original_title,
      release_date: dateOf(year),
      title,
      video: false,
      media_type: "movie",
    };
  }
  return {
    ...common,
    first_air_date: dateOf(year),
    name: title,
    origin_country: codesOf(known.countries ?? "", countries),
    original_name: original_title,
    media_type: "tv",
  };
}

/** The catalog knows years only. */
export function dateOf(year: string): string {
  return year === "" ? "" : `${year}-01-01`;
}

/** Genres that TMDB has, each once. */
export function genresOf(names: string, kind: Kind): { id: number; name: string }[] {
  const genres = new Map<number, string>();
  for (const name of names.split(", ")) {
    const id = genreId(name, kind);
    if (id !== null && !genres.has(id)) genres.set(id, name);
  }
  return [...genres].map(([id, name]) => ({ id, name }));
}

export function codesOf(names: string, countries: readonly Country[]): string[] {
  return names.split(", ").flatMap((name) => countries.find((country) => country.name === name)?.code ?? []);
}
