/** TMDB's pages of results: searches, lists, and the filters of discover. */
import { CATALOG_FUNCTIONS } from "../../catalog/catalog.ts";
import { facetSlug, LONGEST_RUNTIME, MAX_RATING, type NumberRange } from "../../contract/browse.ts";
import { isKind, LAST_YEAR, onlyYear, type TitleKind, type YearRange } from "../../contract/filter.ts";
import { PeopleAnswer, type PersonResult } from "../../contract/people.ts";
import { type BrowseQuery, buildConditions } from "../../filters/browse-query.ts";
import { type Condition, exclude } from "../../filters/facet.ts";
import { FACETS } from "../../filters/facets.ts";
import type { LoadedList } from "../../source/loaded.ts";
import { allCountries, subtagOf } from "../../text/codes.ts";
import { foldName } from "../../text/fold.ts";
import type { CatalogView } from "./catalog-reading.ts";
import { EMPTY_PAGE, entryOf, personEntry } from "./fields.ts";

const PAGE_SIZE = 20;

interface ResultSlice {
  readonly results: readonly object[];
  /** Whether the next page has results. */
  readonly more?: boolean | undefined;
  /** The most results of a page. */
  readonly size: number;
  /** The number of results on all pages; absent: not counted. */
  readonly total?: number | undefined;
}

const pagingOf = ({ parameters: { page = "1" } }: CatalogView, limit: number) => ({
  page: Number(page),
  limit,
});

/** If the total is not counted, the totals end with this page, or with one result more if there is a next page: counting
 * would cost more than the page. */
function pageOf(reading: CatalogView, ...lists: readonly ResultSlice[]): object {
  const { page } = pagingOf(reading, PAGE_SIZE);
  const results = lists.flatMap((list) => list.results);
  const total = lists[0]?.total;
  const more = lists.some((list) => list.more) ? 1 : 0;
  const before = lists.map((list) => (list.results.length === 0 ? 0 : (page - 1) * list.size));
  const found = before.reduce((sum, count) => sum + count, results.length + more);
  const pages = total === undefined ? Math.sign(found) * (page + more) : Math.ceil(total / PAGE_SIZE);
  return { page, results, total_pages: pages, total_results: total ?? found };
}

/** `of`: the segment after `search/`. */
export async function searchResults(reading: CatalogView, of: string): Promise<object> {
  if (of === "person") return pageOf(reading, await people(reading, PAGE_SIZE));
  const kind = of === "tv" ? "series" : of;
  if (isKind(kind)) return pageOf(reading, await titles(reading, kind, PAGE_SIZE));
  if (of !== "multi") return EMPTY_PAGE;
  // Each page has a fixed number of both, so that pages neither overlap nor skip anything.
  const [found, { names, ...persons }] = await Promise.all([
    titles(reading, null, 15),
    people(reading, 5, true),
  ]);
  const { parameters, remarks } = reading;
  if (remarks.correctedText !== undefined && (await knowsName(reading))) {
    remarks.correctedText = undefined;
    return pageOf(reading, persons);
  }
  const isName = names.some((name) => name.toLowerCase() === parameters.query?.toLowerCase());
  return isName ? pageOf(reading, persons, found) : pageOf(reading, found, persons);
}

/** Whether people have the name as typed, words cut short included, so that nothing has to be corrected. */
async function knowsName(reading: CatalogView): Promise<boolean> {
  const { names } = await people({ ...reading, parameters: { ...reading.parameters, page: "1" } }, 5);
  const typed = foldName(reading.parameters.query ?? "");
  return names.some((name) => {
    const words = foldName(name);
    return typed.every((word) => words.some((known) => known.startsWith(word)));
  });
}

async function titles(reading: CatalogView, kind: TitleKind | null, size: number): Promise<ResultSlice> {
  const { lang, parameters } = reading;
  const wanted =
    parameters[kind === "series" ? "first_air_date_year" : "primary_release_year"] ?? parameters.year;
  const loading = CATALOG_FUNCTIONS.search(
    {
      text: parameters.query ?? "",
      filter: { kind, years: kind === null || wanted === undefined ? null : yearsOf(wanted) },
      lang,
      ...pagingOf(reading, size),
      includeAdult: parameters.include_adult === "true",
    },
    reading.reads,
  );
  return await listed(reading, await loading, { size, isMixed: kind === null });
}

