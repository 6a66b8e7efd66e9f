/** The results of TMDB's lists as records, as far as a list tells: in TMDB's order, what was not asked for left out. */
import { applyFilter, type Kind } from "../../contract/filter.ts";
import type { SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { Failure } from "../failure.ts";
import { ABSENT } from "../transport/exchange.ts";
import type { Transport } from "../transport/transport.ts";
import type { Genres } from "./genres.ts";
import { type ListPages, MAX_PAGE, PAGE_SIZE } from "./lists.ts";
import { type ResultPage, readResults, type SearchItem } from "./reading.ts";
import { recordOf } from "./record.ts";

/** A result with its record as far as it is known. */
export interface Candidate {
  readonly record: TitleRecord;
  readonly item: SearchItem;
  /** Where it was found, for the same place in another language. */
  readonly list: ListPages;
  readonly page: number;
}

/** Its pages in order. */
export async function askForList(ask: Transport, query: SearchQuery, list: ListPages): Promise<ResultPage[]> {
  return await Promise.all(list.pages.map((page) => askForPage(ask, query, list, page)));
}

export async function askForPage(
  ask: Transport,
  { text, lang, includeAdult }: Pick<SearchQuery, "text" | "lang" | "includeAdult">,
  list: ListPages,
  page: number,
): Promise<ResultPage> {
  const answer = await ask(list.path, {
    query: text,
    ...list.parameters,
    ...{ include_adult: String(includeAdult), language: lang, page: String(page) },
  });
  if (answer === ABSENT) throw new Failure("status", { status: 404 });
  return readResults(answer);
}

/** Results in TMDB's order, the lists in turns; people and what is outside of the window left out. */
export function candidatesOf(
  { lang, includeAdult }: SearchQuery,
  lists: readonly ListPages[],
  results: readonly (readonly ResultPage[])[],
  genres: Readonly<Record<Kind, Genres>>,
): Candidate[] {
  const found = lists.map((list, index) => inWindow(list, results[index] ?? []));
  const longest = Math.max(...found.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, position) => found.map((list) => list[position]));
  const known = new Set<number>();
  return turns.flat().flatMap((place) => {
    if (place?.item == null) return [];
    const { item, list, page } = place;
    const kind = list.kind ?? kindOf(item);
    if (kind === null || (item.adult && !includeAdult)) return [];
    const record = recordOf(kind, item, lang, genres[kind]);
    if (known.has(record.id)) return [];
    known.add(record.id);
    return [{ record, item, list, page }];
  });
}

/** What is in the window of a list, with the page it was on. */
export function inWindow<Item>(list: ListPages, results: readonly ResultPage<Item>[]) {
  const [first = 1] = list.pages;
  const offset = (first - 1) * PAGE_SIZE;
  const places = results.flatMap(({ items }, index) =>
    items.slice(0, PAGE_SIZE).map((item) => ({ item, list, page: first + index })),
  );
  return places.slice(list.start - offset, list.end - offset);
}

export function kindOf({ media_type }: Pick<SearchItem, "media_type">): Kind | null {
  if (media_type === "movie") return "movie";
  return media_type === "tv" ? "series" : null;
}

/** Every form of the filter is applied here: TMDB's years are not as strict. */
export function admitted({ filter }: SearchQuery, candidates: readonly Candidate[]): Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.record.id, candidate]));
  const records = applyFilter(
    filter,
    candidates.map(({ record }) => record),
  );
  return records.map(({ id }) => byId.get(id)).filter((candidate) => candidate !== undefined);
}

export function hasMore(list: ListPages, results: readonly ResultPage<unknown>[]): boolean {
  const [last, page = 0] = [results.at(-1), list.pages.at(-1)];
  if (last === undefined) return false;
  const isWithinPage = list.end < (page - 1) * PAGE_SIZE + last.items.length;
  return isWithinPage || page < Math.min(last.totalPages, MAX_PAGE);
}
