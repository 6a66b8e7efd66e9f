/** Recognises ids, URLs of other sites, and file names in the search box. */
import { EXTERNAL_SOURCES, type ExternalSource } from "../../../worker/contract/facts.ts";
import { MAX_NAME_LENGTH, MIN_CONFIDENCE } from "../../../worker/contract/matching.ts";
import { isFileName } from "../../../worker/match/name.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { byIdLink } from "../../links.ts";

interface PastedId {
  readonly source: ExternalSource;
  readonly external: string;
}

const IMDB =
  /^(?:imdb:(?:\/\/)?|(?:https?:\/\/)?(?:[a-z]+\.)?imdb\.com\/(?:[a-z-]+\/)?(?:title|name)\/)?((?:tt|nm)\d{7,10})(?:[/?#].*)?$/i;
const TMDB =
  /^(?:tmdb[:=-](?:\/\/)?|(?:https?:\/\/)?(?:www\.)?themoviedb\.org\/(?=[a-z]))(?:(movie|tv|person)[/:-])?([1-9]\d{0,9})(?:[^\d.].*)?$/i;
const TVDB =
  /^(?:tvdb[:=-](?:\/\/)?|(?:https?:\/\/)?(?:www\.)?thetvdb\.com\/(?:dereferrer\/series\/|[^#]{0,80}[?&;]id=))([1-9]\d{0,9})(?:\D.*)?$/i;
const WIKIDATA = /^(?:https?:\/\/)?(?:[a-z]+\.)?wikidata\.org\/(?:wiki|entity)\/(Q[1-9]\d{0,11})(?:\D.*)?$/i;
/** Matches URLs with a name, such as `trakt.tv/movies/the-matrix-1999`. */
const NAMED_URL =
  /^(?:https?:\/\/)?(?:www\.|app\.)?(?:letterboxd\.com\/(?:[\w-]{1,40}\/)?film|trakt\.tv\/(?:movies|shows)|thetvdb\.com\/(?:movies|series))\/([\p{L}\p{N}-]{1,200})(?:[/?#].*)?$/iu;

/** Returns the ids that a text may stand for, likeliest first. A number of TMDB is that of a film or of a series. */
export function pastedIds(text: string): PastedId[] {
  const typed = text.trim();
  const external = IMDB.exec(typed)?.[1]?.toLowerCase();
  if (external !== undefined) return [{ source: "imdb", external }];
  const item = WIKIDATA.exec(typed)?.[1]?.toUpperCase();
  if (item !== undefined) return [{ source: "wikidata", external: item }];
  const series = TVDB.exec(typed)?.[1];
  if (series !== undefined) return [{ source: "tvdb", external: series }];
  const [, kind, id] = TMDB.exec(typed) ?? [];
  if (id === undefined) return [];
  const kinds = kind === undefined ? ["movie", "tv"] : [kind.toLowerCase()];
  const sources = EXTERNAL_SOURCES.filter((name) => kinds.some((one) => name === `tmdb-${one}`));
  return sources.map((source) => ({ source, external: id }));
}

/** Returns the name in a URL, or the text if it is a file name, or `null`. */
export function pastedName(text: string): string | null {
  const typed = text.trim();
  const name = NAMED_URL.exec(typed)?.[1]?.replaceAll("-", " ");
  if (name !== undefined) return name;
  return typed.length <= MAX_NAME_LENGTH && isFileName(typed) ? typed : null;
}

/** Returns the path of the page for a pasted text, or `null` if it has no page. Never rejects. */
export async function pastedLink(
  services: Pick<SiteServices, "value">,
  text: string,
  language: Language,
): Promise<string | null> {
  for (const pasted of pastedIds(text)) {
    const found = await services.value("find", { ...pasted, lang: language });
    if (found) return byIdLink(language, found);
  }
  const name = pastedName(text);
  if (name === null) return null;
  const { match = null } =
    (await services.value("match", { name, lang: language, includeAdult: false })) ?? {};
  const isCertain = match !== null && match.confidence >= MIN_CONFIDENCE;
  return isCertain ? byIdLink(language, { kind: "title", id: match.title.id }) : null;
}
