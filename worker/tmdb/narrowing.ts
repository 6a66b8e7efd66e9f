/**
 * The filters that a text names, beside those of the address, as far as a list of TMDB's applies them: its lists of people
 * have films only, its search takes a kind and a year, and its results lack the runtime and a film's countries. Pure.
 */
import { type BrowseQuery, parseBrowse, RELEVANCE } from "../contract/browse.ts";
import { parseFilter, type TitleKind } from "../contract/filter.ts";
import { omitted, type Part } from "../contract/understood.ts";
import { countryCode, genreNumber } from "../text/codes.ts";

export interface NarrowedQuery extends BrowseQuery {
  /** In addition to `genre`: a title needs one genre of each list. */
  readonly genres?: readonly (readonly string[])[];
}

/** Where titles come from: a search, `discover`, or `discover` for people. */
type Means = "search" | "discover" | "people";

export interface Narrowing {
  readonly query: NarrowedQuery;
  /** The parts of the text; a part that is not applied is marked as omitted. */
  readonly parts: readonly Part[];
  /** Names of the parameters of the address that are not applied; "": none. */
  readonly ignored: string;
}

export function wantedGenres({ genre, genres = [] }: NarrowedQuery): readonly (readonly string[])[] {
  return [...(genre === null ? [] : [[genre]]), ...genres];
}

/** Where the address and the text differ, the address applies. */
export function narrowingOf(asked: BrowseQuery, parts: readonly Part[], means: Means): Narrowing {
  const read = parts.find(({ part }) => part === "kind")?.values[0];
  const kind = means === "people" ? "movie" : (asked.filter.kind ?? parseFilter(read ?? "")?.kind ?? null);
  const lacking = lackedBy(means, kind);
  const ignored = [
    ...(means === "people" && asked.filter.kind === "series" ? ["f"] : []),
    ...lacking.filter((name) => asked[name] !== null),
  ];
  let query: NarrowedQuery = {
    ...asked,
    ...Object.fromEntries(ignored.filter((name) => name !== "f").map((name) => [name, null])),
    filter: { ...asked.filter, kind },
  };
  const applied = parts.map((part) => {
    if (part.part === "person" || part.part === "words" || part.part === "about") return part;
    const next = lacking.some((name) => name === part.part) ? null : withPart(query, part);
    query = next ?? query;
    return next === null ? omitted(part) : part;
  });
  return { query, parts: applied, ignored: ignored.join(", ") };
}

function lackedBy(means: Means, kind: TitleKind | null): readonly ("country" | "runtime")[] {
  if (means !== "search") return [];
  return kind === "series" ? ["runtime"] : ["country", "runtime"];
}

/** `null`: the list cannot apply the part, or the query has another value. */
function withPart(query: NarrowedQuery, { part, values }: Part): NarrowedQuery | null {
  const { filter, genres = [], sort } = query;
  if (part === "kind") return filter.kind === values[0] ? query : null;
  if (part === "sort") return sort === RELEVANCE || sort === "rating" ? { ...query, sort: "rating" } : null;
  if (part === "genre") {
    const kinds = filter.kind === null ? (["movie", "series"] as const) : [filter.kind];
    const isKnown = values.some((one) => kinds.some((kind) => genreNumber(kind, one) !== undefined));
    return isKnown ? { ...query, genres: [...genres, values] } : null;
  }
  const value = values.find((one) => part !== "country" || countryCode(one) !== undefined);
  if (value === undefined) return null;
  const read = parseBrowse(new URLSearchParams({ [part === "years" ? "f" : part]: value }));
  const { years, ...facts } = either(query, read);
  const isOther = JSON.stringify({ years, ...facts }) !== JSON.stringify(either(read, query));
  return isOther ? null : { ...query, ...facts, filter: { ...filter, years } };
}

/** The filters with a single value, each from the first query that has one. */
function either(one: BrowseQuery, other: BrowseQuery) {
  return {
    years: one.filter.years ?? other.filter.years,
    country: one.country ?? other.country,
    language: one.language ?? other.language,
    minRating: one.minRating ?? other.minRating,
    runtime: one.runtime ?? other.runtime,
  };
}
