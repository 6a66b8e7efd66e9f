/**
 * Shows the content of a fetched page without leaving the current one, so that fields keep their text and the focus.
 */

/** Matches the canonical link, which only pages that search engines may index have. */
const CANONICAL = 'link[rel="canonical"]';

/**
 * Replaces parts of the page with the same parts of a fetched page, and announces the results to screen readers. If
 * the fetched page lacks a part, throws without changing anything. Returns the fetched page.
 */
export function replaceParts(
  html: string,
  selectors: readonly string[],
  announcement: HTMLElement,
): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  const parts = selectors.map((selector) => {
    const part = page.querySelector(selector);
    if (part === null) throw new Error(`no ${selector} in the page`);
    return [selector, part] as const;
  });
  for (const [selector, part] of parts) {
    document.querySelector(selector)?.replaceWith(document.adoptNode(part));
  }
  document.querySelector(CANONICAL)?.remove();
  const canonical = page.querySelector(CANONICAL);
  if (canonical !== null) document.head.appendChild(document.adoptNode(canonical));
  document.title = page.title;
  const announced = [...document.querySelectorAll("[data-announced]")];
  announcement.textContent = announced.map(({ textContent }) => textContent.trim()).join(" ");
  return page;
}

/**
 * Updates the fields of a form from a fetched page, because the choices and counts of a field depend on the other
 * fields. Leaves out the field that is being edited.
 */
export function fillFields(form: HTMLFormElement, page: Document): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      // The options are replaced as HTML, because moving them one by one would change which one is selected.
      field.innerHTML = page.querySelector(`select[name="${field.name}"]`)?.innerHTML ?? field.innerHTML;
    } else if (field instanceof HTMLInputElement && field !== document.activeElement) {
      field.value = page.querySelector<HTMLInputElement>(`input[name="${field.name}"]`)?.value ?? field.value;
    }
  }
}

/** Returns the URL of this page without its fragment. */
export function addressHere(): string {
  return location.href.replace(/#.*/, "");
}