async function listed(
  reading: CatalogView,
  { ids, notes, more }: LoadedList,
  { size = PAGE_SIZE, isMixed = false },
) {
  reading.remarks.correctedText ??= notes?.list?.correctedText;
  const found = await reading.titles(ids?.titles ?? []);
  return { results: found.map((title) => entryOf(title, isMixed)), more, size, total: notes?.list?.total };
}

async function people(reading: CatalogView, size: number, isMixed = false) {
  const { query: text = "" } = reading.parameters;
  const loading = CATALOG_FUNCTIONS.people(
    { text, lang: reading.lang, ...pagingOf(reading, size) },
    reading.reads,
  );
  const found = (await reading.read(PeopleAnswer, loading)) ?? [];
  const results = await personEntries(reading, found, isMixed);
  return { results, more: (await loading).more, size, names: found.map(({ name }) => name) };
}

/** `isMixed`: in a list of several kinds. */
export async function personEntries(reading: CatalogView, found: readonly PersonResult[], isMixed: boolean) {
  const [people, known] = await Promise.all([
    reading.people(found),
    reading.titles(found.flatMap(({ known_for }) => known_for.map(({ id }) => id))),
  ]);
  const entries = new Map(known.map((title) => [title.record.id, entryOf(title, true)]));
  return found.flatMap(({ id, known_for }) => {
    const someone = people.get(id);
    if (someone === undefined) return [];
    const titles = known_for.flatMap((title) => entries.get(title.id) ?? []);
    return { ...personEntry(someone), known_for: titles, ...(isMixed && { media_type: "person" }) };
  });
}

interface ListOptions {
  readonly conditions?: readonly Condition[];
  readonly sort?: BrowseQuery["sort"];
  /** True if titles have their `media_type`. */
  readonly isMixed?: boolean;
}

/** Returns titles of a kind, or of both if `kind` is `null`. The default order is by popularity. */
export async function listPage(
  reading: CatalogView,
  kind: TitleKind | null,
  { conditions = [], sort = "popularity", isMixed = false }: ListOptions = {},
): Promise<object> {
  const query: BrowseQuery = {
    text: null,
    conditions: [...buildConditions({ filter: { kind, years: null } }), ...conditions],
    sort,
    after: null,
    isCounted: true,
    lang: reading.lang,
    ...pagingOf(reading, PAGE_SIZE),
  };
  const found = await CATALOG_FUNCTIONS.browse(query, reading.reads);
  return pageOf(reading, await listed(reading, found, { isMixed }));
}

const ORDERS: ReadonlyMap<string, BrowseQuery["sort"]> = new Map([
  ["first_air_date.desc", "year"],
  ["popularity.desc", "popularity"],
  ["primary_release_date.desc", "year"],
  ["release_date.desc", "year"],
  ["vote_average.desc", "rating"],
]);

/** What the parameters of `discover` ask for. */
interface DiscoverFilters {
  sort: BrowseQuery["sort"];
  readonly conditions: Condition[];
  readonly ranges: Ranges;
}

/** Notes the parameters that were not applied. */
export async function discoverPage(reading: CatalogView, kind: TitleKind): Promise<object> {
  const { page, language, ...parameters } = reading.parameters;
  const filters: DiscoverFilters = { sort: "popularity", conditions: [], ranges: {} };
  const ignored: string[] = [];
  for (const [name, text] of Object.entries(parameters))
    if (!applyParameter(filters, kind, { name, text })) ignored.push(name);
  if (ignored.length > 0) reading.remarks.ignored = ignored.join(", ");
  const { sort, conditions, ranges } = filters;
  return await listPage(reading, kind, { sort, conditions: [...conditions, ...buildRanges(ranges)] });
}

interface GivenParameter {
  readonly name: string;
  readonly text: string;
}

/** Applies a parameter to the filters. Returns false if the parameter is unknown, or its value invalid. */
function applyParameter(filters: DiscoverFilters, kind: TitleKind, { name, text }: GivenParameter): boolean {
  if (name === "sort_by") {
    const sort = ORDERS.get(text);
    filters.sort = sort ?? filters.sort;
    return sort !== undefined;
  }
  const [, field = "", end] = /^(.*?)(?:\.([gl]te))?$/.exec(name) ?? [];
  const ranged = RANGED[field];
  if (ranged !== undefined)
    return (ranged.kind ?? kind) === kind && narrow(filters.ranges, ranged.facet, { text, end });
  const named = NAMED[name];
  const conditions = named === undefined ? null : parseNames(text, named);
  if (conditions === null) return false;
  filters.conditions.push(...(named?.isExcluded ? conditions.map(exclude) : conditions));
  return true;
}

