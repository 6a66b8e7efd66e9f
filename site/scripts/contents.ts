/** Marks the section in view in the contents of a page. */
export function markCurrent(contents: HTMLElement): void {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of contents.querySelectorAll("a")) {
    const target = document.getElementById(link.hash.slice(1));
    if (target !== null) links.set(target, link);
  }
  let current: HTMLAnchorElement | undefined;

  function mark(): void {
    // The top of a heading that a link led to is just below this line.
    const reached = [...links].filter(([target]) => target.getBoundingClientRect().top < innerHeight / 4);
    const link = reached.at(-1)?.[1];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    current = link;
    if (link)
      contents.scrollTo({ left: link.offsetLeft - contents.offsetLeft - 16, top: link.offsetTop - 100 });
  }

  let due = false;
  addEventListener(
    "scroll",
    () => {
      if (due) return;
      due = true;
      requestAnimationFrame(() => {
        due = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
