/**
 * Names of countries in the visitor's language. Records have English names, which are converted to codes and then
 * translated by `Intl`. Unknown names stay as they are.
 */
import { toFacetSlug } from "../../worker/contract/browse.ts";
import { createPerLanguage, DEFAULT_LANGUAGE, type Language } from "./language.ts";
import { namesIn } from "./tables.ts";

/** Names of former countries, which `Intl` does not have. */
const formerCountry = namesIn(`
Soviet Union|Soviet Union|Unión Soviética|Union soviétique|Sowjetunion|União Soviética|ソビエト連邦|苏联|الاتحاد السوفيتي
Czechoslovakia|Czechoslovakia|Checoslovaquia|Tchécoslovaquie|Tschechoslowakei|Tchecoslováquia|チェコスロバキア|捷克斯洛伐克|تشيكوسلوفاكيا
Yugoslavia|Yugoslavia|Yugoslavia|Yougoslavie|Jugoslawien|Iugoslávia|ユーゴスラビア|南斯拉夫|يوغوسلافيا
East Germany|East Germany|Alemania Oriental|Allemagne de l’Est|DDR|Alemanha Oriental|東ドイツ|东德|ألمانيا الشرقية
`);

/** Common English names that differ from those in `Intl`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "United States of America": "US",
  USA: "US",
  UK: "GB",
  "Hong Kong": "HK",
  Macao: "MO",
  Turkey: "TR",
  "Czech Republic": "CZ",
  "Ivory Coast": "CI",
  Palestine: "PS",
  Burma: "MM",
};

/** Phrases for titles from a country. Languages whose country names need an article are not included. */
const TITLES_OF: Partial<Record<Language, string>> = {
  en: "{titles} from {country}",
  es: "{titles} de {country}",
  ja: "{country}の{titles}",
  zh: "{country}{titles}",
  ar: "{titles} من {country}",
};
const WITH_ARTICLE =
  /^(?:United|Netherlands|Philippines|Czech Republic|Soviet Union|Dominican|Bahamas|Maldives)/;

export function hasTitlesOfCountries(language: Language): boolean {
  return TITLES_OF[language] !== undefined;
}

/** Returns text such as "Films from Japan". */
export function titlesOfCountry(language: Language, titles: string, country: string): string {
  const name = language === DEFAULT_LANGUAGE && WITH_ARTICLE.test(country) ? `the ${country}` : country;
  const pattern = TITLES_OF[language] ?? "{titles}";
  return pattern.replace("{titles}", () => titles).replace("{country}", () => name);
}

/**
 * The country codes by English name, or `null` until they are needed. They are all read at once, because looking up
 * single names in `Intl` is slow.
 */
let codes: ReadonlyMap<string, string> | null = null;

export function countryName(language: Language, name: string): string {
  if (language === DEFAULT_LANGUAGE) return name;
  const code = countryCode(name);
  return formerCountry(language, name) ?? (code && names(language).of(code)) ?? name;
}

export function isEnglishCountry(name: string): boolean {
  return formerCountry(DEFAULT_LANGUAGE, name) !== undefined || countryCode(name) !== undefined;
}

/** Returns the English name of a country for its slug or code, or `null` if it is unknown. */
export function findCountry(value: string): string | null {
  codes ??= englishNames();
  const isMeant = (name: string, code: string) => toFacetSlug(name) === value || code.toLowerCase() === value;
  return [...codes].find(([name, code]) => isMeant(name, code))?.[0] ?? null;
}

/** Returns the code of a country for its English name, or `undefined` if it is unknown. */
export function countryCode(name: string): string | undefined {
  codes ??= englishNames();
  return codes.get(name);
}

/** Returns countries with their names, in alphabetical order. */
export function listCountries(language: Language, countryCodes: readonly string[]) {
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((code) => ({ code, name: names(language).of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name));
}

function englishNames(): ReadonlyMap<string, string> {
  const english = names(DEFAULT_LANGUAGE);
  const found = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      const name = english.of(code);
      // `Intl` gives a withdrawn code the name of the successor country, so the first code with a name is the valid
      // one.
      if (name !== undefined && name !== code && !found.has(name)) found.set(name, code);
    }
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) found.set(name, code);
  return found;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const names = createPerLanguage(
  (language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }),
);
