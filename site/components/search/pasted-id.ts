/** Recognises ids and URLs of IMDb, TMDB and Wikidata in the search box. */
import { EXTERNAL_SOURCES, type ExternalSource } from "../../../worker/contract/facts.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { byIdLink } from "../../links.ts";

interface PastedId {
  readonly source: ExternalSource;
  readonly external: string;
}

/** Returns the id in a text, or `null` if the text is not an id or its URL. */
export function pastedId(text: string): PastedId | null {
  const imdb =
    /^(?:(?:https?:\/\/)?(?:[a-z]+\.)?imdb\.com\/(?:[a-z-]+\/)?(?:title|name)\/)?((?:tt|nm)\d{7,10})(?:[/?#].*)?$/i;
  const tmdb = /^(?:https?:\/\/)?(?:www\.)?themoviedb\.org\/(movie|tv|person)\/([1-9]\d{0,9})(?:\D.*)?$/i;
  const wikidata =
    /^(?:https?:\/\/)?(?:[a-z]+\.)?wikidata\.org\/(?:wiki|entity)\/(Q[1-9]\d{0,11})(?:\D.*)?$/i;
  const external = imdb.exec(text.trim())?.[1]?.toLowerCase();
  if (external !== undefined) return { source: "imdb", external };
  const item = wikidata.exec(text.trim())?.[1]?.toUpperCase();
  if (item !== undefined) return { source: "wikidata", external: item };
  const [, kind = "", id] = tmdb.exec(text.trim()) ?? [];
  const source = EXTERNAL_SOURCES.find((name) => name === `tmdb-${kind.toLowerCase()}`);
  return id === undefined || source === undefined ? null : { source, external: id };
}

/** Returns the path of the page for an id, or `null` if the text is not an id or has no page. Never rejects. */
export async function pastedLink(
  services: Pick<SiteServices, "value">,
  text: string,
  language: Language,
): Promise<string | null> {
  const pasted = pastedId(text);
  const found = pasted && (await services.value("find", { ...pasted, lang: language }));
  return found && byIdLink(language, found);
}
