/** A menu closes like the system's: at a click elsewhere and by Escape, which moves the focus back to its button. */
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
