/**
 * The template of an address: what requests are counted by. There are few of them whatever
 * callers send, and nothing of a caller's own is in one: no id, no search text, no key.
 */

const ROUTES: readonly (readonly [template: string, path: RegExp])[] = [
  ["/v1", /^\/v1\/?$/],
  ["/v1/openapi.json", /^\/v1\/openapi\.json$/],
  ["/healthz", /^\/healthz$/],
  ["/admin/*", /^\/admin\//],
  ["/images/{width}/{path}", /^\/images\//],
  ["/sitemap", /^\/sitemap/],
  ["/{file}", /^\/[\w-]+\.(png|svg|txt|webmanifest|xml)$/],
];

/** Below an optional language, as in `/fr/search`. */
const PAGES: readonly (readonly [template: string, path: RegExp])[] = [
  ["/", /^\/$/],
  ["/search", /^\/search\/?$/],
  ["/title/{id}/{slug}/credits", /^\/title\/[^/]+\/[^/]+\/credits\/?$/],
  ["/title/{id}/{slug}", /^\/title\//],
  ["/share/{id}/{slug}", /^\/share\//],
  ["/problems/{type}", /^\/problems\//],
  ["/developers", /^\/developers\/?$/],
];

/** What is at none of them. */
const ELSEWHERE = "elsewhere";

/** For the API the operation is part of the template, as in `/v1?category=search`. */
export function routeTemplate(url: URL): string {
  const route = find(ROUTES, url.pathname) ?? find(PAGES, url.pathname.replace(/^\/[a-z]{2}(?=\/)/, ""));
  if (route !== "/v1") return route ?? ELSEWHERE;
  const operation = operationOf(url.searchParams);
  return operation === null ? route : `${route}?category=${operation}`;
}

function find(routes: typeof ROUTES, path: string): string | undefined {
  return routes.find(([, pattern]) => pattern.test(path))?.[0];
}

/** As the contract chooses it, an absent category beside an id included; `null`: a refused one. */
function operationOf(parameters: URLSearchParams): "search" | "credits" | null {
  const category = parameters.get("category") ?? (parameters.has("id") ? "credits" : null);
  return category === "search" || category === "credits" ? category : null;
}
