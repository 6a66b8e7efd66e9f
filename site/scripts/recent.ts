/** Remembers recent searches on this device, and focuses the search box when the visitor presses `/`. */
const KEY = "searches";
const MAX = 5;

export function rememberSearch(typed: string): void {
  const text = typed.trim();
  if (text === "") return;
  store([text, ...stored().filter((other) => other !== text)].slice(0, MAX));
}

/** Shows the recent searches in the element `place`. `action` is the URL of the search page. */
export function showRecent(place: HTMLElement, action: string): void {
  const texts = stored();
  const list = place.querySelector("ul");
  if (texts.length === 0 || list === null) return;
  for (const text of texts) {
    const link = document.createElement("a");
    link.href = `${action}?${new URLSearchParams({ q: text })}`;
    link.dir = "auto";
    link.textContent = text;
    list.appendChild(document.createElement("li")).appendChild(link);
  }
  place.querySelector("button")?.addEventListener("click", () => {
    store([]);
    list.replaceChildren();
    place.hidden = true;
    // The button that had the focus is gone, so the search box gets it.
    document.querySelector<HTMLElement>("#q")?.focus();
  });
  place.hidden = false;
}

export function focusWithSlash(field: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input:not([type='radio']), textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

function store(texts: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // If storage is not available, searches are not remembered.
  }
}
