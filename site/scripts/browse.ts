/**
 * Applies filters as soon as they change. Fetches the new page and replaces only the parts that differ, so that
 * fields keep the focus. If the fetch fails, the browser opens the new page, which then shows what is wrong.
 */
import { addressHere, fillFields, replaceParts } from "./replace.ts";

const REPLACED = ["h1", "#chips", "#filter-count", "#languages", "#results"];

export function applyOnChange(form: HTMLFormElement, announcement: HTMLElement): void {
  let asked = new AbortController();
  /** The URL of the list that is currently shown. */
  let current = addressHere();

  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void apply();
  });
  window.addEventListener("popstate", () => {
    // Following a link to a fragment also triggers this event, but the list stays the same.
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
      // The response has another URL if the server redirected to the canonical one.
      if (response.url !== current) history.pushState(null, "", response.url);
      current = addressHere();
    } catch {
      if (!signal.aborted) location.assign(address);
    }
  }
}
