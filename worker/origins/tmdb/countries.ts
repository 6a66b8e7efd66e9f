/** Names of countries by TMDB's codes: ISO 3166-1, countries of the past and two codes of its own. */

/** `Intl.DisplayNames` gives these the name of a successor, or none. English only, as TMDB has them. */
const FORMER: Readonly<Record<string, string>> = {
  AN: "Netherlands Antilles",
  BU: "Burma",
  CS: "Serbia and Montenegro",
  DD: "East Germany",
  SU: "Soviet Union",
  TP: "East Timor",
  XC: "Czechoslovakia",
  XG: "East Germany",
  YU: "Yugoslavia",
  ZR: "Zaire",
};

/** Their long names say what they belong to: "Hong Kong SAR China". */
const SHORT = ["HK", "MO", "PS"];

/** Names in a language, joined as in the contract. Codes without a name are left out. */
export function countryNames(codes: readonly string[], lang: string): string {
  const names = codes.filter((code) => /^[A-Z]{2}$/.test(code)).map((code) => nameOf(code, lang));
  return [...new Set(names)].filter((name) => name !== undefined).join(", ");
}

/** Most results of a search have no code, and reading names takes longer than all else of a record. */
function nameOf(code: string, lang: string): string | undefined {
  const style = SHORT.includes(code) ? "short" : "long";
  const named = () => new Intl.DisplayNames([lang, "en"], { type: "region", fallback: "none", style });
  return FORMER[code] ?? named().of(code);
}
