/** Chooses the certificate that visitors are most likely to know. */
import type { Title } from "../../../worker/contract/facts.ts";
import { countryCode, countryName } from "../../language/countries.ts";
import { type Language, regionOf } from "../../language/language.ts";
import { namesOf } from "./names.ts";

export interface ShownCertificate {
  readonly text: string;
  /** The name of the country, or `null` if it is the country of the page's language. */
  readonly country: string | null;
}

/**
 * Returns the certificate in the country of the page's language. If there is none, returns that of a country of
 * origin, or `null`.
 */
export function certificateFor(language: Language, { record, facts }: Title): ShownCertificate | null {
  const find = (code: string | undefined) => facts.certificates?.find(({ country }) => country === code);
  const own = find(regionOf(language));
  if (own !== undefined) return { text: own.certificate, country: null };
  for (const name of namesOf(record.countries)) {
    const other = find(countryCode(name));
    if (other !== undefined) return { text: other.certificate, country: countryName(language, name) };
  }
  return null;
}
