/**
 * Shows suggestions below the search box as a combobox with a list box (ARIA Authoring Practices). Nothing is fetched
 * while an input method is composing text, and late responses are ignored. If the source has no suggestions (501) or
 * the fetch fails, the search box works without them.
 */

/** Milliseconds without input before suggestions are fetched. */
const PAUSE = 120;

/**
 * The picture of a suggestion: the URL of an image, the initials of a person, or the colours, motif and transform of
 * a drawn poster.
 */
export type SuggestedPicture =
  | { readonly image: string }
  | { readonly initials: string }
  | Readonly<Record<"ground" | "first" | "second" | "motif" | "transform", string>>;

/** A response in the OpenSearch format: the query, names, descriptions and URLs, followed by pictures. */
type Suggestions = readonly [
  text: string,
  names: string[],
  notes: string[],
  addresses: string[],
  pictures: SuggestedPicture[],
];

export function suggestWhileTyping(field: HTMLInputElement, list: HTMLElement, status: HTMLElement): void {
  const { address = "", counts = "", label = "" } = list.dataset;
  const sayCounts = counts.split("|");
  let timer = 0;
  let asked = new AbortController();
  let chosen = -1;
  let isOffered = true;

  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", label);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  close();

  field.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) askSoon();
  });
  field.addEventListener("compositionstart", close);
  field.addEventListener("compositionend", askSoon);
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const { length } = list.children;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !list.hidden) {
      event.preventDefault();
      // Moving past either end of the list selects nothing, so that Enter searches for the typed text.
      choose(((chosen + 1 + step + length + 1) % (length + 1)) - 1);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      list.querySelectorAll("a")[chosen]?.click();
    }
  });
  // The search box keeps the focus, because losing it would close the list before the click.
  list.addEventListener("mousedown", (event) => event.preventDefault());

  function askSoon(): void {
    window.clearTimeout(timer);
    asked.abort();
    // The text has changed, so the selection no longer applies.
    choose(-1);
    const text = field.value.trim();
    if (text === "") close();
    else if (isOffered) timer = window.setTimeout(() => void ask(text), PAUSE);
  }

  async function ask(text: string): Promise<void> {
    asked = new AbortController();
    const { signal } = asked;
    // The first request is for titles and people, and the second one for what the text means.
    const load = async (rows: "found" | "meant"): Promise<Suggestions> => {
      const response = await fetch(`${address}?${new URLSearchParams({ q: text, rows })}`, { signal });
      isOffered = response.status !== 501;
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.json();
    };
    const isWanted = () => !signal.aborted && document.activeElement === field;
    try {
      const found = await load("found");
      if (isWanted()) show(found);
      const typed = text.toLowerCase();
      if (found[1].some((name) => name.toLowerCase().startsWith(typed))) return;
      const [, names, notes, addresses, pictures] = await load("meant");
      // New rows would end the selection.
      if (!isWanted() || chosen >= 0 || names.length === 0) return;
      // The last row is a search for the text. The rows above it stay where the visitor may be about to click.
      const insert = <Item>(rows: readonly Item[], added: readonly Item[]) => rows.toSpliced(-1, 0, ...added);
      show([
        text,
        insert(found[1], names),
        insert(found[2], notes),
        insert(found[3], addresses),
        insert(found[4], pictures),
      ]);
    } catch {
      if (!signal.aborted) close();
    }
  }

  function show([, names, notes, addresses, pictures]: Suggestions): void {
    const entries = names.map((name, at) => {
      const option = document.createElement("a");
      option.id = `suggestion-${at}`;
      option.setAttribute("role", "option");
      const { pathname, search } = new URL(addresses[at] ?? "", location.href);
      option.href = pathname + search;
      option.tabIndex = -1;
      option.appendChild(createPicture(pictures[at] ?? { initials: "" }));
      option.appendChild(document.createElement("bdi")).textContent = name;
      option.append(" ");
      option.appendChild(document.createElement("span")).textContent = notes[at] ?? "";
      return option;
    });
    list.replaceChildren(...entries);
    list.hidden = names.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    status.textContent = sayCounts[names.length] ?? "";
    choose(-1);
  }

  function choose(at: number): void {
    chosen = at;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(index === at));
    }
    if (at === -1) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `suggestion-${at}`);
  }

  function close(): void {
    window.clearTimeout(timer);
    asked.abort();
    list.hidden = true;
    status.textContent = "";
    field.setAttribute("aria-expanded", "false");
    choose(-1);
  }
}

function createPicture(picture: SuggestedPicture): Element {
  if ("image" in picture) {
    const image = document.createElement("img");
    image.src = picture.image;
    image.alt = "";
    return image;
  }
  if ("initials" in picture) {
    const initials = document.createElement("i");
    initials.textContent = picture.initials;
    initials.ariaHidden = "true";
    return initials;
  }
  const { ground, first, second, motif, transform } = picture;
  const poster = drawn("svg", { viewBox: "0 0 200 300", "aria-hidden": "true" });
  poster.appendChild(drawn("rect", { width: "200", height: "300", fill: ground }));
  poster.appendChild(
    drawn("use", { href: motif, transform, fill: second, stroke: second, color: first, "stroke-width": "0" }),
  );
  return poster;
}

function drawn(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element as SVGElement;
}
