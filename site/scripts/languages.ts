/** Links to the page in the browser's language if the page is in another one, beside the link to all languages. Nobody is redirected. */
export function offerLanguage(place: HTMLElement, wanted: readonly string[]): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>("#languages a")].map((link) => [link.hreflang, link]),
  );
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  const best = tags.find((tag) => links.has(tag));
  const link = best === undefined ? undefined : links.get(best);
  const all = place.querySelector("a");
  if (link === undefined || all === null || best === document.documentElement.lang) return;
  // A copy has the styles of its place.
  const offer = document.createElement("a");
  for (const { name, value } of all.attributes) offer.setAttribute(name, value);
  offer.href = link.href;
  offer.lang = offer.hreflang = link.hreflang;
  offer.dir = link.dir;
  offer.textContent = link.dataset.offer ?? link.textContent;
  place.insertBefore(offer, all);
  const list = document.querySelector("#languages")?.parentElement;
  if (!list) return;
  // New results replace the links.
  new MutationObserver(() => {
    const renewed = document.querySelector<HTMLAnchorElement>(`#languages a[hreflang="${best}"]`);
    if (renewed !== null) offer.href = renewed.href;
  }).observe(list, { childList: true });
}
