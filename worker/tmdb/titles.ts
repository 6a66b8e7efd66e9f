/** Loads single titles, their credits and similar titles, in one request if several of these are needed. */
import type { Related, SimilarTitle, TitleCollection } from "../contract/browse.ts";
import type { Credits } from "../contract/credits.ts";
import { formatDay } from "../contract/dates.ts";
import type { Facts } from "../contract/facts.ts";
import type { TitleKind } from "../contract/filter.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import type { TitleQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { type Comparable, describeShared } from "../source/likeness.ts";
import { type Loaded, MISSING } from "../source/loaded.ts";
import { findLeads, furtherTitles, hasLeadRole } from "../source/more-by.ts";
import type { GenreQuery, RelatedQuery, TitleLoad } from "../source/source.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import { ENGLISH_GENRES, type Genres } from "../text/codes.ts";
import { convertCredits } from "./credits.ts";
import { factsOfDetails } from "./facts.ts";
import { PATHS, tmdbPath, tmdbTitle } from "./ids.ts";
import { storedPerson } from "./people.ts";
import {
  findPlot,
  formatGenres,
  listLanguages,
  recordOfDetails,
  titleKind,
  toFilmographyTitle,
} from "./record.ts";
import {
  type Details,
  readCollection,
  readDetails,
  readGenres,
  readPeople,
  readResults,
  type SearchItem,
} from "./responses.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/**
 * The sections that are requested together with the details. The constants below are the sections for certificates,
 * credits and similar titles.
 */
const SECTIONS = ["translations", "external_ids", "videos"];
const CERTIFICATE_SECTIONS = { movie: "release_dates", series: "content_ratings" } as const;
export const CREDITS_SECTIONS = { movie: "credits", series: "aggregate_credits" } as const;
export const SIMILAR = "recommendations";

function besides({ underWay }: TmdbContext, id: number, section: string): Promise<unknown> | undefined {
  const pending = underWay.get(id);
  return pending?.sections.includes(section) ? pending.response : undefined;
}

/** Loads the credits of a title. Throws a Failure. */
export async function credits({ id }: TitleQuery, context: TmdbContext): Promise<Loaded<Credits>> {
  const title = tmdbTitle(id);
  if (title === null) return MISSING;
  const section = CREDITS_SECTIONS[title.kind];
  const alone = () => context.ask(tmdbPath(title), { append_to_response: section });
  const response = await (besides(context, id, section) ?? alone());
  if (response === ABSENT) return MISSING;
  const read = readPeople(response, section);
  context.noteDropped("credits", read.dropped);
  return { value: convertCredits(id, read) };
}

/** Returns related titles. Throws a Failure if similar titles cannot be loaded. */
export async function related(query: RelatedQuery, context: TmdbContext): Promise<Loaded<Related>> {
  const none: Related = { names: null, similar: [], further: [], namesakes: [] };
  const kind = tmdbTitle(query.id)?.kind;
  if (kind === undefined || query.onlyNames) return { value: none };
  const [similar, { further, ...rest }] = await Promise.all([
    similarTo(query, context),
    loadOtherTitles(query, context),
  ]);
  const titles = [...similar, ...further.flatMap((list) => list.titles)].map(({ id }) => id);
  return { ...rest, value: { ...none, similar, further }, ids: { titles, ...rest.ids } };
}

/**
 * Returns similar titles in the requested language or the original one. English titles would take another request.
 */
async function similarTo({ id, lang }: TitleQuery, context: TmdbContext): Promise<SimilarTitle[]> {
  const title = tmdbTitle(id);
  if (title === null) return [];
  const beside = besides(context, id, SIMILAR);
  const response = await (beside ?? context.ask(`${tmdbPath(title)}/${SIMILAR}`, { language: lang }));
  if (response === ABSENT) return [];
  const page = readResults(beside === undefined ? response : Object(response)[SIMILAR]);
  context.noteDropped("similar", page.dropped);
  const comparable =
    beside === undefined
      ? await peekComparable({ id, lang }, context)
      : comparableDetails(title.kind, readDetails(response));
  return page.items.flatMap((item) => {
    if (item === null || item.adult) return [];
    const kind = titleKind(item) ?? title.kind;
    const card = toFilmographyTitle(kind, item);
    const other = { ...card, genres: formatGenres(item, ENGLISH_GENRES[kind]) };
    return [{ ...card, shared: comparable === null ? { genres: [] } : describeShared(comparable, other) }];
  });
}

/**
 * Returns a cached title in English to compare similar titles with, or `null`. Genres can only be compared by their
 * English names.
 */
async function peekComparable(
  { id, lang }: TitleQuery,
  { askStored }: TmdbContext,
): Promise<Comparable | null> {
  const stored = await askStored("title", { id, lang });
  if (stored?.value == null) return null;
  const { year, genres } = stored.value;
  return { year, genres: lang === DEFAULT_LANGUAGE ? genres : "" };
}

function comparableDetails(kind: TitleKind, details: Details): Comparable {
  const genres = (details.genres ?? []).flatMap(({ id }) => ENGLISH_GENRES[kind][id] ?? []).join(", ");
  return { year: recordOfDetails(kind, details, "en", ENGLISH_GENRES[kind]).year, genres };
}

/**
 * Returns other titles by the director and the lead actors. Leaves out a person who cannot be loaded, so it never
 * rejects.
 */
