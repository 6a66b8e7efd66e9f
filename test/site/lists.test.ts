/** Tests what lists of titles show besides names: plots, their language, and titles like a single result. */
import { describe, expect, test } from "vitest";
import { listPlot } from "../../site/components/title/names.ts";
import { readPage } from "./pages.ts";

const PLOT = "Twelve jurors decide about a young man's life.";

describe("listPlot()", () => {
  const title = { id: 34, plot: PLOT };

  test("marks a plot that the source calls English", () => {
    expect(listPlot("de", title, { englishPlots: [34] })).toEqual({ text: PLOT, lang: "en" });
    expect(listPlot("de", title, { englishPlots: [] })).toEqual({ text: PLOT, lang: undefined });
  });

  test("omits a plot whose language is unknown", () => {
    expect(listPlot("de", title, {})).toBeUndefined();
    expect(listPlot("ja", title, {})).toBeUndefined();
    expect(listPlot("en", title, {})).toMatchObject({ text: PLOT });
  });
});

describe("list of titles", () => {
  test("contains the plots, which the list view shows", async () => {
    expect((await readPage("/browse")).match(/<p class="more plot"/g)?.length).toBeGreaterThan(40);
  });

  test.each(["/de/browse", "/ja/search?q=the"])("says once that plots are in English: %s", async (path) => {
    const page = await readPage(path);
    expect(page.match(/<p class="more plot" lang="en"/g)?.length).toBeGreaterThan(1);
    expect(page.match(/class="note untranslated"/g)).toHaveLength(1);
  });
});

describe("search with a single result", () => {
  test("lists similar titles below it", async () => {
    const page = await readPage("/search?q=twelve+angry+men");
    expect(page.slice(page.indexOf('id="results"'))).toMatch(
      /<h2 id="similar"[^>]*>More like “12 Angry Men”/,
    );
    expect(await readPage("/search?q=the")).not.toContain('id="similar"');
  });
});