/** The form of numbers in parameters, and the largest. */
const NUMBERS = {
  years: { form: /^\d{4}/, most: LAST_YEAR },
  runtime: { form: /^\d{1,3}$/, most: LONGEST_RUNTIME },
  score: { form: /^\d{1,2}(?:\.\d{1,9})?$/, most: MAX_RATING },
  votes: { form: /^\d{1,15}$/, most: Number.MAX_SAFE_INTEGER },
} as const;
type RangedFacet = keyof typeof NUMBERS;
/** The ranges for the numbers of a title. A number without a range may be any. */
type Ranges = Partial<Record<RangedFacet, NumberRange>>;

/** The facet that a parameter narrows, and the kind that has it. Days become their years, since the catalog has no others. */
const RANGED: Readonly<Record<string, { readonly facet: RangedFacet; readonly kind?: TitleKind }>> = {
  air_date: { facet: "years", kind: "series" },
  first_air_date: { facet: "years", kind: "series" },
  first_air_date_year: { facet: "years", kind: "series" },
  primary_release_date: { facet: "years", kind: "movie" },
  primary_release_year: { facet: "years", kind: "movie" },
  release_date: { facet: "years", kind: "movie" },
  vote_average: { facet: "score" },
  vote_count: { facet: "votes" },
  with_runtime: { facet: "runtime" },
  year: { facet: "years" },
};

/** Narrows a range to a bound. Returns false if the text is invalid. A range from 0 includes titles without a number. */
function narrow(
  ranges: Ranges,
  facet: RangedFacet,
  { text, end }: { readonly text: string; readonly end: string | undefined },
): boolean {
  const { form, most } = NUMBERS[facet];
  const value = Number(form.exec(text)?.[0]);
  if (!(value <= most)) return false;
  if (value === 0 && end === "gte") return true;
  const { first = facet === "runtime" ? 1 : 0, last = most } = ranges[facet] ?? {};
  ranges[facet] = {
    first: end === "lte" ? first : Math.max(first, value),
    last: end === "gte" ? last : Math.min(last, value),
  };
  return true;
}

function buildRanges({ years, runtime, score, votes }: Ranges): Condition[] {
  return [
    ...(years ? [FACETS.years.buildCondition([{ ...years, around: null }])] : []),
    ...(runtime ? [FACETS.runtime.buildCondition([runtime])] : []),
    ...(score ? [FACETS.score.buildCondition([score])] : []),
    ...(votes ? [FACETS.votes.buildCondition([votes])] : []),
  ];
}

interface Named {
  readonly facet: "tmdb-genre" | "language" | "country";
  /** Returns the values in the form of conditions, one of which a title needs, or `null` if the text is invalid. */
  readonly toValues: (text: string) => readonly string[] | null;
  readonly isExcluded?: true;
}

const GENRES: Named = {
  facet: "tmdb-genre",
  toValues: (number) => (/^\d{1,9}$/.test(number) ? [number] : null),
};
const NAMED: Readonly<Record<string, Named>> = {
  with_genres: GENRES,
  without_genres: { ...GENRES, isExcluded: true },
  with_original_language: {
    facet: "language",
    toValues: (code) => (/^[a-z]{2,3}$/.test(code) ? [...new Set([code, subtagOf(code)])] : null),
  },
  with_origin_country: {
    facet: "country",
    toValues(code) {
      const slug = facetSlug(allCountries().find((country) => country.code === code)?.name ?? "");
      return slug === null ? null : [slug];
    },
  },
};

const MAX_VALUES = 30;
/**
 * Parses values of which all must apply if they are joined by commas, and one if they are joined by bars. Returns `null` if a
 * value is invalid, or there are too many.
 */
function parseNames(text: string, { facet, toValues }: Named): Condition[] | null {
  const given = text.split(/[|,]/).map((value) => toValues(value.trim()));
  const lists = given.filter((values) => values !== null);
  if (lists.length < given.length || given.length > MAX_VALUES) return null;
  const { buildCondition } = FACETS[facet];
  return text.includes("|") ? [buildCondition(lists.flat())] : lists.map((values) => buildCondition(values));
}

const yearsOf = (year: string): YearRange => onlyYear(Number(year));
