/** The address that callers mean by one that does not exist: for the problem `not-found`. */

/** First segments below `/v1/`, and the address that has what they name. */
const MEANT: readonly (readonly [names: RegExp, address: string])[] = [
  [/^(?:titles?|movies?|films?|shows?|series|tv)$/i, "/v1/titles/{id}"],
  [/^(?:people|persons?|actors?|directors?)$/i, "/v1/people/{id}"],
  [/^(?:search|query)$/i, "/v1/?category=search&q=…"],
  [/^(?:credits?|cast|crew)$/i, "/v1/?category=credits&id={id}"],
  [/^(?:suggestions?|autocomplete)$/i, "/v1/suggest?q=…"],
  [/^(?:find|external|imdb|tmdb|wikidata)$/i, "/v1/find/{source}/{id}"],
];

/** `path`: of the request. `null`: nothing is like it. Of the caller's text it contains an id at most. */
export function nearestAddress(path: string): string | null {
  const [, name = "", id = "{id}", rest = ""] =
    /^\/v1\/([a-z]+)(?:\/(\d{1,16})(\/\w+)?)?\/?$/i.exec(path) ?? [];
  const address = MEANT.find(([names]) => names.test(name))?.[1] ?? null;
  const withCredits = address?.startsWith("/v1/titles") && /^\/(?:credits|cast|crew)$/i.test(rest);
  return address && address.replace("{id}", id) + (withCredits ? "?append=credits" : "");
}
