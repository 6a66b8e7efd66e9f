/**
 * Lists whose entries are fixed, whatever the catalog contains: image sizes, genres, countries, languages and other
 * TMDB codes.
 */
import type { TitleKind } from "../contract/filter.ts";
import { languageOf } from "../contract/language-tags.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import {
  allCountries,
  type Country,
  ENGLISH_GENRES,
  onFirstUse,
  PRODUCTIVE,
  twoLetters,
} from "../text/codes.ts";
import { LANGUAGES } from "../text/languages.ts";
import { TMDB_IMAGES } from "../tmdb/ids.ts";
import { GENRE_NAMES } from "../understanding/genre-names.ts";
import type { CatalogView } from "./catalog-reading.ts";
import { listCertifications } from "./certifications.ts";
import { listJobs } from "./departments.ts";

/** Returns an object in which each of these names has the same value. */
export function each<Value>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

/** Returns the configuration. If the catalog has no images of its own, it contains the URL of TMDB's images. */
const configuration = ({ imagesUrl }: ListSettings) => ({
  images: {
    base_url: (imagesUrl ?? TMDB_IMAGES).replace("https:", "http:"),
    secure_base_url: imagesUrl ?? TMDB_IMAGES,
    backdrop_sizes: ["w300", "w780", "w1280", "original"],
    logo_sizes: ["w45", "w92", "w154", "w185", "w300", "w500", "original"],
    poster_sizes: ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
    profile_sizes: ["w45", "w185", "h632", "original"],
    still_sizes: ["w92", "w185", "w300", "original"],
  },
  change_keys: [],
});

type ListSettings = Pick<CatalogView, "imagesUrl" | "lang">;

/** The lists by path. */
export const REFERENCE_LISTS: Readonly<Record<string, (settings: ListSettings) => object>> = {
  authentication: () => ({ success: true, status_code: 1, status_message: "Success." }),
  ...each(() => ({ results: [] }), "watch/providers/movie watch/providers/tv"),
  "certification/movie/list": () => listCertifications("movie"),
  "certification/tv/list": () => listCertifications("series"),
  configuration,
  "configuration/countries": ({ lang }) => countryList(allCountries(), lang),
  "configuration/jobs": listJobs,
  "configuration/timezones": timezoneList,
  "genre/movie/list": ({ lang }) => genreList("movie", lang),
  "genre/tv/list": ({ lang }) => genreList("series", lang),
  "watch/providers/regions": ({ lang }) => ({
    results: countryList(
      allCountries().filter(({ code }) => PROVIDER_REGIONS.includes(code)),
      lang,
    ),
  }),
  "configuration/languages": languageList,
  "configuration/primary_translations": primaryTranslations,
};

/** Language tags for regions with their own spelling or vocabulary. */
const REGIONAL_TRANSLATIONS = ["en-GB", "es-MX", "fr-CA", "pt-PT", "zh-HK", "zh-TW"];

/** Returns language tags that include a country. Clients let users choose from this list, and fail if it is empty. */
function primaryTranslations(): string[] {
  const tags = PRODUCTIVE.languages.split(" ").flatMap((code) => {
    const { language, region } = new Intl.Locale(code).maximize();
    return language === code && language.length === 2 && region !== undefined ? `${language}-${region}` : [];
  });
  return [...tags, ...REGIONAL_TRANSLATIONS].sort();
}

function languageList() {
  return twoLetters("a").flatMap((code) => {
    const english = englishLanguageName(code, "en");
    if (english === "" || Intl.getCanonicalLocales(code)[0] !== code) return [];
    return { iso_639_1: code, english_name: english, name: englishLanguageName(code, code) };
  });
}

/** Returns the name of a language in the language `inLanguage` or else in English, or "" if it is unknown. */
export function englishLanguageName(code: string, inLanguage: string): string {
  return new Intl.DisplayNames([inLanguage, "en"], { type: "language", fallback: "none" }).of(code) ?? "";
}

/** The countries in which TMDB knows where titles can be watched. */
const PROVIDER_REGIONS =
  "AD AE AG AL AO AR AT AU AZ BA BB BE BF BG BH BM BO BR BS BY BZ CA CD CH CI CL CM CO CR CU CV CY CZ DE DK DO DZ EC EE EG ES FI FJ FR GB GF GG GH GI GQ GR GT GY HK HN HR HU ID IE IL IN IQ IS IT JM JO JP KE KR KW LB LC LI LT LU LV LY MA MC MD ME MG MK ML MT MU MW MX MY MZ NE NG NI NL NO NZ OM PA PE PF PG PH PK PL PS PT PY QA RO RS RU SA SC SE SG SI SK SM SN SV TC TD TH TN TR TT TW TZ UA UG US UY VA VE XK YE ZA ZM ZW".split(
    " ",
  );

function countryList(countries: readonly Country[], lang: string): object[] {
  const names = new Intl.DisplayNames([lang, "en"], { type: "region", fallback: "none" });
  return countries.map(({ code, name }) => ({
    iso_3166_1: code,
    english_name: name,
    native_name: lang === DEFAULT_LANGUAGE ? name : (names.of(code) ?? name),
  }));
}

function timezoneList(): object[] {
  return allCountries().flatMap(({ code }) => {
    const zones = new Intl.Locale(`und-${code}`).getTimeZones() ?? [];
    return zones.length === 0 ? [] : [{ iso_3166_1: code, zones }];
  });
}

function genreList(kind: TitleKind, lang: string): object {
  const genres = Object.keys(ENGLISH_GENRES[kind]).map(Number);
  return { genres: genres.map((id) => ({ id, name: genreName(kind, id, lang) })) };
}

/** The names of genres by English name. Each list of names is in the order of `LANGUAGES`. */
const genreNames = onFirstUse(() => {
  const lines = GENRE_NAMES.trim().split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [english = "", ...names] = line.split("|");
      return english.split(", ").map((name) => [name, names] as const);
    }),
  );
});

/**
 * Returns TMDB's name of a genre in a language. Defaults to English. If a name combines two genres, both parts are
 * translated.
 */
export function genreName(kind: TitleKind, id: number, lang: string): string {
  const english = ENGLISH_GENRES[kind][id] ?? "";
  const at = (LANGUAGES as readonly string[]).indexOf(languageOf(lang));
  if (lang === DEFAULT_LANGUAGE || at === -1) return english;
  // A name may have two forms, separated by a slash. The second describes titles of the genre, so only the first is
  // used here.
  const names = english.split(" & ").map((part) => genreNames().get(part)?.[at]?.split("/")[0] ?? part);
  return names.join(" & ");
}
