/**
 * Filters that apply on change. The script fetches the page of the new filters and replaces the parts that changed; the
 * fields keep the focus. If the fetch fails, the browser opens the page, and shows why it cannot.
 */
import { addressHere, replaceParts } from "./replace.ts";

const REPLACED = ["h1", "#chips", "#filter-count", "#languages", "#results"];

export function applyOnChange(form: HTMLFormElement, announcement: HTMLElement): void {
  let asked = new AbortController();
  /** The address of the titles that are shown. */
  let current = addressHere();

  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void apply();
  });
  window.addEventListener("popstate", () => {
    // Links within the page cause this event, too.
    if (addressHere() !== current) location.reload();
  });

  async function apply(): Promise<void> {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const address = `${form.action}?${new URLSearchParams(fields)}`;
    document.querySelector("#results")?.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const html = await response.text();
      if (signal.aborted) return;
      chooseAnew(form, replaceParts(html, REPLACED, announcement));
      // The server redirects to the canonical address.
      if (response.url !== current) history.pushState(null, "", response.url);
      current = addressHere();
    } catch {
      if (!signal.aborted) location.assign(address);
    }
  }
}

/** The choices of a filter, and the numbers beside them, depend on what else is chosen. */
function chooseAnew(form: HTMLFormElement, page: Document): void {
  for (const field of form.querySelectorAll("select")) {
    // As text: an option that leaves its field makes another one the chosen one.
    field.innerHTML = page.querySelector(`select[name="${field.name}"]`)?.innerHTML ?? field.innerHTML;
  }
}
