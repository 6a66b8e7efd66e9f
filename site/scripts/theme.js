/**
 * The theme that the visitor chose. A plain script in the head, so that it runs before anything is
 * shown: the policy of the pages allows no inline script.
 */
(() => {
  const { documentElement: root } = document;
  const stored = () => {
    try {
      return localStorage.getItem("theme") ?? "";
    } catch {
      return "";
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    // The bars of the browser follow the system unless they are told.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      const { theme: own } = meta.dataset;
      if (root.dataset.theme === undefined) meta.media = `(prefers-color-scheme: ${own})`;
      else meta.media = own === theme ? "all" : "not all";
    }
  };
  apply(stored());
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.querySelector("#theme");
    if (select === null) return;
    select.value = root.dataset.theme ?? "";
    select.addEventListener("change", () => {
      apply(select.value);
      try {
        localStorage.setItem("theme", select.value);
      } catch {
        // Without storage the choice lasts for this page.
      }
    });
  });
})();
