/**
 * The notice that TMDB's terms want where its data is shown (developer.themoviedb.org/docs/faq), in the footer of
 * every page: those made at build time are the same for all sources, so it is added as they are sent.
 */
const NOTICE =
  '<p lang="en" dir="ltr">This product uses the TMDB API but is not endorsed or certified by <a href="https://www.themoviedb.org/">TMDB</a>.</p>';

/** The response with the notice, when it is a page. */
export function withAttribution(response: Response): Response {
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const footer = { element: (element: Element) => void element.append(NOTICE, { html: true }) };
  const attributed = new Response(response.body, response);
  // Of the page without the notice.
  attributed.headers.delete("ETag");
  return new HTMLRewriter().on("footer", footer).transform(attributed);
}
