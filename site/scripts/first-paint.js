/**
 * Applies the chosen theme, view and country and offers the browser's language before the first paint, so that nothing
 * changes or moves afterwards. The script is a file in the head, because the content security policy forbids inline scripts.
 */
(() => {
  /** Returns a stored value, or "" if there is none or storage is not available. */
  const stored = (name) => {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  };

  /** Stores a value. If storage is not available, the choice only applies to this page. */
  const store = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {}
  };

  const { documentElement: root } = document;

  const applyTheme = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    // These elements set the colour of the browser's toolbars. Without a chosen theme, they follow the theme of the
    // system.
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

  document.addEventListener("submit", ({ target }) => {
    const { watch } = target.elements;
    if (watch !== undefined) store("watch", watch.value);
  });

  /**
   * A title's offers by country. If the visitor has chosen a country before, opens the page for it before anything is
   * shown, because pages are stored and so cannot depend on the visitor.
   */
  customElements.define(
    "watch-country",
    class extends HTMLElement {
      connectedCallback() {
        const country = stored("watch");
        const isChosen = new URLSearchParams(location.search).has("watch");
        if (country !== "" && !isChosen) location.replace(`?watch=${country}${location.hash}`);
      }
    },
  );

  /** The storage key that is set when the visitor dismisses the offer or chooses a language, which ends the offers. */
  const DISMISSED = "language-offer";

  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#languages a, language-offer a")) store(DISMISSED, "1");
  });

  const languageLinks = () => [...document.querySelectorAll("#languages a[data-offer]")];

  /**
   * An offer to switch to the browser's language. It is filled as soon as the parser reaches it, so that nothing
   * moves. Visitors are never redirected.
   */
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
        // A search that replaces its results also replaces the language links, so the link in the offer must be
        // updated.
        new MutationObserver(() => {
          const replaced = languageLinks().find(({ hreflang }) => hreflang === best);
          if (replaced !== undefined) shown.href = replaced.href;
        }).observe(document.querySelector("#languages").parentElement, { childList: true });
      }
    },
  );
})();
