/** The queries of the operations beyond the contract's two, normalised in the same way. */
import {
  LANG,
  limitOf,
  oneOf,
  type Parameter,
  type ParameterValues,
  type Path,
  parserOf,
  readParameters,
  withDefault,
} from "./parameters.ts";
import {
  EXTERNAL_SOURCES,
  type ExternalSource,
  MAX_SUGGESTIONS,
  TITLE_PARTS,
  type TitlePart,
} from "./people.ts";
import { ADULT, idOf, LIMIT, PAGE, type Paging, TEXT } from "./query.ts";

/** Ids in a list, separated by commas. */
function idsOf(
  min: number,
  max: number,
  words: Pick<Parameter<unknown>, "description" | "example">,
): Parameter<readonly number[], "ids"> {
  const pattern = new RegExp(`^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){${min - 1},${max - 1}}$`);
  function parse(text: string): readonly number[] | null {
    if (!pattern.test(text)) return null;
    const ids = text.split(",").map(Number);
    return ids.every(Number.isSafeInteger) && new Set(ids).size === ids.length ? ids : null;
  }
  const must = `must be ${min} to ${max} different ids, separated by commas`;
  return { name: "ids", parse, must, schema: { type: "string", pattern: pattern.source }, ...words };
}

const PART = `(${TITLE_PARTS.join("|")})`;
/** Parts of a title in any order. */
const APPEND: Parameter<readonly TitlePart[], "append"> = {
  name: "append",
  parse(text) {
    const names = text.split(",");
    const parts = TITLE_PARTS.filter((part) => names.includes(part));
    return parts.length === names.length ? parts : null;
  },
  must: `must be one or more of ${TITLE_PARTS.join(", ")}, separated by commas`,
  otherwise: [],
  schema: { type: "string", pattern: `^${PART}(,${PART}){0,${TITLE_PARTS.length - 1}}$` },
  description:
    "What to send beside each record, separated by commas: credits, external_ids (the ids at IMDb, TMDB and Wikidata), votes, and series (its last year and seasons).",
  example: "credits",
};

export const TITLE = {
  id: { ...idOf("title", { description: "Id of the title.", example: 34 }), isInPath: true },
  append: APPEND,
  lang: LANG,
};
export const parseTitle = parserOf(TITLE);

/** How many titles one request may name. */
export const MAX_TITLES = 50;
export const TITLES = {
  ids: idsOf(1, MAX_TITLES, {
    description: `Ids of 1 to ${MAX_TITLES} different titles, separated by commas.`,
    example: "123,48",
  }),
  append: APPEND,
  lang: LANG,
};
export const parseTitles = parserOf(TITLES);

export const PERSON = {
  id: { ...idOf("person", { description: "Id of the person.", example: 215 }), isInPath: true },
  lang: LANG,
  includeAdult: ADULT,
};
export type PersonQuery = ParameterValues<typeof PERSON>;
export const parsePerson = parserOf(PERSON);

export const PEOPLE = { text: TEXT, lang: LANG, page: PAGE, limit: LIMIT };
export type PeopleQuery = Pick<ParameterValues<typeof PEOPLE>, "text" | "lang"> & { readonly paging: Paging };

export function parsePeople(values: URLSearchParams): PeopleQuery {
  const { page, limit, ...query } = readParameters(values, PEOPLE);
  return { ...query, paging: { page, limit } };
}

/** The response keeps the order of the ids. */
export const SHARED = {
  ids: idsOf(2, 5, {
    description: "Ids of two to five different people, separated by commas.",
    example: "2386,2379",
  }),
  lang: LANG,
};
export type SharedQuery = ParameterValues<typeof SHARED>;
export const parseShared = parserOf(SHARED);

export const SUGGEST = {
  text: TEXT,
  lang: LANG,
  limit: withDefault(
    MAX_SUGGESTIONS,
    limitOf(MAX_SUGGESTIONS, { description: "Maximum number of suggestions.", example: 5 }),
  ),
};
export type SuggestQuery = ParameterValues<typeof SUGGEST>;
export const parseSuggest = parserOf(SUGGEST);

const TMDB_ID = { pattern: /^[1-9]\d{0,9}$/, must: "must be a TMDB id such as 603" };

/** The ids of each source. Leading zeros are part of IMDb's. */
const EXTERNAL_IDS: Record<ExternalSource, { readonly pattern: RegExp; readonly must: string }> = {
  imdb: { pattern: /^(tt|nm)\d{7,10}$/, must: "must be an IMDb id such as tt0133093 or nm0000206" },
  "tmdb-movie": TMDB_ID,
  "tmdb-tv": TMDB_ID,
  "tmdb-person": TMDB_ID,
  wikidata: { pattern: /^Q[1-9]\d{0,11}$/, must: "must be a Wikidata id such as Q83495" },
};

export function isExternalId(source: ExternalSource, id: string): boolean {
  return EXTERNAL_IDS[source].pattern.test(id);
}

/** An id of any source. */
export const EXTERNAL_ID_PATTERN = /^((tt|nm)[0-9]{7,10}|Q?[1-9][0-9]{0,11})$/;

const SOURCE = oneOf(EXTERNAL_SOURCES, {
  name: "source",
  description: "Source of the id: imdb, tmdb-movie, tmdb-tv, tmdb-person or wikidata.",
  example: "imdb",
});

/** The id is refused by the rules of its source; `null`: that is refused. */
export function findParameters(source: ExternalSource | null) {
  const external: Parameter<string> = {
    name: "id",
    parse: (text) => (source === null || isExternalId(source, text) ? text : null),
    must: source === null ? "" : EXTERNAL_IDS[source].must,
    schema: { type: "string", pattern: EXTERNAL_ID_PATTERN.source },
    description: "The id as its source writes it: tt0133093 or nm0000206, 603, Q83495.",
    example: "tt0050083",
    isInPath: true,
  };
  return { source: { ...SOURCE, isInPath: true }, external, lang: LANG };
}
export type FindQuery = ParameterValues<ReturnType<typeof findParameters>>;

export function parseFind(values: URLSearchParams, path: Path): FindQuery {
  return readParameters(values, findParameters(SOURCE.parse(path.source ?? "")), path);
}
