/** Highlights the link to the group of credits that is in view, and marks it for screen readers. */

/**
 * The position in pixels, measured from the lower edge of a sticky filter, that a group must have reached to be
 * current. A link scrolls its group to half this distance.
 */
const READING_LINE = 48;

export function markCurrentGroup(nav: HTMLElement): void {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-group]")];
  const links = new Map(
    [...nav.querySelectorAll<HTMLAnchorElement>("a")].map((link) => [link.hash.slice(1), link]),
  );
  let current: HTMLAnchorElement | undefined;
  let isWaiting = false;

  nav.addEventListener("focusin", ({ target }) => {
    // Only keyboard focus scrolls the list of links, because a link that moves while it is pressed would not be
    // clicked.
    if (target instanceof HTMLElement && target.matches(":focus-visible")) reveal(target);
  });
  addEventListener("scroll", schedule, { passive: true });
  addEventListener("resize", schedule, { passive: true });
  addEventListener("hashchange", schedule);
  schedule();

  function schedule(): void {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark(links.get(findCurrent(groups)?.id ?? ""));
    });
  }

  function mark(link: HTMLAnchorElement | undefined): void {
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    current = link;
    if (link && !nav.contains(document.activeElement)) reveal(link);
  }
}

function findCurrent(groups: readonly HTMLElement[]): HTMLElement | undefined {
  const shown = groups.filter(({ hidden }) => !hidden);
  const getTop = (group: HTMLElement) => group.getBoundingClientRect().top;
  const { scrollHeight, clientHeight } = document.documentElement;
  const { scrollPaddingBlockStart } = getComputedStyle(document.documentElement);
  const line = READING_LINE + (Number.parseFloat(scrollPaddingBlockStart) || 0);
  if (scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1) {
    // At the end of the page, the last groups may be too short to reach the reading line.
    const target = shown.find(({ id }) => id === location.hash.slice(1));
    return target !== undefined && getTop(target) >= 0 ? target : shown.at(-1);
  }
  return shown.findLast((group) => getTop(group) <= line) ?? shown[0];
}

/** Scrolls a list of links sideways until a link is in the middle. `scrollIntoView()` would also scroll the page. */
function reveal(link: HTMLElement): void {
  const list = link.closest("ul");
  if (list && list.scrollWidth > list.clientWidth)
    list.scrollBy({ left: findMiddle(link) - findMiddle(list) });
}

function findMiddle(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