async function loadOtherTitles({ id, lang }: TitleQuery, context: TmdbContext) {
  const credited = await context
    .askStored("credits", { id, lang }, (query) => credits(query, context))
    .catch(() => null);
  const leads = credited?.value ? findLeads(credited.value) : [];
  const people = await Promise.all(
    leads.map((lead) => storedPerson({ id: lead.id, lang, includeAdult: false }, context).catch(() => null)),
  );
  const storedPeople = people.filter((person) => person !== null);
  const lists = leads.map(({ role }, at) => {
    const { name = "", known_for = [], credits: all = [] } = people[at]?.value ?? {};
    const titlesInRole = new Map(
      all.filter((credit) => hasLeadRole(role, [credit])).map(({ title }) => [title.id, title]),
    );
    const { ratings = {} } = people[at]?.notes?.page ?? {};
    const best = known_for.flatMap((title) => titlesInRole.get(title.id) ?? []);
    const titles = [...new Set([...best, ...titlesInRole.values()])];
    return { role, name, titles: titles.map((title) => ({ ...title, rating: ratings[title.id] })) };
  });
  return {
    further: furtherTitles(id, lists),
    isPartial: credited === null || storedPeople.length < leads.length,
    parts: storedPeople,
    ids: { people: leads.map((lead) => lead.id) },
  };
}

/** Loads a title. A secondary request is not retried and cannot open the circuit breaker. Throws a Failure. */
export async function title(
  { id, lang, withCredits, withSimilar }: TitleLoad,
  context: TmdbContext,
  isSecondary = false,
): Promise<Loaded<TitleRecord>> {
  const { ask, underWay, now } = context;
  const numbered = tmdbTitle(id);
  if (numbered === null) return MISSING;
  const { kind } = numbered;
  const sections = [...(withCredits ? [CREDITS_SECTIONS[kind]] : []), ...(withSimilar ? [SIMILAR] : [])];
  const parameters = {
    language: lang,
    append_to_response: [...SECTIONS, CERTIFICATE_SECTIONS[kind], ...sections].join(","),
    include_video_language: [...new Set([lang, "en"])].join(","),
  };
  const responsePromise = ask(tmdbPath(numbered), parameters, { isSecondary });
  if (sections.length > 0) underWay.set(id, { sections, response: responsePromise });
  const response = await responsePromise.finally(() => underWay.delete(id));
  if (response === ABSENT) return MISSING;
  const details = readDetails(response);
  const record = recordOfDetails(kind, details, lang, ENGLISH_GENRES[kind]);
  const detailFacts = factsOfDetails(kind, details, { lang, today: formatDay(now()) });
  const { facts, ...made } = isSecondary
    ? { facts: detailFacts }
    : await nameNextEpisode(detailFacts, { id, lang }, context);
  return {
    ...made,
    value: { ...record, id },
    notes: {
      facts,
      page: { plotLanguage: findPlot(details, lang)?.language, languages: listLanguages(details) },
    },
  };
}

/** Returns the facts with the English title of the next episode if its title is not translated. */
async function nameNextEpisode(
  facts: Facts,
  { id, lang }: TitleQuery,
  context: TmdbContext,
): Promise<Pick<Loaded, "parts"> & { readonly facts: Facts }> {
  const [next] = facts.schedule?.upcoming ?? [];
  if (next === undefined || next.title !== "" || lang === DEFAULT_LANGUAGE) return { facts };
  const inEnglish = { id, lang: DEFAULT_LANGUAGE };
  const stored = await context
    .askStored("title", inEnglish, (query) => title(query, context))
    .catch(() => null);
  const [named] = stored?.notes.facts?.schedule?.upcoming ?? [];
  if (stored === null || named === undefined) return { facts };
  const upcoming = [{ ...next, title: named.title }];
  return { facts: { ...facts, schedule: { ...facts.schedule, upcoming } }, parts: [stored] };
}

/** Compares titles by release date. Titles without a date come last. */
function byDate({ release_date: one }: SearchItem, { release_date: other }: SearchItem): number {
  if (one === other) return 0;
  return one !== "" && (other === "" || one < other) ? -1 : 1;
}

/** Returns the films in a title's collection, without adult films. Throws a Failure. */
export async function collection(query: TitleQuery, context: TmdbContext): Promise<Loaded<TitleCollection>> {
  const stored = await context.askStored("title", query, (titleQuery) => title(titleQuery, context));
  const fact = stored?.notes.facts?.collection;
  if (fact === undefined) return MISSING;
  const response = await context.ask(`collection/${fact.number}`, { language: query.lang });
  if (response === ABSENT) return MISSING;
  const { films, dropped } = readCollection(response);
  context.noteDropped("collection", dropped);
  const titles = films
    .filter(({ adult }) => !adult)
    .toSorted((one, other) => byDate(one, other))
    .map((film) => toFilmographyTitle("movie", film));
  return { value: { ...fact, titles }, ids: { titles: titles.map(({ id }) => id) } };
}

/**
 * Returns a title that a list contains, from the cache or, if `isAsked`, from TMDB. Returns `null` if TMDB responds
 * with 404, and `undefined` if the title is not cached or TMDB fails.
 */
export async function loadListEntry(
  query: TitleQuery,
  context: TmdbContext,
  isAsked: boolean,
): Promise<TitleRecord | null | undefined> {
  const load = isAsked ? () => title(query, context, true) : undefined;
  const stored = await context.askStored("title", query, load).catch(() => null);
  // A record that is only served because TMDB failed must not become part of a fresh response.
  return stored === null || stored.isLastResort ? undefined : stored.value;
}

/** Returns the names of genres by number, or `undefined` if TMDB failed. */
export async function genreNames(query: GenreQuery, context: TmdbContext): Promise<Genres | undefined> {
  const { ask, askStored } = context;
  const stored = await askStored("genres", query, async ({ kind, lang }) => {
    const response = await ask(`genre/${PATHS[kind]}/list`, { language: lang }, { isSecondary: true });
    return { value: readGenres(response) };
  }).catch(() => null);
  return stored?.value ?? undefined;
}
