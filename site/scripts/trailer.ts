/**
 * Plays a trailer in the page when the visitor clicks on its link, and closes it at the next click. Nothing is
 * requested from the host of the trailer before. Without this script, the link opens that host.
 */
export function playInPlace(link: HTMLElement): void {
  const player = document.createElement("iframe");
  player.className = "player";
  player.title = link.lastChild?.textContent?.trim() ?? "";
  player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  link.addEventListener("click", (event) => {
    // With one of these keys, the visitor wants a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (player.isConnected) player.remove();
    else {
      player.src = link.dataset.player ?? "";
      link.parentElement?.insertAdjacentElement("afterend", player);
      player.focus();
    }
  });
}
