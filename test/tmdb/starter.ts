/** Converts the starter catalog to titles of the TMDB stub, so that the whole site can be tried without a key. */

import { readStarterPeople, readTitles } from "../../tools/catalog/starter/read.ts";
import type { StarterTitle } from "../../tools/catalog/starter/title.ts";
import { CREW_GROUPS, type CrewGroup } from "../../worker/contract/credits.ts";
import { allCountries, ENGLISH_GENRES } from "../../worker/text/codes.ts";
import type { Season } from "./seasons.ts";
import type { Person, Title } from "./titles.ts";

/** The first id for the starter catalog. The stub's own titles and people have smaller ids. */
const FIRST_ID = 100_000;

const DEPARTMENTS: Readonly<Record<CrewGroup, string>> = {
  writer: "Writing",
  director: "Directing",
  editing: "Editing",
  production: "Production",
  art: "Art",
  "visual effects": "Visual Effects",
  sound: "Sound",
};

/** Returns the path of an image, or `null` for one in `rarity` ids, because some images are missing at TMDB. */
function pictureOf(kind: string, id: number, rarity: number): string | null {
  return id % rarity === 0 ? null : `/${kind}-${id}.png`;
}

export function starterTitles(): { readonly titles: Title[]; readonly people: Person[] } {
  const people = new Map(
    [...readStarterPeople()].map(([name, id]) => [
      name,
      { id: FIRST_ID + id, name, profile: pictureOf("portrait", id, 4) },
    ]),
  );
  const codes = new Map(allCountries().map(({ code, name }) => [name, code]));
  const titles = readTitles()
    .toSorted((one, other) => other.popularity - one.popularity)
    .map((title) => tmdbTitle(title, people, codes));
  return { titles, people: [...people.values()] };
}

function tmdbTitle(
  title: StarterTitle,
  people: ReadonlyMap<string, Person>,
  codes: ReadonlyMap<string, string>,
): Title {
  const { id, type, language, translations, external } = title;
  const person = (name: string) => people.get(name) as Person;
  const countries = title.countries.flatMap((name) => codes.get(name) ?? []);
  const english = { title: title.title, plot: title.plot };
  const words = Object.entries({ en: english, ...translations });
  const numbers = Object.entries(ENGLISH_GENRES[type]);
  return {
    kind: type === "movie" ? "movie" : "tv",
    id: FIRST_ID + id,
    language,
    titles: {
      ...Object.fromEntries(words.map(([lang, { title }]) => [lang, title])),
      [language]: title.original_title,
    },
    plots: Object.fromEntries(words.map(([lang, { plot = "" }]) => [lang, plot])),
    date: title.details.released ?? firstDay(title) ?? `${title.year}-06-01`,
    genres: numbers
      .filter(([, name]) => name.split(" & ").some((part) => title.genres.includes(part as never)))
      .map(([number]) => Number(number)),
    runtime: title.runtime,
    lastEpisode: title.runtime,
    produced: countries,
    origin: countries,
    votes: title.popularity * 1_000,
    poster: pictureOf("poster", id, 9),
    ...(id % 5 > 0 && { backdrop: `/backdrop-${id}.png` }),
    ...(title.type === "series" && toRun(title)),
    ...toDetails(title),
    ...(external?.imdb !== undefined && { imdb: external.imdb }),
    ...(external?.wikidata !== undefined && { wikidata: external.wikidata }),
    ...(id % 7 > 0 && { offers: offersOf(id) }),
    cast: title.cast.map(([name, role]) => [person(name), [role]]),
    crew: CREW_GROUPS.flatMap((group) =>
      title.crew[group].map(([name, job]) => [person(name), DEPARTMENTS[group], [job]] as const),
    ),
  };
}

/** Returns the seasons of a series, and the date of its last episode if it has ended. */
function toRun(title: StarterTitle): Partial<Title> {
  const { id, series, seasons = [] } = title;
  const seasonList = seasons.map(
    ({ season, episodes }): Season => ({
      number: season,
      date: episodes[0]?.[1] ?? null,
      poster: pictureOf("poster-season", id * 100 + season, 6),
      episodes: episodes.map(([name, date], at) => ({
        number: at + 1,
        id: (FIRST_ID + id) * 1_000 + season * 50 + at,
        date,
        names: { en: name },
        still: pictureOf("still", (id * 100 + season) * 100 + at, 8),
      })),
    }),
  );
  const last = seasonList.at(-1)?.episodes.at(-1)?.date;
  const lastYear = series?.last_year;
  return {
    seasonList,
    ...(series?.seasons !== undefined && { seasons: series.seasons }),
    ...(lastYear === undefined
      ? { status: "Returning Series" }
      : { status: "Ended", ended: last?.startsWith(`${lastYear}-`) ? last : `${lastYear}-06-01` }),
  };
}

function toDetails({ type, details }: StarterTitle): Partial<Title> {
  const { certificates = [], companies = [], networks = [] } = details;
  /** The type of a theatrical release. Certificates of series have no type. */
  const release = type === "movie" ? 3 : 0;
  return {
    companies,
    networks,
    certificates: Object.fromEntries(
      certificates.map(({ country, certificate }) => [country, [[release, certificate]]]),
    ),
  };
}

const SERVICES = {
  flatrate: ["Netflix", "Amazon Prime Video", "Disney Plus", "MUBI", "Max"],
  ads: ["Pluto TV", "Tubi TV"],
  free: ["Arte", "Kanopy"],
  rent: ["Apple TV", "Google Play Movies", "Amazon Video", "Rakuten TV", "YouTube"],
  buy: ["Apple TV", "Google Play Movies", "Amazon Video", "Sky Store"],
};
/** Countries of which JustWatch has data. */
const COUNTRIES =
  "AD AE AG AL AR AT AU BA BB BE BG BH BM BO BR BS CA CH CI CL CO CR CU CV CY CZ DE DK DO DZ EC EE EG ES FI FJ FR GB GF GG GH GI GR GT HK HN HR HU ID IE IL IN IQ IS IT JM JO JP KE KR KW LB LI LT LV LY MA MC MD MK MT MU MX MY MZ NE NG NL NO NZ OM PA PE PH PK PL PS PT PY QA RO RS RU SA SC SE SG SI SK SM SN SV TC TH TN TR TT TW TZ UG US UY VA VE XK YE ZA ZM".split(
    " ",
  );

/** Returns offers in most countries, of which most have several. */
function offersOf(id: number): Title["offers"] {
  return Object.fromEntries(
    COUNTRIES.flatMap((code, at) => {
      const groups = Object.entries(SERVICES).map(([group, names]) => [
        group,
        names.filter((_, nth) => (id * 31 + at * 7 + nth * 5) % 4 === 0),
      ]);
      const offered = groups.filter(([, names]) => names?.length);
      return offered.length === 0 ? [] : [[code, Object.fromEntries(offered)]];
    }),
  );
}

function firstDay({ seasons = [] }: StarterTitle): string | undefined {
  return seasons.find(({ season }) => season > 0)?.episodes[0]?.[1];
}
