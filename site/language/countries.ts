/**
 * Names of countries in a visitor's language. Records name countries in English; the names
 * that `Intl` knows are turned into codes and from there into the other language. A name it
 * does not know stays as it is.
 */
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";

/** Names in common use that differ from those of `Intl`. A country that is no more has no code, and stays. */
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

/** Filled once with the few hundred names of `Intl`, since asking for each takes its time. */
let codes: ReadonlyMap<string, string> | null = null;

export function countryName(language: Language, name: string): string {
  if (language === DEFAULT_LANGUAGE) return name;
  const code = codeOf(name);
  return code === undefined ? name : (names(language).of(code) ?? name);
}

/** Whether it is the English name of a country that is known. */
export function isEnglishCountry(name: string): boolean {
  return codeOf(name) !== undefined;
}

function codeOf(name: string): string | undefined {
  codes ??= englishNames();
  return codes.get(name);
}

function englishNames(): ReadonlyMap<string, string> {
  const english = names(DEFAULT_LANGUAGE);
  const found = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      const name = english.of(code);
      // Codes that were withdrawn are named like what followed them: the first of a name is kept.
      if (name !== undefined && name !== code && !found.has(name)) found.set(name, code);
    }
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) found.set(name, code);
  return found;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

function names(language: Language): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: "region", fallback: "none" });
}
