/** The menu of languages, and the offer of the page in the browser's language if it is in another one. Nobody is redirected. */

/** A menu closes like those of the system: at a click elsewhere and by Escape, which leads back to its button. */
export function closeOutside(menu: HTMLDetailsElement): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/** Where the visitor dismissed the offer, it does not come back. */
const DISMISSED = "language-offer";

export function offerLanguage(offer: HTMLElement, wanted: readonly string[]): void {
  const find = (language?: string) =>
    document.querySelector<HTMLAnchorElement>(`#languages a[hreflang="${language}"][data-offer]`);
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  const best = tags.find((tag) => find(tag) !== null);
  const link = find(best);
  if (link === null || best === document.documentElement.lang || isDismissed()) return;
  const shown = document.createElement("a");
  shown.href = link.href;
  shown.lang = shown.hreflang = link.hreflang;
  shown.dir = link.dir;
  shown.textContent = link.dataset.offer ?? "";
  offer.insertBefore(shown, offer.firstChild);
  offer.hidden = false;
  offer.querySelector("button")?.addEventListener("click", () => {
    offer.hidden = true;
    try {
      localStorage.setItem(DISMISSED, "1");
    } catch {
      // Without storage the choice lasts for this page.
    }
  });
  const list = document.querySelector("#languages")?.parentElement;
  if (!list) return;
  // New results replace the links.
  new MutationObserver(() => {
    shown.href = find(best)?.href ?? shown.href;
  }).observe(list, { childList: true });
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null;
  } catch {
    return false;
  }
}
