/** The copy buttons of the samples on /developers. */
export function prepareSamples(root: ParentNode): void {
  for (const figure of root.querySelectorAll("figure")) {
    const code = figure.querySelector("code");
    const button = figure.querySelector<HTMLButtonElement>("[data-copy]");
    if (code === null || button === null) continue;
    copyOnClick(button, () => code.textContent);
    button.hidden = false;
  }
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
