/**
 * The notice that TMDB's terms want where its data is shown (developer.themoviedb.org/docs/faq), in the footer of
 * every page: those made at build time are the same for all sources, so it is added as they are sent.
 */
import { isPage } from "./built-page.ts";

const NOTICE =
  '<p lang="en" dir="ltr">This product uses the TMDB API but is not endorsed or certified by <a href="https://www.themoviedb.org/">TMDB</a>.</p>';

/** The response with the notice, when it is a page. */
export function withAttribution(response: Response): Response {
  if (!isPage(response)) return response;
  const footer = { element: (element: Element) => void element.append(NOTICE, { html: true }) };
  const attributed = new Response(response.body, response);
  const entityTag = attributedTag(response);
  if (entityTag !== null) attributed.headers.set("ETag", entityTag);
  return new HTMLRewriter().on("footer", footer).transform(attributed);
}

/** The entity-tag of the response with the notice: another notice is another page. `null`: it has none. */
export function attributedTag(response: Response): string | null {
  const entityTag = response.headers.get("ETag");
  return isPage(response) ? (entityTag?.replace(/"$/, `-${NOTICE.length}"`) ?? null) : entityTag;
}
