/** Tests the home page: what it says of the site, and examples and shelves from the catalog. */
import { describe, expect, inject, test, vi } from "vitest";
import { choosePlotWords, makeExamples, misspell } from "../../site/components/home/examples.ts";
import { readPicks } from "../../site/components/search/picks.ts";
import { DICTIONARIES } from "../../site/language/words.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import type { SiteServices } from "../../worker/web/site-services.ts";
import { record } from "../contract/records.ts";
import { fetchOwn } from "../faults/asking.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { readPage, results } from "./pages.ts";

const target = inject("target");

describe("home page", () => {
  test.each(Object.entries(DICTIONARIES))(
    "says in %s how many titles there are to search",
    async (tag, words) => {
      const { catalog } = (await (await fetchOwn(`${target}/healthz`)).json()) as {
        catalog: { titles: number };
      };
      const page = await readPage(tag === "en" ? "/" : `/${tag}`);
      const number = new Intl.NumberFormat(tag).format(catalog.titles);
      const [before = "", after = ""] = words.home.about("#").split("#");
      const sentence = new RegExp(`${before}[\\p{Nd}.,٬]+${after}`, "u").exec(page)?.[0] ?? expect.fail(page);
      if (tag === "en") expect(sentence).toBe(words.home.about(number));
    },
  );

  test.each(["/", "/de", "/ja"])("links on %s to examples that find titles", async (path) => {
    const examples = /<p class="examples".*?<\/p>/s.exec(await readPage(path))?.[0] ?? "";
    const links = [...examples.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(await results(link), link).toMatch(/href="(?:\/\w\w)?\/title\//);
  });

  test("shows no title twice on its shelves", async () => {
    const page = await readPage("/");
    const ids = [...page.matchAll(/<h3[^>]*><a href="\/title\/(\d+)\//g)].map(([, id]) => id);
    expect(page).toMatch(/id="short"[^>]*>[^<]+</);
    expect(page).toContain('id="genre"');
    expect(new Set(ids).size).toBe(ids.length);
  });

  describe("in front of a source that cannot list titles", () => {
    const behind = sharedBehindFaults();

    test("promises no search that the source does not have", async () => {
      const page = await (await fetchOwn(`${behind.server.url}/`)).text();
      expect(page).toContain(DICTIONARIES.en.tagline);
      expect(page).not.toContain('class="examples"');
    });
  });
});

describe("readPicks()", () => {
  const titles = [1, 2, 3].map((id) => ({ ...record(), id, title: `Part ${id}` }));
  const years = ["1971", "1979", "1985"].map((value) => ({
    value,
    name: value,
    movies: 9,
    series: 0,
    titles: 9,
  }));
  const facets = { years, genres: [], countries: [], languages: [], hasRatings: true, hasRuntimes: false };
  const services = {
    value: async (name: string) => (name === "browse" ? titles : { name: "The Trilogy", titles }),
  } as unknown as SiteServices;

  test("returns the best of a decade with enough titles, and a collection", async () => {
    const picks = await readPicks(services, "en", { facets, day: 5, titles });
    expect(picks.map(({ id, name }) => [id, name])).toEqual([
      ["decade", "Best of the 1970s"],
      ["collection", "The Trilogy"],
    ]);
    expect(picks[0]?.href).toBe("/browse?f=1970-1979&sort=rating");
  });

  test("returns nothing without facets", async () => {
    expect(await readPicks(services, "en", { facets: null, day: 5, titles })).toEqual([]);
  });
});

describe("list of all titles", () => {
  test("opens with links to genres, unless it is filtered", async () => {
    expect(await readPage("/browse")).toMatch(
      /<ul aria-label="Genre"[^>]*><li[^>]*><a href="\/browse\?genre=/,
    );
    expect(await readPage("/browse?genre=drama")).not.toContain('<ul aria-label="Genre"');
  });
});

describe("misspell()", () => {
  test.each([
    ["Seven Samurai", "seven saumrai"],
    ["Apocalypse Now", "apoclaypse now"],
    ["Alien", null],
    ["七人の侍", null],
    ["Committed", "comimtted"],
  ])("exchanges two letters of the longest word in %s", (title, misspelt) => {
    expect(misspell(title)).toBe(misspelt);
  });
});

describe("choosePlotWords()", () => {
  test.each([
    [
      "In the 22nd century, a paraplegic Marine is dispatched to the moon Pandora on a unique mission.",
      "a paraplegic Marine is dispatched to the moon Pandora",
    ],
    [
      "A skilled thief who commits corporate espionage by infiltrating the subconscious of his targets.",
      "A skilled thief who commits corporate espionage",
    ],
    ["Their concept catches on, with underground clubs in every town.", null],
    ["", null],
    ["盗みに長けた男が、夢の中に入り込む。", null],
  ])("chooses a phrase with several telling words of %j", (plot, phrase) => {
    expect(choosePlotWords(plot)).toBe(phrase);
  });
});

describe("search for the words of a plot that an example shows", () => {
  test("finds its title first", async () => {
    const shown = await fetchOwn(`${target}/v1/browse?limit=40`);
    const titles = (await shown.json()) as readonly TitleRecord[];
    const phrases = titles.flatMap(({ id, plot }) => {
      const phrase = choosePlotWords(plot);
      return phrase === null ? [] : [{ id, phrase }];
    });
    expect(phrases.length).toBeGreaterThan(10);
    const others: string[] = [];
    for (const { id, phrase } of phrases) {
      const found = await fetchOwn(`${target}/v1/browse?${new URLSearchParams({ q: phrase.toLowerCase() })}`);
      const [first] = (await found.json()) as readonly TitleRecord[];
      if (first?.id !== id) others.push(`${phrase}: ${first?.title}`);
    }
    expect(others).toEqual([]);
  });
});

describe("makeExamples()", () => {
  test("makes none for a source that finds only what is spelt right", async () => {
    const read = vi.fn();
    const services = { canFindMistypedTitles: false, read, value: read, title: read };
    const made = await makeExamples(services as never, "en", { titles: [{} as never], day: 1 });
    expect([made, read.mock.calls]).toEqual([[], []]);
  });

  test("marks the mistyped example", async () => {
    const missing = async () => null;
    const services = { canFindMistypedTitles: true, value: missing, title: missing };
    const titles = [{ id: 1, title: "Casablanca" }] as never;
    expect(await makeExamples(services as never, "en", { titles, day: 1 })).toEqual([
      { text: "casalbanca", isMistyped: true },
    ]);
  });
});
