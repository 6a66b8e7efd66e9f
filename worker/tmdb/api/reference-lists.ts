/** Lists of codes, which are the same for every catalog: TMDB's sizes, genres, countries and languages. */
import type { TitleKind } from "../../contract/filter.ts";
import { allCountries, ENGLISH_GENRES, PRODUCTIVE, twoLetters } from "../../text/codes.ts";
import { TMDB_IMAGES } from "../ids.ts";
import type { CatalogView } from "./catalog-reading.ts";

/** The same value under each of these names. */
export function each<Value>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

/** Without images, the address is TMDB's own. */
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

/** What lists depend on. */
type ListSettings = Pick<CatalogView, "imagesUrl" | "lang">;

/** By path. */
export const REFERENCE_LISTS: Readonly<Record<string, (settings: ListSettings) => object>> = {
  authentication: () => ({ success: true, status_code: 1, status_message: "Success." }),
  ...each(() => ({ certifications: {} }), "certification/movie/list certification/tv/list"),
  ...each(() => [], "configuration/jobs configuration/timezones"),
  ...each(() => ({ results: [] }), "watch/providers/movie watch/providers/regions watch/providers/tv"),
  configuration,
  "configuration/countries": () =>
    allCountries().map(({ code, name }) => ({ iso_3166_1: code, english_name: name, native_name: name })),
  "configuration/languages": languageList,
  "configuration/primary_translations": primaryTranslations,
};

/** Further countries of languages that are written differently there. */
const REGIONAL_TRANSLATIONS = ["en-GB", "es-MX", "fr-CA", "pt-PT", "zh-HK", "zh-TW"];

/** Tags of a language and a country, because programs choose their language from this list and fail if it is empty. */
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

/** "": no name. */
export function englishLanguageName(code: string, inLanguage: string): string {
  return new Intl.DisplayNames([inLanguage, "en"], { type: "language", fallback: "none" }).of(code) ?? "";
}

export function genreList(kind: TitleKind) {
  return { genres: Object.entries(ENGLISH_GENRES[kind]).map(([id, name]) => ({ id: Number(id), name })) };
}
