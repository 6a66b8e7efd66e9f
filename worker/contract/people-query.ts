/** The queries of the operations beyond the contract's two, normalised in the same way. */
import { type Parameters, parseInteger, readParameters } from "./parameters.ts";
import {
  EXTERNAL_SOURCES,
  type ExternalSource,
  MAX_SUGGESTIONS,
  TITLE_PARTS,
  type TitlePart,
} from "./people.ts";
import { type Paging, parseAdult, parseLang, parsePaging, parsePathId, parseRequiredText } from "./query.ts";

interface TitlesQuery {
  /** 1 to 50 different ids of titles. */
  readonly ids: readonly number[];
  readonly lang: string;
  /** What to send beside each record. */
  readonly append: readonly TitlePart[];
}

export interface PersonQuery {
  /** Identifier of the person, 1 to 2^53-1. */
  readonly id: number;
  readonly lang: string;
  readonly includeAdult: boolean;
}

export interface PeopleQuery {
  /** 1 to 200 characters, as in a search. */
  readonly text: string;
  readonly lang: string;
  readonly paging: Paging;
}

/** Ids of titles. */
export interface MakersQuery {
  readonly films: readonly number[];
  readonly series: readonly number[];
}

export interface SharedQuery {
  /** 2 to 5 different ids of people. */
  readonly ids: readonly number[];
  readonly lang: string;
}

export interface SuggestQuery {
  /** 1 to 200 characters, as in a search. */
  readonly text: string;
  readonly lang: string;
  /** 1 to 8. */
  readonly limit: number;
}

export interface FindQuery {
  readonly source: ExternalSource;
  /** As its source writes it. */
  readonly external: string;
  readonly lang: string;
}

/** The number of ids in a list. */
interface IdCount {
  readonly min: number;
  readonly max: number;
}

export const TITLE_IDS: IdCount = { min: 1, max: 50 };
export const SHARED_IDS: IdCount = { min: 2, max: 5 };

/** That many ids, separated by commas. */
export function idsPattern({ min, max }: IdCount): RegExp {
  return new RegExp(`^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){${min - 1},${max - 1}}$`);
}

type Path = Readonly<Record<string, string>>;

/** Each parser throws a Problem `invalid-parameter` that names every parameter it refuses. */
export function parseTitles(values: URLSearchParams): TitlesQuery {
  return readParameters(values, (parameters) => ({
    ids: parseIds(parameters, TITLE_IDS),
    lang: parseLang(parameters),
    append: parseAppend(parameters),
  }));
}

export function parsePerson(values: URLSearchParams, path: Path): PersonQuery {
  return readParameters(values, (parameters) => ({
    id: parsePathId(parameters, path, "person"),
    lang: parseLang(parameters),
    includeAdult: parseAdult(parameters),
  }));
}

export function parsePeople(values: URLSearchParams): PeopleQuery {
  return readParameters(values, (parameters) => ({
    text: parseRequiredText(parameters),
    lang: parseLang(parameters),
    paging: parsePaging(parameters),
  }));
}

/** The response keeps the order of the ids. */
export function parseShared(values: URLSearchParams): SharedQuery {
  return readParameters(values, (parameters) => ({
    ids: parseIds(parameters, SHARED_IDS),
    lang: parseLang(parameters),
  }));
}

export function parseSuggest(values: URLSearchParams): SuggestQuery {
  return readParameters(values, (parameters) => ({
    text: parseRequiredText(parameters),
    lang: parseLang(parameters),
    limit: parameters.read("limit", {
      otherwise: MAX_SUGGESTIONS,
      parse: (value) => parseInteger(value, 1, MAX_SUGGESTIONS),
      must: `must be an integer from 1 to ${MAX_SUGGESTIONS}`,
    }),
  }));
}

const TMDB_ID = /^[1-9]\d{0,9}$/;

/** An id of any source. */
export const EXTERNAL_ID_PATTERN = /^((tt|nm)[0-9]{7,10}|Q?[1-9][0-9]{0,11})$/;

/** The ids of each source. Leading zeros are part of IMDb's. */
const EXTERNAL_ID: Record<ExternalSource, RegExp> = {
  imdb: /^(tt|nm)\d{7,10}$/,
  "tmdb-movie": TMDB_ID,
  "tmdb-tv": TMDB_ID,
  "tmdb-person": TMDB_ID,
  wikidata: /^Q[1-9]\d{0,11}$/,
};

export function isExternalId(source: ExternalSource, id: string): boolean {
  return EXTERNAL_ID[source].test(id);
}

const TMDB_MUST = "must be a TMDB id such as 603";
const EXTERNAL_ID_MUST: Record<ExternalSource, string> = {
  imdb: "must be an IMDb id such as tt0133093 or nm0000206",
  "tmdb-movie": TMDB_MUST,
  "tmdb-tv": TMDB_MUST,
  "tmdb-person": TMDB_MUST,
  wikidata: "must be a Wikidata id such as Q83495",
};

export function parseFind(values: URLSearchParams, { source = "", id = "" }: Path): FindQuery {
  return readParameters(values, (parameters) => {
    const known = EXTERNAL_SOURCES.find((name) => name === source);
    if (known === undefined) parameters.refuse("source", `must be one of ${EXTERNAL_SOURCES.join(", ")}`);
    else if (!isExternalId(known, id)) parameters.refuse("id", EXTERNAL_ID_MUST[known]);
    return { source: known ?? "imdb", external: id, lang: parseLang(parameters) };
  });
}

/** The parameter `append`: parts of a title in any order. */
export function parseAppend(parameters: Parameters): readonly TitlePart[] {
  return parameters.read("append", {
    otherwise: [],
    parse: (value) => {
      const names = value.split(",");
      const parts = TITLE_PARTS.filter((part) => names.includes(part));
      return parts.length === names.length ? parts : null;
    },
    must: `must be one or more of ${TITLE_PARTS.join(", ")}, separated by commas`,
  });
}

function parseIds(parameters: Parameters, count: IdCount): readonly number[] {
  const must = `must be ${count.min} to ${count.max} different ids, separated by commas`;
  if (parameters.get("ids") === null) parameters.refuse("ids", must);
  return parameters.read("ids", { otherwise: [], parse: (value) => idsIn(value, count), must });
}

function idsIn(value: string, count: IdCount): readonly number[] | null {
  if (!idsPattern(count).test(value)) return null;
  const ids = value.split(",").map(Number);
  return ids.every(Number.isSafeInteger) && new Set(ids).size === ids.length ? ids : null;
}
