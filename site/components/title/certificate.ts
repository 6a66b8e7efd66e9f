/** Chooses the certificate that the visitor is most likely to know. */
import type { Title } from "../../../worker/contract/facts.ts";
import { countryCode, countryName } from "../../language/countries.ts";
import { getRegion, type Language } from "../../language/language.ts";
import { splitNames } from "./names.ts";

export interface ShownCertificate {
  readonly text: string;
  /** The name of the country, or `null` if it is the main country of the page's language. */
  readonly country: string | null;
}

/**
 * Returns the certificate of the main country of the page's language, or else of a country of origin. Returns `null`
 * if the title has neither.
 */
export function certificateFor(language: Language, { record, facts }: Title): ShownCertificate | null {
  const find = (code: string | undefined) => facts.certificates?.find(({ country }) => country === code);
  const own = find(getRegion(language));
  if (own !== undefined) return { text: own.certificate, country: null };
  for (const name of splitNames(record.countries)) {
    const other = find(countryCode(name));
    if (other !== undefined) return { text: other.certificate, country: countryName(language, name) };
  }
  return null;
}
