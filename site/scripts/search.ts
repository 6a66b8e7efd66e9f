/**
 * Searches while the visitor types. Fetches the page for the new search and replaces the parts that differ, so that
 * results are rendered on the server only. Old results are dimmed until the new ones arrive. If the fetch fails, they
 * stay with a notice and a retry button, and the search is repeated once the network is back. Without this script,
 * the form works as usual.
 */

import { addressHere, fillFields, replaceParts } from "./replace.ts";

/** Milliseconds without input before a search is sent. */
const PAUSE = 180;

/** Milliseconds before a slow search shows a notice. */
const LONG = 1_000;

const REPLACED = ["#heading", "#people-first", "#results", "#chips", "#filter-count", "#languages", "#ways"];

/**
 * Matches years that are complete, which are searched for while the visitor types. Years in words are only searched
 * for when the field loses the focus.
 */
const COMPLETE_YEARS = /^\s*(\d{4}\s*~?|\d{4}\s*[-–]\s*(\d{4})?|[-–]\s*\d{4})?\s*$/;

export function searchAsYouType(form: HTMLFormElement, announcement: HTMLElement): void {
  const notice = createNotice();
  let timer: number | undefined;
  let asked = new AbortController();
  /** Whether a history entry has been added since a field got the focus. Further changes then replace that entry. */
  let writing = false;
  /** The URL of the results that are shown or being fetched. */
  let current = addressHere();
  /** Whether an input method is composing text. No search is sent until it is done. */
  let composing = false;

  form.addEventListener("submit", (event) => {
    // Without a query, the form opens another page.
    if (typed("q") === "") return;
    event.preventDefault();
    search();
  });
  for (const field of form.elements) {
    field.addEventListener("compositionstart", () => {
      composing = true;
    });
    field.addEventListener("compositionend", () => {
      composing = false;
      search();
    });
    field.addEventListener("input", () => {
      window.clearTimeout(timer);
      const isComplete = field.getAttribute("name") !== "year" || COMPLETE_YEARS.test(typed("year"));
      if (isComplete) timer = window.setTimeout(search, PAUSE);
    });
    field.addEventListener("change", search);
    field.addEventListener("blur", () => {
      writing = false;
    });
  }
  window.addEventListener("popstate", () => {
    // Following a link to a fragment also triggers this event, but the results stay the same.
    if (addressHere() === current) return;
    writing = false;
    const box = form.elements.namedItem("q");
    if (box instanceof HTMLInputElement) box.value = new URLSearchParams(location.search).get("q") ?? "";
    void show(location.href);
  });
  document.addEventListener("keydown", moveWithArrows);

  function search(): void {
    window.clearTimeout(timer);
    const text = typed("q");
    if (composing || text === "" || !form.checkValidity()) return;
    const address = buildUrl(text);
    if (address === addressHere()) return;
    if (writing) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    writing = true;
    void show(address);
  }

  async function show(address: string): Promise<void> {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    current = address;
    const results = document.querySelector("#results");
    results?.setAttribute("aria-busy", "true");
    notice.wait(signal);
    try {
      const response = await fetch(address, { signal });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      // If the query is the id of a title or person, the server redirects to another page than the search.
      if (new URL(response.url).pathname !== new URL(form.action).pathname) {
        // The history entry is replaced, so that the back button does not return to the id.
        location.replace(response.url);
        return;
      }
      const html = await response.text();
      if (signal.aborted) return;
      fillFields(form, replaceParts(html, REPLACED, announcement));
      // The server has replaced years in words with numbers.
      if (response.redirected) history.replaceState(null, "", response.url);
      current = addressHere();
      notice.done();
    } catch {
      if (signal.aborted) return;
      results?.removeAttribute("aria-busy");
      notice.fail(signal, () => void show(address));
    }
  }

  /**
   * Returns the canonical URL of the search, in which `f` contains kind and year. Only the server can parse years in
   * words and remove words from the query, so a form that needs this is sent as it is.
   */
  function buildUrl(text: string): string {
    const read = new URLSearchParams(typed("read"));
    const isAsRead = [...read].every(([name, value]) => typed(name) === value);
    const chosen = (name: string) => (read.has(name) ? "" : typed(name));
    const year = chosen("year");
    if (!isAsRead || !COMPLETE_YEARS.test(year)) {
      const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      return `${form.action}?${new URLSearchParams(fields)}`;
    }
    const parameters = new URLSearchParams({ q: text });
    const f = [chosen("kind"), year.replaceAll(/\s/g, "").replaceAll("–", "-")];
    const filter = f.filter((part) => part !== "").join(",");
    if (filter !== "") parameters.set("f", filter);
    for (const { name, options } of selects()) {
      // The first option is the default, which is not part of the URL. The kind is part of the filter.
      if (name !== "kind" && chosen(name) !== (options[0]?.value ?? "") && chosen(name) !== "")
        parameters.set(name, chosen(name));
    }
    // An exact search only applies to the text for which the visitor requested it.
    if (typed("exact") === text) parameters.set("exact", "1");
    return `${form.action}?${parameters}`;
  }

  function selects(): HTMLSelectElement[] {
    return [...form.elements].flatMap((field) => (field instanceof HTMLSelectElement ? [field] : []));
  }

  function typed(name: string): string {
    return String(new FormData(form).get(name) ?? "").trim();
  }
}

/** Creates the notice for a slow or failed search. A cancelled search shows none. */
function createNotice() {
  const place = document.querySelector<HTMLElement>("#notice");
  const text = place?.querySelector<HTMLElement>("p");
  const progress = place?.querySelector("progress");
  const button = place?.querySelector("button");

  function show(words: string | undefined, waiting: boolean): void {
    if (!place || !text || !progress || !button) return;
    place.hidden = false;
    text.textContent = words ?? "";
    progress.hidden = !waiting;
    button.hidden = waiting;
  }
  function done(): void {
    if (place) place.hidden = true;
  }
  return {
    done,
    wait(signal: AbortSignal): void {
      done();
      const timer = window.setTimeout(() => {
        const busy = document.querySelector('#results[aria-busy="true"]') !== null;
        if (!signal.aborted && busy) show(place?.dataset.waiting, true);
      }, LONG);
      signal.addEventListener("abort", () => window.clearTimeout(timer));
    },
    fail(signal: AbortSignal, retry: () => void): void {
      show(navigator.onLine ? place?.dataset.failed : place?.dataset.offline, false);
      button?.addEventListener("click", retry, { signal });
      window.addEventListener("online", retry, { signal });
    },
  };
}

/** Moves the focus between the search box and the results if the visitor presses an arrow key. */
function moveWithArrows(event: KeyboardEvent): void {
  if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || event.isComposing) return;
  const box = document.querySelector<HTMLElement>("#q");
  const stops = [box, ...document.querySelectorAll<HTMLElement>("#results :is(h2, .meant) a")];
  const at = stops.findIndex((stop) => stop !== null && stop === document.activeElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at === -1 || !next) return;
  event.preventDefault();
  next.focus();
}
