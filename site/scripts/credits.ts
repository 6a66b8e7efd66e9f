/** The box that filters names, roles and jobs as one types. Accents and case do not matter. */

interface Entry {
  readonly element: HTMLElement;
  readonly words: string;
}

export function filterCredits(box: HTMLInputElement, shown: HTMLElement): void {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")].map((section) => ({
    section,
    entries: [...section.querySelectorAll("li")].map(
      (element): Entry => ({ element, words: fold(element.textContent) }),
    ),
  }));
  const numbers = new Intl.NumberFormat(document.documentElement.lang);

  box.addEventListener("input", (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) filter();
  });
  box.addEventListener("compositionend", filter);

  function filter(): void {
    const wanted = fold(box.value).split(/\s+/);
    let count = 0;
    for (const { section, entries } of groups) {
      let visible = 0;
      for (const { element, words } of entries) {
        const matches = wanted.every((word) => words.includes(word));
        element.hidden = !matches;
        if (matches) visible += 1;
      }
      section.hidden = visible === 0;
      count += visible;
    }
    // The words come from the page, in its language, with a place for the number.
    shown.textContent =
      box.value.trim() === "" ? "" : (shown.dataset.words ?? "#").replace("#", numbers.format(count));
  }
}

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
