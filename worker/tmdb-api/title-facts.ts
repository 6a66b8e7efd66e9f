/** Facts about titles in TMDB's format: dates, companies, certificates, trailers and collections. */
import { seriesDatesOn } from "../contract/details.ts";
import { numberOfName } from "../text/own-numbers.ts";
import type { NumberedTitle } from "./catalog-reading.ts";
import { each } from "./reference-lists.ts";

/** Returns a complete date. A year becomes its 1 January, because clients expect a day. */
const wholeDate = (date: string) => (date.length === 4 ? `${date}-01-01` : date);

/** Returns the release date of a film or the first air date of a series, or "" if unknown. */
export function getReleaseDate({ record, facts }: NumberedTitle): string {
  return wholeDate(facts.released ?? facts.schedule?.first_aired ?? record.year);
}

export function getLastAirDate({ facts, view }: NumberedTitle): string | null {
  const { last_aired, last_year } = seriesDatesOn(view.today, facts);
  const date = last_aired ?? last_year?.toString();
  return date === undefined ? null : wholeDate(date);
}

/** Returns a company or network in the form in which title details contain it. */
export const organisation = (name: string) => ({
  id: numberOfName(name),
  logo_path: null,
  name,
  origin_country: "",
});
export const listCompanies = ({ facts }: NumberedTitle) => (facts.companies ?? []).map(organisation);
export const listNetworks = ({ facts }: NumberedTitle) => (facts.networks ?? []).map(organisation);

export function toCollection({ facts: { collection } }: NumberedTitle): object | null {
  if (collection === undefined) return null;
  return { id: collection.number, name: collection.name, ...each(null, "backdrop_path poster_path") };
}

/** TMDB's number for a theatrical release. */
const THEATRICAL = 3;

export function releaseDates(title: NumberedTitle): object {
  const date = getReleaseDate(title);
  const release_date = date === "" ? "" : `${date}T00:00:00.000Z`;
  const results = getCertificates(title).map(({ country, certificate }) => {
    const release = { certification: certificate, descriptors: [], iso_639_1: "", note: "", release_date };
    return { iso_3166_1: country, release_dates: [{ ...release, type: THEATRICAL }] };
  });
  return { results };
}

/** Returns the release dates in an older format that some clients still read. */
export function releases(title: NumberedTitle): object {
  const release_date = getReleaseDate(title);
  const countries = getCertificates(title).map(({ country, certificate }) => {
    return { certification: certificate, descriptors: [], iso_3166_1: country, primary: false, release_date };
  });
  return { countries };
}

export function contentRatings(title: NumberedTitle): object {
  const results = getCertificates(title).map(({ country, certificate }) => {
    return { descriptors: [], iso_3166_1: country, rating: certificate };
  });
  return { results };
}

const getCertificates = ({ facts }: NumberedTitle) => facts.certificates ?? [];

/** The video sites that TMDB supports, and patterns for their URLs. */
const VIDEO_SITES = [
  {
    site: "YouTube",
    form: /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|embed\/)|youtu\.be\/)([\w-]{6,20})/,
  },
  { site: "Vimeo", form: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{1,15})/ },
] as const;

/** Returns an id of 24 hexadecimal digits, as TMDB has it for videos and seasons. */
export const toHexId = (number: number) => number.toString(16).padStart(24, "0");

function findTrailer({ facts }: NumberedTitle): { readonly site: string; readonly key: string } | null {
  const [video = null] = VIDEO_SITES.flatMap(({ site, form }) => {
    const key = form.exec(facts.trailer ?? "")?.[1];
    return key === undefined ? [] : [{ site, key }];
  });
  return video;
}

export function videos(title: NumberedTitle): object {
  const trailer = findTrailer(title);
  if (trailer === null) return { results: [] };
  const id = toHexId(numberOfName(trailer.key));
  const unknown = { ...each("", "iso_3166_1 published_at"), official: false, size: 1_080 };
  // Kodi ignores trailers that are neither in its own language nor in English.
  const iso_639_1 = title.trailerLanguage;
  return { results: [{ ...unknown, ...trailer, id, iso_639_1, name: "Trailer", type: "Trailer" }] };
}

/** Returns the trailers in an older format that some clients still read. */
export function trailers(title: NumberedTitle): object {
  const trailer = findTrailer(title);
  const isOnYouTube = trailer?.site === "YouTube";
  const youtube = isOnYouTube ? [{ name: "Trailer", size: "HD", source: trailer.key, type: "Trailer" }] : [];
  return { quicktime: [], youtube };
}
