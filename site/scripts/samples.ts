/** The samples on /developers: their copy buttons, and one choice of language for all of them. */
export function prepareSamples(root: ParentNode): void {
  for (const sample of root.querySelectorAll<HTMLElement>("[data-sample]")) {
    const button = sample.querySelector<HTMLButtonElement>("[data-copy]");
    if (button === null) continue;
    copyOnClick(button, () => shownCode(sample));
    button.hidden = false;
  }
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "radio") return;
    const before = target.getBoundingClientRect().top;
    for (const choice of root.querySelectorAll<HTMLInputElement>("[data-sample] [type=radio]")) {
      if (choice.value === target.value) choice.checked = true;
    }
    // Samples above have other heights now.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  });
}

function shownCode(sample: HTMLElement): string {
  const shown = [...sample.querySelectorAll("pre")].find((code) => code.checkVisibility());
  return shown?.textContent ?? "";
}

/** The button itself confirms the copy. */
export function copyOnClick(button: HTMLElement, text: () => string): void {
  const label = button.textContent;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copying is not allowed";
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  });
}
