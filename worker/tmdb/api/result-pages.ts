/** TMDB's pages of results: searches, lists, and the filters of discover. */
import { CATALOG_FUNCTIONS } from "../../catalog/catalog.ts";
import {
  type BrowseQuery,
  type Fact,
  facetSlug,
  LONGEST_RUNTIME,
  MAX_RATING,
  NO_FACTS,
  type NumberRange,
} from "../../contract/browse.ts";
import { isKind, onlyYear, type TitleKind, type YearRange } from "../../contract/filter.ts";
import { PeopleAnswer, type PersonResult } from "../../contract/people.ts";
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

type Facts = Omit<BrowseQuery, "page" | "limit" | "lang">;
const ANY: Omit<Facts, "filter"> = {
  ...NO_FACTS,
  text: null,
  sort: "popularity",
  after: null,
  isCounted: true,
};

/** Titles by popularity, or else by weighted rating; `kind`: `null` for both. `isMixed`: with their `media_type`. */
export async function listPage(
  reading: CatalogView,
  kind: TitleKind | null,
  { isMixed = false, ...facts }: Partial<Facts> & { readonly isMixed?: boolean } = {},
): Promise<object> {
  const own = { ...pagingOf(reading, PAGE_SIZE), lang: reading.lang };
  const found = await CATALOG_FUNCTIONS.browse(
    { ...ANY, filter: { kind, years: null }, ...facts, ...own },
    reading.reads,
  );
  return pageOf(reading, await listed(reading, found, { isMixed }));
}

const ORDERS: ReadonlyMap<string, BrowseQuery["sort"]> = new Map([
  ["first_air_date.desc", "year"],
  ["popularity.desc", "popularity"],
  ["primary_release_date.desc", "year"],
  ["release_date.desc", "year"],
  ["vote_average.desc", "rating"],
]);

/** Notes the parameters that were not applied. */
export async function discoverPage(reading: CatalogView, kind: TitleKind): Promise<object> {
  const { page, language, ...filters } = reading.parameters;
  let sort: BrowseQuery["sort"] = "popularity";
  const ranges: Ranges = {};
  const facts: (readonly Fact[])[] = [];
  const otherThan: Fact[] = [];
  const ignored = Object.entries(filters).filter(([name, text]) => {
    const order = name === "sort_by" ? ORDERS.get(text) : undefined;
    sort = order ?? sort;
    const [, of = "", end] = /^(.*?)(?:\.([gl]te))?$/.exec(name) ?? [];
    const [range, only = kind] = RANGED[of] ?? [];
    if (range !== undefined) return only !== kind || !narrow(ranges, range, [text, end]);
    const found = factsIn(text, FACTS[name] ?? (() => null)) ?? [];
    if (name === "without_genres") otherThan.push(...found.flat());
    else facts.push(...found);
    return order === undefined && found.length === 0;
  });
  if (ignored.length > 0) reading.remarks.ignored = ignored.map(([name]) => name).join(", ");
  if (Object.values(ranges).some(({ first, last }) => first > last)) return pageOf(reading);
  const { years, runtime = null, rating = null, votes = null } = ranges;
  return await listPage(reading, kind, {
    filter: { kind, years: years === undefined ? null : { ...years, around: null } },
    runtime,
    finer: { facts, otherThan, votes, rating },
    sort,
  });
}

/** The form of numbers in parameters, and the largest. */
const NUMBERS = {
  years: [/^\d{4}/, 9_999],
  runtime: [/^\d{1,3}$/, LONGEST_RUNTIME],
  rating: [/^\d{1,2}(?:\.\d{1,9})?$/, MAX_RATING],
  votes: [/^\d{1,15}$/, Number.MAX_SAFE_INTEGER],
} as const;
/** The ranges for the numbers of a title; absent: any number. */
type Ranges = Partial<Record<keyof typeof NUMBERS, NumberRange>>;

/** The range that a parameter narrows, and the kind that has it; days become their years, since the catalog has no others. */
const RANGED: Readonly<Record<string, readonly [range: keyof Ranges, kind?: TitleKind]>> = {
  air_date: ["years", "series"],
  first_air_date: ["years", "series"],
  first_air_date_year: ["years", "series"],
  primary_release_date: ["years", "movie"],
  primary_release_year: ["years", "movie"],
  release_date: ["years", "movie"],
  vote_average: ["rating"],
  vote_count: ["votes"],
  with_runtime: ["runtime"],
  year: ["years"],
};

/** Returns whether the text is valid. A range from 0 includes titles without a number. */
function narrow(ranges: Ranges, range: keyof Ranges, [text, end]: readonly [string, string | undefined]) {
  const [form, most] = NUMBERS[range];
  const value = Number(form.exec(text)?.[0]);
  if (!(value <= most)) return false;
  if (value === 0 && end === "gte") return true;
  const { first = range === "runtime" ? 1 : 0, last = most } = ranges[range] ?? {};
  ranges[range] = {
    first: end === "lte" ? first : Math.max(first, value),
    last: end === "gte" ? last : Math.min(last, value),
  };
  return true;
}

type FactsOf = (value: string) => readonly Fact[] | null;

const genres: FactsOf = (number) => (/^\d{1,9}$/.test(number) ? [["tmdb-genre", number]] : null);
const FACTS: Readonly<Record<string, FactsOf>> = {
  with_genres: genres,
  without_genres: genres,
  with_original_language(code) {
    const codes = [...new Set([code, subtagOf(code)])];
    return /^[a-z]{2,3}$/.test(code) ? codes.map((each) => ["language", each]) : null;
  },
  with_origin_country(code) {
    const slug = facetSlug(allCountries().find((known) => known.code === code)?.name ?? "");
    return slug === null ? null : [["country", slug]];
  },
};

const MAX_VALUES = 30;
/** Values joined by commas must all apply, by bars one of them; `null`: a value is invalid, or there are too many. */
function factsIn(text: string, factsOf: FactsOf): (readonly Fact[])[] | null {
  const found = text.split(/[|,]/).map((value) => factsOf(value.trim()));
  const facts = found.filter((some) => some !== null);
  if (facts.length < found.length || found.length > MAX_VALUES) return null;
  return text.includes("|") ? [facts.flat()] : facts;
}

const yearsOf = (year: string): YearRange => onlyYear(Number(year));
