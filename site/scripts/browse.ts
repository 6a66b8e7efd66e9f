/**
 * Filters that apply on change. The script fetches the page of the new filters and replaces the parts that changed; the
 * fields keep the focus. If the fetch fails, the browser opens the page, and shows why it cannot.
 */
import { addressHere, fillFields, replaceParts } from "./replace.ts";

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
      fillFields(form, replaceParts(html, REPLACED, announcement));
      // The server redirects to the canonical address.
      if (response.url !== current) history.pushState(null, "", response.url);
      current = addressHere();
    } catch {
      if (!signal.aborted) location.assign(address);
    }
  }
}
