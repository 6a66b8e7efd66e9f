/**
 * Results as they are typed. The page itself is asked for at its new address and the parts that
 * changed are taken out of it, so that results are made in one place, with or without this
 * script. Without it, or when asking fails, the form works as any form.
 */

/** Milliseconds of quiet before a search is sent. */
const PAUSE = 180;

const REPLACED = ["#results", "footer"];

export function searchAsYouType(form: HTMLFormElement, announcement: HTMLElement): void {
  let timer: number | undefined;
  let asked = new AbortController();
  /** The first change makes an entry in the history, further ones rewrite it until the field is left. */
  let writing = false;
  /** Kana on their way to be kanji are no search yet. */
  let composing = false;

  form.addEventListener("submit", (event) => {
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
      timer = window.setTimeout(search, PAUSE);
    });
    field.addEventListener("blur", () => {
      writing = false;
    });
  }
  window.addEventListener("popstate", () => {
    writing = false;
    fillIn(new URLSearchParams(location.search));
    void show(location.href);
  });
  document.addEventListener("keydown", moveWithArrows);

  function search(): void {
    window.clearTimeout(timer);
    const text = typed("q");
    if (composing || text === "" || !form.checkValidity()) return;
    const address = addressOf(text);
    if (address === location.href) return;
    if (writing) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    writing = true;
    void show(address);
  }

  async function show(address: string): Promise<void> {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const response = await fetch(address, { signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (signal.aborted) return;
      for (const selector of REPLACED) {
        const fresh = page.querySelector(selector);
        if (fresh === null) throw new Error(`no ${selector} in the answer`);
        document.querySelector(selector)?.replaceWith(document.adoptNode(fresh));
      }
      document.title = page.title;
      const announced = [...document.querySelectorAll("[data-announced]")];
      announcement.textContent = announced.map(({ textContent }) => textContent.trim()).join(" ");
    } catch {
      if (!signal.aborted) location.assign(address);
    }
  }

  /** The one address of a search: kind and year joined into `f`, as the server would redirect. */
  function addressOf(text: string): string {
    const parameters = new URLSearchParams({ q: text });
    const f = [typed("kind"), typed("year").replaceAll(/\s/g, "").replaceAll("–", "-")];
    const given = f.filter((part) => part !== "").join(",");
    if (given !== "") parameters.set("f", given);
    return `${form.action}?${parameters}`;
  }

  function typed(name: string): string {
    return String(new FormData(form).get(name) ?? "").trim();
  }

  function fillIn(parameters: URLSearchParams): void {
    const f = parameters.get("f") ?? "";
    const [kind, years] = /^(movie|series)?,?(.*)$/.exec(f)?.slice(1) ?? [];
    for (const [name, value] of Object.entries({ q: parameters.get("q"), kind, year: years })) {
      const field = form.elements.namedItem(name);
      if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value ?? "";
    }
  }
}

/** Down from the box into the results and on; up again into the box. Enter is the link's own. */
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
