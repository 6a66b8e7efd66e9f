/**
 * Offers the page in the language the browser asks for, where that is not the page's own. It
 * takes the place of the link to the list of languages; nobody is ever sent anywhere.
 */
export function offerLanguage(place: HTMLAnchorElement, wanted: readonly string[]): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>("#languages a")].map((link) => [link.hreflang, link]),
  );
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  const best = tags.find((tag) => links.has(tag));
  const link = best === undefined ? undefined : links.get(best);
  if (link === undefined || best === document.documentElement.lang) return;
  // A new element in the old one's place: nothing that is already shown moves.
  const offer = document.createElement("a");
  offer.className = place.className;
  for (const { name, value } of place.attributes) {
    if (name.startsWith("data-astro")) offer.setAttribute(name, value);
  }
  offer.href = link.href;
  offer.lang = offer.hreflang = link.hreflang;
  offer.dir = link.dir;
  offer.textContent = link.dataset.offer ?? link.textContent;
  place.replaceWith(offer);
}
