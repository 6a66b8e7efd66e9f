/**
 * Filters credits by name, role and job while the visitor types, ignoring accents and case. A title may have
 * thousands of entries, so the work is divided into slices and is cancelled by new input.
 */
import { withoutAccents } from "../../worker/contract/slug.ts";

/** The milliseconds after which the work pauses, so that the browser can paint and handle input. */
const SLICE = 8;
/**
 * The maximum number of matches that are copied from the collapsed part of a group to its visible part. Expanding the
 * collapsed part would be slow, because it may have thousands of entries.
 */
const MAX_COPIES = 60;

interface Entry {
  readonly element: HTMLElement;
  readonly list: HTMLElement | null;
  readonly folded: boolean;
  words?: string;
}

export function filterCredits(box: HTMLInputElement, shown: HTMLElement): void {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")].map(readGroup);
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const { shown: some = "", none = "", all: every = "" } = shown.dataset;
  const trades = document.querySelectorAll<HTMLInputElement>('[name="trade"]');
  let run = 0;

  box.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) void filter();
  });
  box.addEventListener("compositionend", () => void filter());
  for (const trade of trades) trade.addEventListener("change", () => void filter());
  if ([...trades].some(({ checked, value }) => checked && value !== "")) void filter();

  async function filter(): Promise<void> {
    run += 1;
    const current = run;
    const wanted = fold(box.value).split(/\s+/);
    const trade = [...trades].find(({ checked }) => checked)?.value ?? "";
    const isBlank = box.value.trim() === "";
    const unfiltered = isBlank && trade === "";
    let count = 0;
    let ofTrade = 0;
    let started = performance.now();
    for (const { section, details, copies, link, entries } of groups) {
      const folded: HTMLElement[] = [];
      const left = new Map(entries.map(({ list }) => [list, 0]));
      let visible = 0;
      for (const entry of entries) {
        entry.words ??= fold(entry.element.textContent);
        const isOfTrade = trade === "" || entry.element.dataset.trades?.split(" ").includes(trade);
        if (isOfTrade) ofTrade += 1;
        const matches = isOfTrade === true && wanted.every((word) => entry.words?.includes(word));
        if (entry.element.hidden === matches) entry.element.hidden = !matches;
        if (matches) {
          visible += 1;
          left.set(entry.list, (left.get(entry.list) ?? 0) + 1);
        }
        if (matches && entry.folded) folded.push(entry.element);
        if (performance.now() - started > SLICE) {
          await new Promise((resolve) => setTimeout(resolve));
          if (current !== run) return;
          started = performance.now();
        }
      }
      for (const [list, entriesLeft] of left) resize(list, entriesLeft);
      section.hidden = visible === 0;
      const number = numbers.format(visible);
      const place = link?.querySelector("span");
      if (link) link.hidden = visible === 0;
      if (place) place.textContent = number;
      if (section instanceof HTMLDetailsElement) {
        unfold(section, !unfiltered);
        const place = section.querySelector("summary .note");
        if (place) place.textContent = number;
      } else if (details !== null) {
        const copied = !unfiltered && !details.open && folded.length <= MAX_COPIES;
        copies?.replaceChildren(...(copied ? folded.map((element) => element.cloneNode(true)) : []));
        if (copies !== null) copies.hidden = !copied;
        details.hidden = copied;
        const summary = details.querySelector("summary");
        if (summary !== null) summary.textContent = every.replace("#", number);
      }
      count += visible;
    }
    const words = some.replace("##", numbers.format(ofTrade)).replace("#", numbers.format(count));
    shown.textContent = isBlank ? "" : count === 0 ? none : words;
  }
}

function readGroup(section: HTMLElement) {
  const entries = [...section.querySelectorAll("li")].map(
    (element): Entry => ({
      element,
      list: element.parentElement,
      folded: element.closest("details") !== null,
    }),
  );
  const link = document.querySelector<HTMLElement>(`a[href="#${section.id}"]`)?.parentElement;
  const details = section.querySelector("details");
  const copies = section.querySelector("ul, ol")?.cloneNode(false);
  if (details === null || !(copies instanceof HTMLElement))
    return { section, details, copies: null, link, entries };
  copies.hidden = true;
  section.insertBefore(copies, details);
  return { section, details, copies, link, entries };
}

/** Expands a group while it is filtered, and restores its earlier state afterwards. */
function unfold(group: HTMLDetailsElement, isFiltered: boolean): void {
  if (isFiltered) {
    group.dataset.wasOpen ??= String(group.open);
    group.open = true;
  } else if (group.dataset.wasOpen !== undefined) {
    group.open = group.dataset.wasOpen === "true";
    delete group.dataset.wasOpen;
  }
}

/** Sets the estimated height of a list outside the window from its number of entries. */
function resize(list: HTMLElement | null, entries: number): void {
  if (!list?.dataset.size) return;
  list.hidden = entries === 0;
  list.style.setProperty("--entries", String(entries));
}

function fold(text: string): string {
  return withoutAccents(text.normalize("NFKC")).toLowerCase();
}
