/** Links from a fact of a title to all titles that share it. */
import { toFacetSlug } from "../../../worker/contract/browse.ts";
import { buildConditions } from "../../../worker/filters/browse-query.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../language/language.ts";
import { browseLink } from "../../links.ts";

interface Fact {
  readonly fact: "genre" | "country";
  readonly name: string;
  /** Whether the name is known to be English. */
  readonly isKnown: boolean;
}

interface Locals {
  readonly language: Language;
  readonly services: SiteServices;
}

/**
 * Returns the URL of the list of titles with a genre or country, or `null` if there is no list. Lists are filtered by
 * the slug of the English name, which is unknown if the record is translated.
 */
export function factLink({ language, services }: Locals, { fact, name, isKnown }: Fact): string | null {
  const value = toFacetSlug(name);
  const isEnglish = language === DEFAULT_LANGUAGE || isKnown;
  if (!services.offers("browse") || !isEnglish || value === null) return null;
  return browseLink(language, { conditions: buildConditions({ [fact]: value }) });
}
