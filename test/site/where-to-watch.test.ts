/** Tests the services on which a title can be watched, on its page and in the API, with the TMDB stub as the source. */

import * as v from "valibot";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { ProvidersResponse } from "../../worker/contract/providers.ts";
import examples from "../../worker/reference/examples.json" with { type: "json" };
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { TITLES, type Title } from "../tmdb/titles.ts";

const FILM = "/title/1210/the-glass-lantern-1999";
const marquee = startInFrontOfTmdb();

const get = (path: string) => fetch(new URL(path, marquee.server.url));

/** Returns the section about services as text, with a line for each element that has text, or `null`. */
async function readSection(path: string): Promise<string[] | null> {
  const [, section] =
    /<section[^>]* aria-labelledby="where"[^>]*>(.*?)<\/section>/s.exec(await (await get(path)).text()) ?? [];
  if (section === undefined) return null;
  const texts = section.replace(/<select.*?<\/select>/s, "").split(/<[^>]+>/);
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

async function readOptions(path: string): Promise<string[]> {
  const [, select = ""] =
    /<select[^>]* name="watch"[^>]*>(.*?)<\/select>/s.exec(await (await get(path)).text()) ?? [];
  return [...select.matchAll(/<option value="(\w*)"([^>]*)>([^<]*)/g)].map(
    ([, code, attributes = "", name]) =>
      `${code} ${name}${/ selected/.test(attributes) ? " (selected)" : ""}`,
  );
}

describe("title page", () => {
  test("offers the countries in alphabetical order of the page's language", async () => {
    expect(await readOptions(FILM)).toEqual([" Country", "FR France", "DE Germany", "US United States"]);
    expect(await readOptions("/de/title/1210/the-glass-lantern-1999?watch=DE")).toEqual([
      " Land",
      "DE Deutschland (selected)",
      "FR Frankreich",
      "US Vereinigte Staaten",
    ]);
  });

  test("names no services before a country is chosen", async () => {
    const links = ["Open on TMDB", "Source:", "JustWatch"];
    expect(await readSection(FILM)).toEqual(["Where to watch", "Apply", ...links]);
  });

  test("groups the services of the chosen country", async () => {
    expect(await readSection(`${FILM}?watch=US`)).toEqual([
      ...["Where to watch", "Apply", "Open on TMDB", "Source:", "JustWatch"],
      ...[
        "Stream",
        "Netflix",
        "With ads",
        "Tubi TV",
        "Rent",
        "Apple TV",
        "and",
        "Amazon Video",
        "Buy",
        "Apple TV",
      ],
    ]);
    expect(await readSection("/title/1211/lantern-street-2003?watch=JP")).toContain("U-NEXT");
  });

  test("says that a title is not available in the chosen country", async () => {
    expect(await readSection(`${FILM}?watch=BR`)).toContain("Not available in this country");
    expect(await readOptions(`${FILM}?watch=BR`)).toContain("BR Brazil (selected)");
  });

  test("links to JustWatch and to TMDB's page for the country", async () => {
    const html = await (await get(`${FILM}?watch=DE`)).text();
    expect(html).toContain('href="https://www.justwatch.com/"');
    expect(html).toContain('href="https://www.themoviedb.org/movie/605/watch?locale=DE"');
    expect(await (await get(FILM)).text()).toContain('href="https://www.themoviedb.org/movie/605/watch"');
  });

  test.each(["?watch=xx", "?watch=ZZ", "?watch=de", "?watch=", "?watch=%3Cb%3E"])(
    "ignores the country in %s, and stores no page for it",
    async (query) => {
      const page = await (await get(FILM)).text();
      const response = await get(FILM + query);
      expect(response.headers.get("Cache-Status")).toContain("hit");
      expect(await response.text()).toBe(page);
    },
  );

  test("ignores all countries but the first", async () => {
    await get(`${FILM}?watch=FR`);
    const response = await get(`${FILM}?watch=FR&watch=US&watch=DE`);
    expect(response.headers.get("Cache-Status")).toContain("hit");
    expect(await response.text()).toContain("Arte");
  });

  test("has one canonical URL for all countries", async () => {
    expect(await (await get(`${FILM}?watch=US`)).text()).toContain(
      `<link rel="canonical" href="${marquee.server.url}${FILM}">`,
    );
  });

  test("loads the services of all countries once", async () => {
    const path = "/title/2014/harbour-8-1997";
    for (const query of ["", "?watch=DE", "?watch=US"]) expect((await get(path + query)).status).toBe(200);
    expect(marquee.tmdb.calls.filter((call) => call.includes("watch/providers"))).toHaveLength(1);
  });

  test("has only a link if no country has offers", async () => {
    const html = await (await get("/title/2014/harbour-8-1997?watch=DE")).text();
    expect(html).not.toContain("JustWatch");
    expect(html).toContain('href="https://www.themoviedb.org/movie/1007/watch"');
  });

  test("has only a link and is not stored if the services cannot be loaded", async () => {
    const at = TITLES.findIndex(({ id }) => id === 1_010);
    const film = TITLES[at] as Title;
    TITLES[at] = { ...film, offers: { DE: { flatrate: [""] } } };
    onTestFinished(() => void TITLES.splice(at, 1, film));
    const response = await get("/title/2020/harbour-11-1990?watch=DE");
    const html = await response.text();
    expect(html).not.toContain("JustWatch");
    expect(html).toContain('href="https://www.themoviedb.org/movie/1010/watch"');
    expect(response.headers.get("CDN-Cache-Control")).toBe("no-store");
  });

  test("has no services with a catalog", async () => {
    const page = await (await fetch(`${inject("target")}/title/34/seven-samurai-1954?watch=DE`)).text();
    expect(page).not.toContain("JustWatch");
  });
});

describe("GET /v1/titles/{id}/providers", () => {
  test("returns the services by country", async () => {
    const response = await get("/v1/titles/1210/providers");
    expect(response.status).toBe(200);
    const countries = v.parse(ProvidersResponse, await response.json());
    expect(countries.map(({ country }) => country)).toEqual(["DE", "FR", "US"]);
    expect(countries.filter(({ country }) => country !== "FR")).toEqual(examples.providers);
  });

  test("is fresh for a day and revalidated for another one", async () => {
    const { headers } = await get("/v1/titles/1210/providers");
    const [, lifetime] =
      /max-age=(\d+), stale-while-revalidate=86400/.exec(headers.get("CDN-Cache-Control") ?? "") ?? [];
    expect(Number(lifetime)).toBeGreaterThan(86_000);
  });

  test("shares one response among languages", async () => {
    await get("/v1/titles/1211/providers?lang=de");
    const response = await get("/v1/titles/1211/providers?lang=fr");
    expect(response.headers.get("Cache-Status")).toContain("hit");
  });

  test("returns an empty list for a title without offers", async () => {
    expect(await (await get("/v1/titles/2014/providers")).json()).toEqual([]);
  });

  test("returns 404 for an unknown title", async () => {
    const response = await get("/v1/titles/1999998/providers");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: "Title not found" });
  });

  test("returns 501 with a catalog", async () => {
    expect((await fetch(`${inject("target")}/v1/titles/34/providers`)).status).toBe(501);
  });
});
