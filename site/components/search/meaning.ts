/** Describes what a query means, as a row below the suggestions: `tom hanks and meg ryan` means the films with both. */

import { RELEVANCE } from "../../../worker/contract/browse.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { getDictionary } from "../../language/words.ts";
import { PAGE_SIZE, readListQuery } from "../browse/read-browse.ts";
import { titleName } from "../title/names.ts";
import { headingFor } from "./chips.ts";

interface Meaning {
  readonly name: string;
  readonly note: string;
}

/**
 * Returns a row for the query, or `null` if it is only a title or finds nothing. The list is the one that the search
 * page reads.
 */
export async function readMeaning(
  services: SiteServices,
  language: Language,
  text: string,
): Promise<Meaning | null> {
  if (!services.offers("counts")) return null;
  const { query } = readListQuery(new URLSearchParams(), language, { limit: PAGE_SIZE, order: RELEVANCE });
  const read = await services.read("browse", { ...query, text, exact: false });
  if (read.kind !== "found") return null;
  const { understood, total } = read.notes.list ?? {};
  const [first] = read.value.filter(({ is_adult: isAdult }) => isAdult === 0);
  const [part, ...others] = understood?.parts ?? [];
  if (first === undefined || part === undefined) return null;
  const { search } = getDictionary(language);
  if (part.part === "character" && others.length === 0)
    return { name: capitalize(part.name, language), note: search.characterIn(titleName(language, first)) };
  const name = headingFor(language, [part, ...others]);
  return name === null ? null : { name, note: total === undefined ? "" : search.found(total) };
}

/** Returns a name with a capital letter at the start of each word. */
function capitalize(name: string, language: Language): string {
  return name.replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase(language));
}
