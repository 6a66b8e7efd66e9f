/** Suggests a valid URL if the requested one does not exist or does not support GET. */
import { EXTERNAL_SOURCES } from "../contract/facts.ts";
import { Problem } from "../contract/problem.ts";
import { EXTERNAL_ID_PATTERN, parseText } from "../contract/query.ts";

/** The first path segments that callers tend to guess below `/v1/`, and the URLs to suggest for them. */
const ALIASES: readonly (readonly [names: RegExp, address: string])[] = [
  [/^(?:titles?|movies?|films?|shows?|series|tv)$/i, "/v1/titles/{id}"],
  [/^(?:people|persons?|actors?|directors?)$/i, "/v1/people/{id}"],
  [/^(?:search|query)$/i, "/v1/?category=search&q=…"],
  [/^(?:credits?|cast|crew)$/i, "/v1/?category=credits&id={id}"],
  [/^(?:suggestions?|autocomplete)$/i, "/v1/suggest?q=…"],
  [/^(?:find|external|imdb|tmdb|wikidata)$/i, "/v1/find/{source}/{id}"],
];

/**
 * Returns the most similar URL, or `null`. Only an id and the percent-encoded search text are taken from the request.
 */
export function suggestUrl({ pathname, searchParams }: URL): string | null {
  const [, name = "", inPath, rest = ""] =
    /^\/v1\/([a-z]+)(?:\/(\d{1,16})(\/\w+)?)?\/?$/i.exec(pathname) ?? [];
  const address = ALIASES.find(([names]) => names.test(name))?.[1] ?? null;
  if (address === null) return null;
  const text = parseText(searchParams.get("q") ?? "");
  const source = EXTERNAL_SOURCES.find((externalSource) =>
    EXTERNAL_ID_PATTERN.test(searchParams.get(externalSource) ?? ""),
  );
  const id = inPath ?? searchParams.get(source ?? "id") ?? "";
  const hasCredits = address.startsWith("/v1/titles") && /^\/(?:credits|cast|crew)$/i.test(rest);
  return address
    .replace("{source}", source ?? "{source}")
    .replace("{id}", (source === undefined ? /^\d{1,16}$/ : EXTERNAL_ID_PATTERN).test(id) ? id : "{id}")
    .replace("q=…", text === null ? "q=…" : new URLSearchParams({ q: text }).toString())
    .concat(hasCredits ? "?append=credits" : "");
}

/** Throws a Problem that suggests a similar URL. */
export function throwNotFound({ url }: { readonly url: URL }): never {
  const nearest = suggestUrl(url);
  const hint = nearest === null ? "Nothing matches this URL." : `Did you mean ${nearest}?`;
  throw new Problem("not-found", `${hint} See /v1/openapi.json for all endpoints.`);
}
