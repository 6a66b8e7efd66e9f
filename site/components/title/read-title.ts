/** Reads the data for the pages of a title. Either the record or the credits may be missing. */
import type { APIContext, AstroGlobal } from "astro";
import type { Related, TitleCollection } from "../../../worker/contract/browse.ts";
import type { Credits } from "../../../worker/contract/credits.ts";
import type { Facts } from "../../../worker/contract/facts.ts";
import { readQuery } from "../../../worker/contract/parameters.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import type { CountryProviders } from "../../../worker/contract/providers.ts";
import { CREDITS, SEASON, type TitleQuery } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Season, SeasonResponse } from "../../../worker/contract/seasons.ts";
import { toSlug } from "../../../worker/contract/slug.ts";
import type { PageNotes } from "../../../worker/source/loaded.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../language/language.ts";
import { titleLink, titlePath } from "../../links.ts";
import { inPageOrder } from "../credits/groups.ts";
import { explain } from "../problem/explain.ts";
import { titleName } from "./names.ts";
import {
  pageCollection,
  pageCredits,
  pageEpisode,
  pageRecord,
  pageRelated,
  pageSeason,
} from "./page-texts.ts";

interface TitleParts {
  readonly query: TitleQuery;
  /** The record, or `null` if none was found. The title may exist nevertheless. */
  readonly record: TitleRecord | null;
  readonly facts: Facts;
  readonly notes: PageNotes;
  /** The credits, or a problem if they could not be loaded. */
  readonly credits: Credits | Problem;
  /**
   * The title in all languages, and related titles without adult titles. Related titles are only loaded if they are
   * requested.
   */
  readonly related: Related;
  /** The collection, or `null` if the title has none or it was not requested. */
  readonly collection: TitleCollection | null;
  /** The services that offer the title, by country. Empty if they are unknown or were not requested. */
  readonly providers: readonly CountryProviders[];
  /** The seasons in order. Empty if they were not requested. */
  readonly seasons: readonly Season[];
  /**
   * The requested season, a problem if the season does not exist or cannot be loaded, or `null` if none was
   * requested.
   */
  readonly season: SeasonResponse | Problem | null;
}

export interface TitlePage extends TitleParts {
  /** The title as the page shows it. */
  readonly name: string;
  /** Returns the slug of the title in a language. */
  readonly slugIn: (language: Language) => string;
  /** The languages into which the title is translated. Pages in other languages show the English title. */
  readonly languages: readonly Language[];
}

type Wanted = Partial<Pick<WantedTitle, "withOthers" | "withProviders" | "season">>;

/**
 * Reads the data for a page of a title. Returns a response instead if the URL has the wrong slug, or if there is a
 * problem.
 * @param path builds the path of the page from a language, an id and a slug
 */
export async function openTitle(
  astro: AstroGlobal,
  path: typeof titlePath,
  wanted?: Wanted,
): Promise<TitlePage | Response> {
  const opened = await findTitle(astro, path, wanted);
  return opened instanceof Problem ? await explain(astro, opened) : opened;
}

/** Reads the data like `openTitle`, but returns a problem as it is. */
export async function findTitle(
  astro: Pick<APIContext, "locals" | "params" | "redirect">,
  path: typeof titlePath,
  { withOthers = false, withProviders = false, season = null }: Wanted = {},
): Promise<TitlePage | Response | Problem> {
  const { language, words, services } = astro.locals;
  const { id = "", slug = "" } = astro.params;
  const parts = await readTitle(services, { id, slug, language, withOthers, withProviders, season });
  if (parts instanceof Problem) return parts;
  const { query, record } = parts;
  if (record === null)
    return {
      ...parts,
      name: words.title.unavailable,
      slugIn: () => slug,
      languages: LANGUAGES,
    };
  // If the title was merged into another one, the record has the other title's id.
  if (record.id !== query.id || toSlug(record) !== slug)
    return astro.redirect(path(language, record.id, toSlug(record)), 308);
  return {
    ...parts,
    name: titleName(language, record),
    ...namesIn(parts, slug, language),
  };
}

interface WantedTitle {
  readonly id: string;
  readonly slug: string;
  readonly language: Language;
  readonly withOthers: boolean;
  readonly withProviders: boolean;
  /** The number of the season in the URL, or `null` if the page is not about a season. */
  readonly season: string | null;
}

