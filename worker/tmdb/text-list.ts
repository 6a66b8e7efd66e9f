/**
 * Lists titles for a text that may contain people, filters and titles. If the text is the name of a title, that title
 * comes first. Otherwise, the list contains films that the people worked on, titles with the words that match the
 * filters, or titles with a keyword. A filter that TMDB cannot apply is marked as omitted if it comes from the text,
 * and reported as ignored if it comes from the URL.
 *
 * If people or keywords cannot be looked up, the list is made without them and is partial.
 */

import type { CreditRole } from "../contract/credit-roles.ts";
import type { PersonResult } from "../contract/people.ts";
import { isSearchable, type SearchQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { type Part, toOmitted } from "../contract/understood.ts";
import type { BrowseQuery, TextQuery } from "../filters/browse-query.ts";
import { toFilter } from "../filters/facets.ts";
import { type LoadedList, NO_RESULTS } from "../source/loaded.ts";
import { findNamesNextToRoles, understand } from "../understanding/understand.ts";
import { discoverTitles, MANY_VOTES } from "./discover.ts";
import { tmdbPath, tmdbTitle } from "./ids.ts";
import { takingTurns } from "./lists.ts";
import { createLookups, type Lookups } from "./lookups.ts";
import { combineFilters, type Narrowing } from "./narrowing.ts";
import { folded } from "./people.ts";
import { completeTitles, findResults, type Results } from "./search.ts";
import { SIMILAR } from "./titles.ts";
import type { TmdbContext } from "./tmdb-request.ts";

type Titles = LoadedList<readonly TitleRecord[]>;

interface TextContext {
  readonly query: TextQuery;
  readonly services: TmdbContext;
  readonly lookups: Lookups;
  /** The deadline of the response, in epoch milliseconds. */
  readonly endsAt: number;
  /** The parts of the text, except people. */
  readonly parts: readonly Part[];
  /** The words of the text that are not filters, or `null` if there are none. */
  readonly words: Part | null;
  /** The part that names a title for which similar ones are wanted, or `null`. In `parts`, it is `words`. */
  readonly like: Part | null;
  /** The best titles for the whole text, or `null` if the text has too many filters to be the name of a title. */
  readonly whole: Results | null;
  /** The words that may be the name of a person, and the people whose names contain all of them. */
  readonly name: string;
  readonly people: readonly PersonResult[];
  /** Returns the best titles with these words that match the filters, or `null` if there are none. */
  readonly matching: () => Promise<Matching | null>;
}

interface Matching extends Narrowing {
  readonly results: Results;
}

/** The steps in the order in which they are tried, until one returns a list. */
const STEPS: readonly ((context: TextContext) => Promise<Titles | null>)[] = [
  findTitle,
  listSimilar,
  async (context) => (context.words === null ? await listByFiltersAlone(context) : null),
  listFilmsOfPerson,
  (context) => listByKeyword(context, "about"),
  listByWordsAlone,
  (context) => listTitlesWithFilters(context, false),
  listFilmsOfTwo,
  (context) => listByKeyword(context, "words"),
  (context) => listTitlesWithFilters(context, true),
  listByFiltersAlone,
];

/** Lists titles for a text. Throws a Failure. */
export async function tmdbTextList(query: TextQuery, services: TmdbContext): Promise<Titles> {
  if (!isSearchable(query.text)) return NO_RESULTS;
  const context = await readContext(query, services);
  const titles = await takeSteps(context);
  return context.lookups.haveFailed() ? { ...titles, isPartial: true } : titles;
}

async function takeSteps(context: TextContext): Promise<Titles> {
  for (const step of STEPS) {
    const titles = await step(context);
    if (titles !== null) return titles;
  }
  return await listFoundTitles(context);
}

/** The maximum number of filters in a text that may also be the name of a title, such as "Best in Show". */
const MAX_FILTERS_OF_TITLE = 2;

async function readContext(query: TextQuery, services: TmdbContext): Promise<TextContext> {
  const { text, lang, exact = false } = query;
  const endsAt = services.now() + services.timeoutMs;
  const lookups = createLookups(services);
  const read = exact ? [] : understand(text, lang);
  const like = read.find(({ part }) => part === "like") ?? null;
  const parts = read.map((part) =>
    part === like ? { ...part, part: "words" as const, name: part.typed } : part,
  );
  const words = parts.find(isWords) ?? null;
  const name = readName(words);
  const mayBeTitle = words !== null || parts.length <= MAX_FILTERS_OF_TITLE;
  const [whole, people] = await Promise.all([
    mayBeTitle ? findBestResults(text, combineFilters(query, [], "search"), services) : null,
    name === "" ? [] : lookups.people(name, lang),
  ]);
  let matching: Promise<Matching | null> | undefined;
  const context: TextContext = {
    ...{ query, services, lookups, endsAt, parts, words, like, whole, name, people },
    matching: () => (matching ??= findMatching(context)),
  };
  return context;
}

/**
 * Returns the words that may be the name of a person, without words for a role. Returns all words if only one would
 * be left, because a single word is more likely part of a title.
 */
function readName(words: Part | null): string {
  if (words?.part !== "words") return "";
  const [name = "", ...others] = findNamesNextToRoles(words.typed);
  return others.length === 0 && name.includes(" ") ? name : words.typed;
}

const isWords = ({ part }: Part) => part === "words" || part === "about";
const isFilter = ({ part }: Part) => !["words", "about", "person", "omitted"].includes(part);

/** Returns the results on the first page. They determine what the text means, so every page uses them. */
async function findBestResults(text: string, { query }: Narrowing, services: TmdbContext): Promise<Results> {
  const first = { ...query, page: 1 };
  return await findResults(searchFor(text, first), services, first);
}

function searchFor(text: string, { conditions, lang, page, limit }: BrowseQuery): SearchQuery {
  return { text, filter: toFilter(conditions), lang, page, limit, includeAdult: false };
}

/**
 * Returns titles if one of them has exactly this name, otherwise `null`. If the text could also mean a person or
 * filters, a title with this name only counts if it has many votes.
 */
async function findTitle(context: TextContext): Promise<Titles | null> {
  const { query, whole, words, parts } = context;
  const isClear = parts.length === 0 || (words !== null && findPerson(context) === null);
  const isTitle = whole?.matches.some(
    ({ record, item }) => isNamed(record, query.text) && (isClear || item.vote_count >= MANY_VOTES),
  );
  return isTitle ? await listFoundTitles(context) : null;
}

/** The requests for the title that a query names, and for its similar titles. */
const REQUESTS_FOR_SIMILAR = 2;

/** Lists the title that the query names and TMDB's recommendations for it. Only a title with exactly this name counts. */
async function listSimilar(context: TextContext): Promise<Titles | null> {
  const { query, services, endsAt, lookups, like, words } = context;
  if (like === null) return null;
  const found = await findBestResults(like.name, combineFilters(query, [], "search"), services);
  const subject = found.matches.find(({ record }) => isNamed(record, like.name));
  const title = subject === undefined ? null : tmdbTitle(subject.record.id);
  if (subject === undefined || title === null) return null;
  const narrowing = combineFilters(query, context.parts, "search");
  const list = { path: `${tmdbPath(title)}/${SIMILAR}`, parameters: {}, kind: title.kind };
  const results = await findResults(
    searchFor(like.name, narrowing.query),
    services,
    narrowing.query,
    (paging) => takingTurns([list], paging),
  );
  const { listed, isRefined } = results;
  const total = listed.total === null ? null : listed.total + 1;
  const matches = isRefined || query.page === 1 ? [subject, ...results.matches] : results.matches;
  const titles = await completeTitles(
    { listed: { ...listed, total }, isRefined, matches },
    { services, paging: query, endsAt, others: lookups.asked() + REQUESTS_FOR_SIMILAR },
  );
  const named: Part = { ...like, values: [String(subject.record.id)] };
  const parts = narrowing.parts.map((part) => (part === words ? named : part));
  return withParts(titles, { ...narrowing, parts });
}

function isNamed({ title, original_title }: TitleRecord, text: string): boolean {
  return [title, original_title].some((name) => folded(name) === folded(text));
}

/** Returns titles for the whole text, together with people whose names match it. */
async function listFoundTitles(context: TextContext): Promise<Titles> {
  const { query, people, services } = context;
  const { text } = query;
  const parts: Part[] = [{ part: "words", typed: text, values: [], name: text, without: "" }];
  const narrowing = combineFilters(query, parts, "search");
  const results = context.whole ?? (await findBestResults(text, narrowing, services));
  return await loadPage(text, { ...narrowing, results, people }, context);
}

async function loadPage(
  text: string,
  { results: first, ...described }: Matching & { readonly people?: readonly PersonResult[] },
  { whole, services, lookups, endsAt }: TextContext,
): Promise<Titles> {
  const { query } = described;
  const isThere = first.isRefined || query.page === 1;
  const results = isThere ? first : await findResults(searchFor(text, query), services, query);
  const other = new Set([whole, first].filter((read) => read !== results));
  const pages = [...other].flatMap((read) => read?.listed.results.flat() ?? []).length;
  const options = { services, paging: query, endsAt, others: lookups.asked() + pages };
  return withParts(await completeTitles(results, options), described);
}

async function listFilmsOfPerson(context: TextContext): Promise<Titles | null> {
  const person = findPerson(context);
  return person === null ? null : await listFilms([person], context);
}

/**
 * Returns the person with exactly this name. Otherwise, if the text has several words and only one person's name
 * contains all of them, returns that person.
 */
function findPerson({ name: typed, people }: TextContext): PersonResult | null {
  const exact =
    people.find(({ name }) => name.toLowerCase() === typed.toLowerCase()) ??
    people.find(({ name }) => folded(name) === folded(typed));
  // A single word of a name is more likely part of a title.
  const [only = null] = people.length === 1 && typed.includes(" ") ? people : [];
  return exact ?? only;
}

async function listByKeyword(context: TextContext, part: Part["part"]): Promise<Titles | null> {
  const { query, words, lookups } = context;
  const keywords = words?.part === part && !words.isExcluded ? await lookups.keywords(words.typed) : [];
  if (keywords.length === 0) return null;
  const parts = context.parts.map((one) => (one === words ? { ...one, part: "about" as const } : one));
  const titles = await discover(combineFilters(query, parts, "discover"), context, { keywords });
  return isEmptyList(titles) ? null : titles;
}

async function listByWordsAlone(context: TextContext): Promise<Titles | null> {
  const { parts, whole } = context;
  return parts.every(isWords) && whole !== null && whole.matches.length > 0
    ? await listFoundTitles(context)
    : null;
}

/**
 * Returns titles with these words that match the filters. Unless `isLax`, returns `null` if TMDB cannot apply all
 * filters and the words are not exactly the name of a title.
 */
async function listTitlesWithFilters(context: TextContext, isLax: boolean): Promise<Titles | null> {
  const { words } = context;
  const matching = await context.matching();
  if (words === null || matching === null) return null;
  const { parts, ignored, results } = matching;
  const isWhole = parts.every(({ part }) => part !== "omitted") && ignored === "";
  const isTitle = results.matches.some(({ record }) => isNamed(record, words.typed));
  return isLax || isWhole || isTitle ? await loadPage(words.typed, matching, context) : null;
}

/** Returns the titles with these words that match the filters, or `null` if there are none. */
async function findMatching({ query, parts, words, services }: TextContext): Promise<Matching | null> {
  if (words === null || parts.every(isWords)) return null;
  const asWords = parts.map((part) => (part === words ? { ...part, part: "words" as const } : part));
  const narrowing = combineFilters(query, asWords, "search");
  const results = await findBestResults(words.typed, narrowing, services);
  return results.matches.length === 0 ? null : { ...narrowing, results };
}

/** Lists titles by filters alone. The words of the text are marked as omitted. */
async function listByFiltersAlone(context: TextContext): Promise<Titles | null> {
  const parts = context.parts.map((part) => (isWords(part) ? toOmitted(part) : part));
  const narrowing = combineFilters(context.query, parts, "discover");
  return narrowing.parts.some(isFilter) ? await discover(narrowing, context) : null;
}

/**
 * Lists films that two people worked on together. If only one half of the text is exactly the name of a person, lists
 * that person's films.
 */
async function listFilmsOfTwo(context: TextContext): Promise<Titles | null> {
  const { words, query, lookups } = context;
  for (const halves of splitIntoNames(words?.typed ?? "")) {
    const peopleByHalf = await Promise.all(halves.map((half) => lookups.people(half, query.lang)));
    const people = peopleByHalf.flatMap(([first]) => first ?? []);
    const exact = halves.flatMap((half, at) =>
      half.includes(" ") ? (peopleByHalf[at]?.find(({ name }) => folded(name) === folded(half)) ?? []) : [],
    );
    const [one, other] = exact.length === 2 ? exact : people;
    const isTwo = one !== undefined && other !== undefined && one.id !== other.id;
    const films = isTwo ? await listFilms([one, other], context) : null;
    if (films !== null && (exact.length === 2 || !isEmptyList(films))) return films;
    if (exact.length === 1) return await listFilms(exact, context);
  }
  return null;
}

const AND = /\s*[,&、，]\s*|\s+(?:and|with|und|mit|y|con|e|com|et|avec)\s+/iu;
const MAX_WORDS_OF_TWO = 6;

/** Splits the text into two names at a connecting word, or near the middle. */
function splitIntoNames(typed: string): string[][] {
  const besideRoles = findNamesNextToRoles(typed);
  const joined = typed.split(AND).filter((name) => name !== "");
  if (besideRoles.length === 2 || joined.length === 2)
    return [besideRoles.length === 2 ? besideRoles : joined];
  const words = typed.split(/\s+/);
  if (words.length < 2 || words.length > MAX_WORDS_OF_TWO) return [];
  const middle = words.length / 2;
  return [...new Set([Math.ceil(middle), Math.floor(middle)])].map((at) => [
    words.slice(0, at).join(" "),
    words.slice(at).join(" "),
  ]);
}

/** A filter for films, because TMDB's `discover` can filter films by people, but not series. */
const FILMS: Part = { part: "kind", typed: "", values: ["movie"], name: "movie", without: "" };

/**
 * Lists films that all the people worked on, omitting filters that none of the films match. Returns `null` if the
 * text excludes the people.
 */
async function listFilms(people: readonly PersonResult[], context: TextContext): Promise<Titles | null> {
  const { query } = context;
  const typed = folded(query.text).split(" ");
  const named = people.map(({ id, name }) => {
    const nameWords = folded(name).split(" ");
    return { id, name, words: typed.filter((word) => nameWords.includes(word)) };
  });
  const read = understand(query.text, query.lang, named);
  if (read.some(({ part, isExcluded }) => part === "person" && isExcluded)) return null;
  const parts = read.map((part) => (isWords(part) ? toOmitted(part) : withTmdbRoles(part)));
  const isOfFilms = parts.some(({ part, values }) => part === "kind" && values[0] === "movie");
  const narrowing = combineFilters(query, isOfFilms ? parts : [...parts, FILMS], "people");
  const titles = await discover(narrowing, context, { people });
  const isNarrowing = (part: Part) => isFilter(part) && part.part !== "kind";
  if (!isEmptyList(titles) || !narrowing.parts.some(isNarrowing)) return titles;
  const fewer = narrowing.parts.map((part) => (isNarrowing(part) ? toOmitted(part) : part));
  return await discover(combineFilters(query, fewer, "people"), context, { people });
}

/** Replaces every crew role with "crew", because TMDB's `discover` only distinguishes cast and crew. */
function withTmdbRoles(part: Part): Part {
  const roles = part.roles?.map((role) => (role === "cast" ? role : "crew"));
  return roles === undefined ? part : { ...part, roles: [...new Set(roles)] };
}

interface Discovery {
  readonly people?: readonly PersonResult[];
  readonly keywords?: readonly number[];
}

async function discover(
  narrowing: Narrowing,
  { services }: TextContext,
  { people = [], keywords = [] }: Discovery = {},
): Promise<Titles> {
  const named = narrowing.parts.filter(({ part }) => part === "person");
  const idsWith = (has: (roles: readonly CreditRole[]) => boolean) =>
    named.flatMap(({ roles = [], values: [id = ""] }) => (has(roles) ? id : [])).join(",") || null;
  const list = {
    with_people: idsWith((roles) => roles.length === 0),
    with_cast: idsWith((roles) => roles.includes("cast")),
    with_crew: idsWith((roles) => roles.includes("crew")),
    with_keywords: keywords.join("|") || null,
  };
  return withParts(await discoverTitles(narrowing.query, services, list), { ...narrowing, people });
}

/** Returns true if the list is empty on all pages. */
function isEmptyList({ value, notes }: Titles): boolean {
  const { total = 0, moreThan = 0 } = notes?.list ?? {};
  return Array.isArray(value) && value.length + total + moreThan === 0;
}

function withParts(
  titles: Titles,
  { parts, ignored, people = [] }: Omit<Narrowing, "query"> & { readonly people?: readonly PersonResult[] },
): Titles {
  return {
    ...titles,
    isEmpty: titles.isEmpty && people.length === 0,
    ids: { ...titles.ids, people: people.map(({ id }) => id) },
    notes: {
      ...titles.notes,
      list: {
        ...titles.notes?.list,
        ...(ignored !== "" && { ignored }),
        understood: { parts: [...parts], people: [...people] },
      },
    },
  };
}
