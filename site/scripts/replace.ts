/** Shows the content of a fetched page without leaving the current one. Fields keep their text and the focus. */

/** Only pages that search engines may index have a canonical link. */
const CANONICAL = 'link[rel="canonical"]';

/**
 * Replaces parts of the page with parts of a fetched page, and announces the results. If a part is missing, throws
 * before changing anything. Returns the fetched page.
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
 * Updates the fields of a form, because their choices and counts depend on each other. Skips the field that is being
 * edited.
 */
export function fillFields(form: HTMLFormElement, page: Document): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      // The options are replaced as HTML, because moving the elements would change which one is selected.
      field.innerHTML = page.querySelector(`select[name="${field.name}"]`)?.innerHTML ?? field.innerHTML;
    } else if (field instanceof HTMLInputElement && field !== document.activeElement) {
      const same = [...page.querySelectorAll<HTMLInputElement>(`input[name="${field.name}"]`)];
      if (field.type === "radio")
        field.checked = same.some(({ value, checked }) => checked && value === field.value);
      else if (same[0]) field.value = same[0].value;
    }
  }
}

/** Returns the URL of this page without its fragment. */
export function addressHere(): string {
  return location.href.replace(/#.*/, "");
}
