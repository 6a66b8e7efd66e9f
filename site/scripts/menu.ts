/** Closes a menu on a click outside it and on Escape, which also returns the focus to its button. */
export function closeOutside(menu: HTMLDetailsElement): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
