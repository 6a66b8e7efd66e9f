/** TMDB's pages of results: searches and lists. */
import { CATALOG_FUNCTIONS } from "../../catalog/catalog.ts";
import { isKind, onlyYear, type TitleKind, type YearRange } from "../../contract/filter.ts";
import { PeopleAnswer, type PersonResult } from "../../contract/people.ts";
import { type BrowseQuery, buildConditions } from "../../filters/browse-query.ts";
import type { Condition } from "../../filters/facet.ts";
import type { LoadedList } from "../../source/loaded.ts";
import { foldName } from "../../text/fold.ts";
import type { CatalogView } from "./catalog-reading.ts";
import { EMPTY_PAGE, entryOf, personEntry } from "./fields.ts";

export const PAGE_SIZE = 20;

interface ResultSlice {
  readonly results: readonly object[];
  /** Whether the next page has results. */
  readonly more?: boolean | undefined;
  /** The most results of a page. */
  readonly size: number;
  /** The number of results on all pages; absent: not counted. */
  readonly total?: number | undefined;
}

export const pagingOf = ({ parameters: { page = "1" } }: CatalogView, limit: number) => ({
  page: Number(page),
  limit,
});

/** If the total is not counted, the totals end with this page, or with one result more if there is a next page: counting
 * would cost more than the page. */
export function pageOf(reading: CatalogView, ...lists: readonly ResultSlice[]): object {
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

export async function listed(
  reading: CatalogView,
  { ids, notes, more }: Pick<LoadedList, "ids" | "notes" | "more">,
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

const yearsOf = (year: string): YearRange => onlyYear(Number(year));