/**
 * Loads all data of a page concurrently, so that reads of the catalog share round trips. Never throws, because
 * problems are part of the result.
 */
async function readTitle(
  services: SiteServices,
  { id, slug, language, withOthers, withProviders, season: number }: WantedTitle,
): Promise<TitleParts | Problem> {
  try {
    const query = readQuery(CREDITS, new URLSearchParams({ id, lang: language }));
    const hasSeasons = withOthers || number !== null;
    const [found, credits, related, collection, providers, seasons, season] = await Promise.all([
      services.title({ ...query, slug, withCredits: true, withSimilar: withOthers }),
      readCredits(services, query),
      services.value("related", { ...query, onlyNames: !withOthers }),
      withOthers ? services.value("collection", query) : null,
      withProviders ? services.value("providers", query) : null,
      hasSeasons ? services.value("seasons", query) : null,
      number === null ? null : readSeason(services, query, number),
    ]);
    if (found?.record.is_adult === 1) return noSuchTitle();
    if (found === null && credits instanceof Problem) return credits;
    return {
      query,
      record: found && pageRecord(found.record),
      facts: found?.facts ?? {},
      notes: found?.notes ?? {},
      credits,
      related: related === null ? NOTHING_RELATED : pageRelated(related),
      collection: collection && pageCollection(collection),
      providers: providers ?? [],
      seasons: (seasons ?? []).map(pageSeason),
      season,
    };
  } catch (thrown) {
    return asProblem(thrown);
  }
}

const NOTHING_RELATED: Related = { names: null, similar: [], further: [], namesakes: [] };

/**
 * Returns the slug in each language, and the languages with a translated title. Without the catalog, all languages
 * count as translated and have the slug of this page, because a wrong slug redirects to the right one.
 */
function namesIn(
  { related: { names }, notes }: TitleParts,
  slug: string,
  language: Language,
): Pick<TitlePage, "slugIn" | "languages"> {
  if (names === null) return { slugIn: () => slug, languages: translatedInto(notes.languages) };
  const { title, year, translations } = names;
  return {
    slugIn: (other) => (other === language ? slug : toSlug({ title: translations[other] ?? title, year })),
    languages: translatedInto(Object.keys(translations)),
  };
}

/**
 * Returns the languages of the site into which a title is translated. English is always included, and so are all
 * languages if translations are unknown.
 */
export function translatedInto(known: readonly string[] | undefined): readonly Language[] {
  return LANGUAGES.filter(
    (language) => known === undefined || language === DEFAULT_LANGUAGE || known.includes(language),
  );
}

/**
 * Returns the canonical path of a title. If no record is found, loads the credits to find out whether the title
 * exists.
 */
export async function readTitlePath(
  services: SiteServices,
  id: string,
  language: Language,
): Promise<string | Problem> {
  try {
    const query = readQuery(CREDITS, new URLSearchParams({ id, lang: language }));
    const found = await services.title({ ...query, slug: "" });
    if (found?.record.is_adult === 1) return noSuchTitle();
    if (found !== null) return titleLink(language, pageRecord(found.record));
    const credits = await readCredits(services, query);
    return credits instanceof Problem ? credits : titlePath(language, query.id, "untitled");
  } catch (thrown) {
    return asProblem(thrown);
  }
}

/** Adult titles get the same problem as unknown titles. */
function noSuchTitle(): Problem {
  return new Problem("title-not-found", "No title has this id.");
}

async function readCredits(services: SiteServices, query: TitleQuery): Promise<Credits | Problem> {
  const read = await services.read("credits", query);
  if (read.kind === "failed") return read.problem;
  if (read.kind === "missing") return noSuchTitle();
  return inPageOrder(pageCredits(read.value));
}

/** Reads a season. Throws a Problem if its number is malformed. */
async function readSeason(
  services: SiteServices,
  { id, lang }: TitleQuery,
  season: string,
): Promise<SeasonResponse | Problem> {
  const query = readQuery(SEASON, new URLSearchParams({ lang }), { id: String(id), season });
  const read = await services.read("season", query);
  if (read.kind === "failed") return read.problem;
  if (read.kind === "missing") return new Problem("not-found", "The series has no such season.");
  return { ...pageSeason(read.value), episodes: read.value.episodes.map(pageEpisode) };
}
