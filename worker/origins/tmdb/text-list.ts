/**
 * Titles for a text that may name people, filters and titles, as far as TMDB's lists know them: both kinds by filters, films by
 * people and keywords (discover-tv has neither), and searches for words. At most four requests come before those of the list.
 */
import { type BrowseQuery, NO_FACTS, parseBrowse, RELEVANCE } from "../../contract/browse.ts";
import type { PersonResult } from "../../contract/people.ts";
import type { SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { withoutAccents } from "../../contract/slug.ts";
import { omitted, type Part } from "../../contract/understood.ts";
import type { LoadedList } from "../loaded.ts";
import { ABSENT } from "../transport/exchange.ts";
import { understand } from "../understanding/understand.ts";
import type { Asking } from "./asking.ts";
import { discoverTitles } from "./browse.ts";
import { searchPeople } from "./people.ts";
import { readKeywords } from "./reading.ts";
import { search } from "./search.ts";

type Titles = LoadedList<readonly TitleRecord[]>;

interface TextQuery extends BrowseQuery {
  readonly text: string;
}

/** Throws a Failure. */
export async function listForText(query: TextQuery, services: Asking): Promise<Titles> {
  const { text, lang, exact = false } = query;
  const parts = exact ? [] : understand(text, lang);
  const facets = parts.filter(({ part }) => part !== "words" && part !== "about");
  const left = parts.find(({ part }) => part === "words" || part === "about");
  const words = exact ? text : left?.typed;
  const isPlain = facets.length === 0;
  const [titles, named] = await Promise.all([
    isPlain ? searchFor(text, query, services) : null,
    words === undefined || exact ? NOBODY : namedBy(words, query, services),
  ]);
  const asTitles = titles && withParts(titles, wordsAlone(text), named.people);
  if (
    asTitles !== null &&
    (exact || isTitle(text, asTitles) || (!asTitles.isEmpty && named.meant.length === 0))
  )
    return asTitles;
  if (words === undefined) return await listWith(query, parts, { services });
  if (named.meant.length > 0) return await filmsOf(named.meant, query, services);
  const matching = isPlain ? null : await searchFor(words, narrowed(query, facets), services);
  // TMDB's results lack these.
  const isWhole = facets.every(({ part }) => part !== "country" && part !== "runtime");
  if (matching !== null && !matching.isEmpty && isWhole) return withParts(matching, parts, []);
  const keyword = await keywordOf(words, services);
  if (keyword !== null) return await listWith(query, [FILMS, ...parts], { services, keyword });
  if (asTitles !== null) return asTitles;
  const others = parts.map((part) => (part.part === "words" ? omitted(part) : part));
  return await listWith(query, others, { services });
}

/** Requests for people and keywords. */
const MAX_OTHERS = 4;

async function searchFor(text: string, query: TextQuery, services: Asking): Promise<Titles> {
  const { filter, lang, paging, sort } = query;
  const asked: SearchQuery = { category: "search", text, filter, lang, paging, includeAdult: false };
  const isRefined =
    sort !== RELEVANCE || Object.keys(NO_FACTS).some((fact) => query[fact as keyof typeof NO_FACTS] !== null);
  return await search(asked, services, { refinement: isRefined ? query : null, others: MAX_OTHERS });
}

function isTitle(text: string, { value }: Titles): boolean {
  const [first] = Array.isArray(value) ? (value as readonly TitleRecord[]) : [];
  return (
    first !== undefined && [first.title, first.original_title].some((name) => folded(name) === folded(text))
  );
}

interface Named {
  /** Who has all the words in a name. */
  readonly people: readonly PersonResult[];
  /** Of whom films are listed: one person, or two with half of the words each. */
  readonly meant: readonly PersonResult[];
}

const NOBODY: Named = { people: [], meant: [] };
const SHOWN = 3;

async function namedBy(words: string, { lang }: TextQuery, services: Asking): Promise<Named> {
  const people = await peopleOf(words);
  const exact =
    people.find(({ name }) => name.toLowerCase() === words.toLowerCase()) ??
    people.find(({ name }) => folded(name) === folded(words));
  const all = words.split(" ");
  // A word alone is rather that of a title.
  const only = people.length === 1 && all.length > 1 ? people[0] : undefined;
  if (people.length > 0) return { people, meant: [exact ?? only].flatMap((one) => one ?? []) };
  if (all.length !== 2 && all.length !== 4) return NOBODY;
  const halves = [all.slice(0, all.length / 2), all.slice(all.length / 2)];
  const both = await Promise.all(halves.map((half) => peopleOf(half.join(" "))));
  const meant = both.flatMap(([first]) => first ?? []);
  return meant.length === 2 ? { people: meant, meant } : NOBODY;

  async function peopleOf(text: string): Promise<readonly PersonResult[]> {
    const { value } = await searchPeople({ text, lang, paging: { page: 1, limit: SHOWN } }, services);
    const typed = folded(text).split(" ");
    const found = Array.isArray(value) ? (value as readonly PersonResult[]) : [];
    return found.filter(({ name }) => typed.every((word) => folded(name).split(" ").includes(word)));
  }
}

/** TMDB lists films of people, and no series. */
const FILMS: Part = { part: "kind", typed: "", values: ["movie"], name: "movie", without: "" };

async function filmsOf(meant: readonly PersonResult[], query: TextQuery, services: Asking): Promise<Titles> {
  const named = meant.map(({ id, name }) => {
    const own = folded(name).split(" ");
    const words = folded(query.text).split(" ");
    return { id, name, words: words.filter((word) => own.includes(word)) };
  });
  const parts = understand(query.text, query.lang, named);
  const others = parts.map((part) => (part.part === "words" ? omitted(part) : part));
  return await listWith(query, [...others, ...(parts.some(({ part }) => part === "kind") ? [] : [FILMS])], {
    services,
    people: meant,
  });
}

interface Listing {
  readonly services: Asking;
  readonly people?: readonly PersonResult[];
  readonly keyword?: number;
}

async function listWith(
  query: TextQuery,
  parts: readonly Part[],
  { services, people = [], keyword }: Listing,
): Promise<Titles> {
  const facets = parts.filter(({ part }) => part !== "words" && part !== "omitted" && part !== "person");
  const asked = narrowed(query, facets);
  const genres = facets.filter(({ part }) => part === "genre").map(({ values }) => values);
  const ids = people.map(({ id }) => id).join(",");
  const list = {
    with_people: ids === "" ? null : ids,
    with_keywords: keyword === undefined ? null : String(keyword),
  };
  return withParts(
    await discoverTitles({ ...asked, genre: query.genre, genres }, services, list),
    parts,
    people,
  );
}

/** With the filters of the text, where the address has none. */
function narrowed(query: TextQuery, facets: readonly Part[]): TextQuery {
  const values = facets.map(({ part, values: [value = ""] }) => [part, value] as const);
  const of = (wanted: string) => values.find(([part]) => part === wanted)?.[1] ?? "";
  const f = [of("kind"), of("years")].filter(Boolean).join(",");
  const others = values.filter(([part]) => part !== "kind" && part !== "years");
  const read = parseBrowse(
    new URLSearchParams([["f", f], ...others.map(([part, value]): [string, string] => [part, value])]),
  );
  const { filter, genre, country, language, minRating, runtime, sort } = query;
  return {
    ...query,
    filter: { kind: filter.kind ?? read.filter.kind, years: filter.years ?? read.filter.years },
    genre: genre ?? read.genre,
    country: country ?? read.country,
    language: language ?? read.language,
    minRating: minRating ?? read.minRating,
    runtime: runtime ?? read.runtime,
    sort: sort === RELEVANCE && of("sort") !== "" ? "rating" : sort,
  };
}

/** TMDB's number of the keyword; `null`: there is none. */
async function keywordOf(words: string, { ask }: Asking): Promise<number | null> {
  const answer = await ask("search/keyword", { query: words, page: "1" });
  if (answer === ABSENT) return null;
  return readKeywords(answer).find(({ name }) => folded(name) === folded(words))?.id ?? null;
}

const wordsAlone = (text: string): Part[] => [
  { part: "words", typed: text, values: [], name: text, without: "" },
];

function withParts(titles: Titles, parts: readonly Part[], people: readonly PersonResult[]): Titles {
  const { about } = titles;
  return {
    ...titles,
    isEmpty: titles.isEmpty && people.length === 0,
    about: {
      ...about,
      people: people.map(({ id }) => id),
      understood: { parts: [...parts], people: [...people] },
    },
  };
}

/** Without case, accents and signs. */
function folded(name: string): string {
  return (
    withoutAccents(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");
}
