/**
 * Builds JSON-LD with schema.org types. Unknown properties are left out. A rating is left out if its number of votes
 * is unknown.
 */
import type { Credits, CrewEntry } from "../../../worker/contract/credits.ts";
import type { Title } from "../../../worker/contract/facts.ts";
import type { Person } from "../../../worker/contract/people.ts";
import type { Episode, SeasonResponse } from "../../../worker/contract/seasons.ts";
import { listGenres } from "../../../worker/text/genres.ts";
import { runtimeDuration } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { homeLink } from "../../links.ts";
import { findMakers, type Group, mergePeople } from "../credits/groups.ts";
import { readFilmography } from "../person/filmography.ts";
import { originalName, splitNames } from "../title/names.ts";

export type Thing = Readonly<Record<string, unknown>>;

const CAST_TOLD = 12;

/** The names of occupations. They are in English in every language, like all values of schema.org. */
const OCCUPATIONS: Readonly<Record<Group, string>> = {
  cast: "Actor",
  writer: "Writer",
  director: "Director",
  editing: "Editor",
  production: "Producer",
  art: "Art department",
  "visual effects": "Visual effects",
  sound: "Sound and music",
};

interface Described extends Title {
  /** The title as the page shows it. */
  readonly name: string;
  readonly credits: Credits | null;
  /** The certificate as the page shows it, if known. */
  readonly certificate?: string | undefined;
  /** The absolute URL of the page. */
  readonly url: string;
  readonly image: string | null;
}

export function titleThing(described: Described): Thing {
  const { record, name, credits, url, image, facts, certificate } = described;
  const series = record.type === "series";
  const made = credits === null ? null : findMakers(credits);
  return known({
    "@context": "https://schema.org",
    "@type": series ? "TVSeries" : "Movie",
    "@id": url,
    url,
    name,
    alternateName: originalName(record) ?? undefined,
    description: record.plot || undefined,
    [series ? "startDate" : "datePublished"]: (facts.released ?? record.year) || undefined,
    endDate: series ? facts.series?.last_year?.toString() : undefined,
    numberOfSeasons: series ? facts.series?.seasons : undefined,
    numberOfEpisodes: series ? facts.schedule?.episodes : undefined,
    contentRating: certificate,
    genre: listOrNothing(listGenres(record.genres)),
    countryOfOrigin: listOrNothing(
      splitNames(record.countries).map((name) => ({ "@type": "Country", name })),
    ),
    // The runtime of a series is that of an episode, but `duration` would mean the whole series, for which schema.org
    // has no property.
    duration: series ? undefined : (runtimeDuration(record.runtime) ?? undefined),
    image: image ?? undefined,
    aggregateRating: describeRating(record.rating, facts.votes),
    director: people(made?.directors),
    [series ? "creator" : "author"]: people(series ? made?.creators : made?.writers),
    actor: people(credits?.cast),
  });
}

interface DescribedSeason {
  readonly season: SeasonResponse;
  /** The title of the series as the page shows it. */
  readonly series: string;
  /** The absolute URL of the page. */
  readonly url: string;
  readonly seriesUrl: string;
}

export function seasonThing({ season, series, url, seriesUrl }: DescribedSeason): Thing {
  return known({
    "@context": "https://schema.org",
    "@type": "TVSeason",
    "@id": url,
    url,
    name: season.name,
    seasonNumber: season.season,
    numberOfEpisodes: season.episodes.length,
    startDate: season.aired || undefined,
    partOfSeries: { "@type": "TVSeries", "@id": seriesUrl, url: seriesUrl, name: series },
    episode: listOrNothing(season.episodes.map(episodeThing)),
  });
}

function episodeThing({ episode, title, aired, runtime, rating, votes }: Episode): Thing {
  return known({
    "@type": "TVEpisode",
    episodeNumber: episode,
    name: title || undefined,
    datePublished: aired || undefined,
    duration: runtimeDuration(runtime) ?? undefined,
    aggregateRating: describeRating(rating, votes),
  });
}

/** Returns a rating with its scale, because schema.org assumes a scale up to 5. */
function describeRating(rating: number, votes = 0): Thing | undefined {
  if (rating <= 0 || rating > 10 || votes === 0) return undefined;
  return { "@type": "AggregateRating", ratingValue: rating, ratingCount: votes, bestRating: 10 };
}

interface DescribedPerson {
  readonly person: Omit<Person, "id" | "profile_path">;
  /** The absolute URL of the page. */
  readonly url: string;
  readonly image: string | null;
}

export function personThing({ person, url, image }: DescribedPerson): Thing {
  return known({
    "@context": "https://schema.org",
    "@type": "Person",
    "@id": url,
    url,
    name: person.name,
    alternateName: listOrNothing([...(person.also_known_as ?? [])]),
    birthDate: person.born,
    deathDate: person.died,
    birthPlace: person.birthplace,
    image: image ?? undefined,
    hasOccupation: listOrNothing(
      readFilmography(person).trades.map(({ group }) => ({
        "@type": "Occupation",
        name: OCCUPATIONS[group],
      })),
    ),
  });
}

interface Site {
  readonly language: Language;
  /** The scheme and host of the site. */
  readonly services: { readonly origin: string };
}

/** Returns the breadcrumbs of a page. `steps` are the pages below the home page that lead to this one. */
export function breadcrumbs(
  { language, services }: Site,
  steps: readonly (readonly [name: string, path: string])[],
): Thing {
  const all = [["Marquee", homeLink(language)] as const, ...steps];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: all.map(([name, path], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: services.origin + path,
    })),
  };
}

/** Describes the site and its search. */
export function siteThing(url: string, search: string): Thing {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: "Marquee",
    url,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${search}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

/**
 * Serialises JSON for a script element. Characters that could end the element are escaped, because titles come from
 * outside.
 */
export function scriptText(thing: Thing): string {
  return JSON.stringify(thing).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function people(entries: Credits["cast"] | readonly CrewEntry[] | undefined): Thing[] | undefined {
  const told = mergePeople(entries ?? []).slice(0, CAST_TOLD);
  return listOrNothing(told.map(({ name }) => ({ "@type": "Person", name })));
}

function listOrNothing<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function known(thing: Record<string, unknown>): Thing {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined));
}
