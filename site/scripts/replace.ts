/** Shows the content of a fetched page without leaving the present one: fields keep their text and the focus. */

/** Pages that search engines must not list have no canonical link. */
const CANONICAL = 'link[rel="canonical"]';

/**
 * Replaces parts of the page with those of a fetched page, and announces the results. Throws before any change if a
 * part is missing. Returns the rest of the page.
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

/** Updates the fields, except one that is being edited, because choices and counts depend on other choices. */
export function fillFields(form: HTMLFormElement, page: Document): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      // Options are replaced as HTML, because moving an option out of its field would select another one.
      field.innerHTML = page.querySelector(`select[name="${field.name}"]`)?.innerHTML ?? field.innerHTML;
    } else if (field instanceof HTMLInputElement && field !== document.activeElement) {
      const same = [...page.querySelectorAll<HTMLInputElement>(`input[name="${field.name}"]`)];
      if (field.type === "radio")
        field.checked = same.some(({ value, checked }) => checked && value === field.value);
      else if (same[0]) field.value = same[0].value;
    }
  }
}

/** Returns the URL of this page without the fragment. */
export function addressHere(): string {
  return location.href.replace(/#.*/, "");
}
