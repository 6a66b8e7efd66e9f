/** Single titles, their credits and titles like them. A request for a title can bring all three. */
import type { Related } from "../contract/browse.ts";
import type { Credits } from "../contract/credits.ts";
import { type Facts, readFacts, type SeriesExtent } from "../contract/facts.ts";
import type { TitleKind } from "../contract/filter.ts";
import type { FilmographyTitle } from "../contract/people.ts";
import type { TitleQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { type Loaded, MISSING } from "../source/loaded.ts";
import { furtherTitles, isOf, leadsOf } from "../source/more-by.ts";
import type { GenreQuery, RelatedQuery, TitleLoad } from "../source/source.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import { ENGLISH_GENRES, type Genres, subtagOf } from "../text/codes.ts";
import { creditsOf } from "./credits.ts";
import { PATHS, tmdbPath, tmdbTitle } from "./ids.ts";
import { storedPerson } from "./people.ts";
import { cardOf, findPlot, listLanguages, recordOfDetails, titleKind, wordsIn } from "./record.ts";
import { type Details, readDetails, readGenres, readPeople, readResults } from "./responses.ts";
import type { Asking } from "./tmdb-request.ts";

/** Sections requested with the details; then with credits and with titles like it. */
const SECTIONS = ["translations", "external_ids", "videos"];
export const CREDITS_SECTIONS = { movie: "credits", series: "aggregate_credits" } as const;
const SIMILAR = "recommendations";

function besides({ underWay }: Asking, id: number, section: string): Promise<unknown> | undefined {
  const asked = underWay.get(id);
  return asked?.sections.includes(section) ? asked.answer : undefined;
}

/** Throws a Failure. */
export async function credits({ id }: TitleQuery, asking: Asking): Promise<Loaded<Credits>> {
  const title = tmdbTitle(id);
  if (title === null) return MISSING;
  const section = CREDITS_SECTIONS[title.kind];
  const alone = () => asking.ask(tmdbPath(title), { append_to_response: section });
  const answer = await (besides(asking, id, section) ?? alone());
  if (answer === ABSENT) return MISSING;
  const read = readPeople(answer, section);
  asking.noteDropped("credits", read.dropped);
  return { value: creditsOf(id, read) };
}

/** The titles related to a title. Throws a Failure if titles like it cannot be loaded. */
export async function related(query: RelatedQuery, asking: Asking): Promise<Loaded<Related>> {
  const none: Related = { names: null, similar: [], further: [], namesakes: [] };
  const kind = tmdbTitle(query.id)?.kind;
  if (kind === undefined || query.onlyNames) return { value: none };
  const [similar, { further, ...rest }] = await Promise.all([
    similarTo(query, asking),
    furtherOf(query, asking),
  ]);
  const titles = [...similar, ...further.flatMap((list) => list.titles)].map(({ id }) => id);
  return { ...rest, value: { ...none, similar, further }, ids: { titles, ...rest.ids } };
}

/** In the requested language, otherwise the original: English titles would take another request. */
async function similarTo({ id, lang }: TitleQuery, asking: Asking): Promise<FilmographyTitle[]> {
  const title = tmdbTitle(id);
  if (title === null) return [];
  const beside = besides(asking, id, SIMILAR);
  const answer = await (beside ?? asking.ask(`${tmdbPath(title)}/${SIMILAR}`, { language: lang }));
  if (answer === ABSENT) return [];
  const page = readResults(beside === undefined ? answer : Object(answer)[SIMILAR]);
  asking.noteDropped("similar", page.dropped);
  return page.items.flatMap((item) =>
    item === null || item.adult ? [] : [cardOf(titleKind(item) ?? title.kind, item)],
  );
}

/** Never rejects: a person who cannot be loaded is left out. */
async function furtherOf({ id, lang }: TitleQuery, asking: Asking) {
  const credited = await asking
    .askStored("credits", { id, lang }, (query) => credits(query, asking))
    .catch(() => null);
  const leads = credited?.value ? leadsOf(credited.value) : [];
  const people = await Promise.all(
    leads.map((lead) => storedPerson({ id: lead.id, lang, includeAdult: false }, asking).catch(() => null)),
  );
  const known = people.filter((person) => person !== null);
  const lists = leads.map(({ role }, at) => {
    const { name = "", known_for = [], credits: all = [] } = people[at]?.value ?? {};
    const own = new Map(all.filter((credit) => isOf(role, [credit])).map(({ title }) => [title.id, title]));
    const best = known_for.flatMap((title) => own.get(title.id) ?? []);
    return { role, name, titles: [...new Set([...best, ...own.values()])] };
  });
  return {
    further: furtherTitles(id, lists),
    isPartial: credited === null || known.length < leads.length,
    parts: known,
    ids: { people: leads.map((lead) => lead.id) },
  };
}

/** `isSecondary`: without a retry, and not counted towards the circuit. Throws a Failure. */
export async function title(
  { id, lang, withCredits, withSimilar }: TitleLoad,
  { ask, underWay }: Asking,
  isSecondary = false,
): Promise<Loaded<TitleRecord>> {
  const title = tmdbTitle(id);
  if (title === null) return MISSING;
  const sections = [
    ...(withCredits ? [CREDITS_SECTIONS[title.kind]] : []),
    ...(withSimilar ? [SIMILAR] : []),
  ];
  const parameters = {
    language: lang,
    append_to_response: [...SECTIONS, ...sections].join(","),
    include_video_language: [...new Set([lang, "en"])].join(","),
  };
  const asked = ask(tmdbPath(title), parameters, { isSecondary });
  if (sections.length > 0) underWay.set(id, { sections, answer: asked });
  const answer = await asked.finally(() => underWay.delete(id));
  if (answer === ABSENT) return MISSING;
  const details = readDetails(answer);
  const record = recordOfDetails(title.kind, details, lang, ENGLISH_GENRES[title.kind]);
  return {
    value: { ...record, id },
    notes: {
      facts: factsOfDetails(title.kind, details, lang),
      page: { plotLanguage: findPlot(details, lang)?.language, languages: listLanguages(details) },
    },
  };
}

function factsOfDetails(kind: TitleKind, details: Details, lang: string): Facts {
  return readFacts({
    votes: details.vote_count,
    language: subtagOf(details.original_language),
    series: kind === "series" ? extentOf(details) : undefined,
    external: externalIdsOf(kind, details),
    tagline: details.tagline || wordsIn(details, "en", "tagline"),
    trailer: findTrailer(details, lang),
  });
}

function extentOf({ last_air_date, number_of_seasons, in_production }: Details): SeriesExtent {
  return {
    last_year: in_production ? undefined : Number(last_air_date.slice(0, 4)) || undefined,
    seasons: number_of_seasons || undefined,
    in_production,
  };
}

function externalIdsOf(kind: TitleKind, { id, external_ids }: Details): Facts["external"] {
  const { imdb_id: imdb, wikidata_id: wikidata } = external_ids;
  return {
    ...(imdb !== "" && { imdb }),
    ...(wikidata !== "" && { wikidata }),
    [kind === "movie" ? "tmdb-movie" : "tmdb-tv"]: String(id),
  };
}

/** Returns a trailer in the language, otherwise the first. TMDB identifies videos by their key on another site. */
function findTrailer({ videos }: Details, lang: string): string | undefined {
  const trailers = (videos.results ?? []).filter(
    ({ site, type, key }) => site === "YouTube" && type === "Trailer" && /^[\w-]{6,20}$/.test(key),
  );
  const trailer = trailers.find(({ iso_639_1 }) => iso_639_1 === lang) ?? trailers[0];
  return trailer && `https://www.youtube.com/watch?v=${trailer.key}`;
}

/**
 * The single title of an entry of a list, requested only if `isAsked`. `null`: TMDB does not have it. `undefined`: unknown, or
 * TMDB failed.
 */
export async function titleBeside(
  query: TitleQuery,
  asking: Asking,
  isAsked: boolean,
): Promise<TitleRecord | null | undefined> {
  const load = isAsked ? () => title(query, asking, true) : undefined;
  const stored = await asking.askStored("title", query, load).catch(() => null);
  // A record that is stale because TMDB failed must not become part of a response that counts as new.
  return stored === null || stored.isLastResort ? undefined : stored.value;
}

/** Names by number. `undefined`: TMDB failed. */
export async function genreNames(query: GenreQuery, asking: Asking): Promise<Genres | undefined> {
  const { ask, askStored } = asking;
  const stored = await askStored("genres", query, async ({ kind, lang }) => {
    const answer = await ask(`genre/${PATHS[kind]}/list`, { language: lang }, { isSecondary: true });
    return { value: readGenres(answer) };
  }).catch(() => null);
  return stored?.value ?? undefined;
}
