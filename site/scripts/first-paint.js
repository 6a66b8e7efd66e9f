/**
 * What must be known before anything is shown, so that nothing changes colour or moves afterwards: the theme and the view of
 * titles that the visitor chose, and whether the page is offered in the browser's language. A plain script in the head: the policy of
 * the pages allows no inline script.
 */
(() => {
  /** "" without storage. */
  const stored = (name) => {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  };

  /** Without storage the choice lasts for this page. */
  const store = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {}
  };

  const { documentElement: root } = document;

  const applyTheme = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    // The bars of the browser follow the system unless they are told.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      const { theme: own } = meta.dataset;
      if (root.dataset.theme === undefined) meta.media = `(prefers-color-scheme: ${own})`;
      else meta.media = own === theme ? "all" : "not all";
    }
  };

  applyTheme(stored("theme"));
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.querySelector("#theme");
    if (select === null) return;
    select.value = root.dataset.theme ?? "";
    select.addEventListener("change", () => {
      applyTheme(select.value);
      store("theme", select.value);
    });
  });

  root.dataset.view = stored("view") || "grid";
  document.addEventListener("DOMContentLoaded", () => {
    for (const choice of document.querySelectorAll('[name="view"]')) {
      choice.checked = choice.value === root.dataset.view;
      choice.addEventListener("change", () => {
        root.dataset.view = choice.value;
        store("view", choice.value);
      });
    }
  });

  /** Where the visitor dismissed the offer, it does not come back. */
  const DISMISSED = "language-offer";

  const languageLinks = () => [...document.querySelectorAll("#languages a[data-offer]")];

  /** Filled when the parser reaches it, below the menu of languages and above the page. Nobody is redirected. */
  customElements.define(
    "language-offer",
    class extends HTMLElement {
      connectedCallback() {
        const offered = languageLinks();
        const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
        const best = wanted.find((tag) => offered.some(({ hreflang }) => hreflang === tag));
        const link = offered.find(({ hreflang }) => hreflang === best);
        if (link === undefined || best === root.lang || stored(DISMISSED) !== "") return;
        const shown = document.createElement("a");
        Object.assign(shown, { href: link.href, lang: best, hreflang: best, dir: link.dir });
        shown.textContent = link.dataset.offer;
        const dismiss = document.createElement("button");
        Object.assign(dismiss, { type: "button", textContent: "×", ariaLabel: this.dataset.dismiss });
        dismiss.addEventListener("click", () => {
          this.remove();
          store(DISMISSED, "1");
        });
        this.append(shown, dismiss);
        // New results replace the links.
        new MutationObserver(() => {
          const replaced = languageLinks().find(({ hreflang }) => hreflang === best);
          if (replaced !== undefined) shown.href = replaced.href;
        }).observe(document.querySelector("#languages").parentElement, { childList: true });
      }
    },
  );
})();
