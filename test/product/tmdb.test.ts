/** Tests the complete product with the TMDB stub as the source and an operator's settings. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  FindResponse,
  PeopleResponse,
  Person,
  SharedResponse,
  SuggestResponse,
  TitlesResponse,
} from "../../worker/contract/people.ts";
import { askAt, credits, search } from "../faults/asking.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { KEY } from "../tmdb/responses.ts";
import { ADA, BRAM, CLEO, DOV } from "../tmdb/titles.ts";

const FILM = 1_210;
const SERIES = 1_211;
const NOTICE = "This product uses the TMDB API but is not endorsed or certified by";

const marquee = startInFrontOfTmdb();

describe("/person/{id}/{slug} with TMDB as the source", () => {
  test("loads the person by id and shows TMDB's images", async () => {
    const response = await fetch(`${marquee.server.url}/person/${CLEO.id}/cleo-tanaka`);
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const shown of ["Cleo Tanaka", "The Glass Lantern", "screenplay", "creator", "TMDB"]) {
      expect(html).toContain(shown);
    }
    const images = [...html.matchAll(/(?:src|srcset)="(\/images\/[^" ]+)/g)].map(([, path = ""]) => path);
    expect(images.some((path) => path.includes("cleotanaka.png"))).toBe(true);
    for (const path of images) expect((await fetch(marquee.server.url + path)).status, path).toBe(200);
    expect(marquee.tmdb.calls).toEqual([expect.stringContaining(`person/${CLEO.id}?`)]);
  });
});

describe("/title/{id}/{slug} with TMDB as the source", () => {
  test("is translated even without an earlier search", async () => {
    const { html } = await page(`/fr/title/${FILM}/la-lanterne-de-verre-1999`);
    expect(html).toMatch(/<h1[^>]*>(?:<[^>]+>)*La Lanterne de verre</);
    expect(html.slice(html.indexOf("<main"))).toContain("Drame");
  });
});

describe("vote counts on pages", () => {
  test.each(["/search?q=lantern", `/title/${FILM}/the-glass-lantern-1999`])(
    "are shown with a thousands separator at %s",
    async (path) => {
      expect((await page(path)).html).toMatch(/\(26,000[ )]/);
    },
  );
});

const isTitle = (path: string) => /^(movie|tv)\/\d+\?(?!.*credits)/.test(path);

async function page(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(new URL(path, marquee.server.url));
  return { status: response.status, html: await response.text() };
}

describe("GET /v1/ with TMDB as the source", () => {
  test("uses the same id for a record and its credits", async () => {
    const found = await search(marquee.server, "glass lantern");
    expect(found.status).toBe(200);
    expect(JSON.parse(found.body)).toMatchObject([
      { id: FILM, runtime: "136", poster: "1999/03/glasslantern.jpg" },
    ]);
    const { status, body } = await credits(marquee.server, FILM);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ id: FILM, director: [{ name: "Cleo Tanaka" }] });
  });

  test("sends at most 12 requests for a search", async () => {
    await search(marquee.server, "harbour");
    expect(marquee.tmdb.calls.length).toBeLessThanOrEqual(12);
    expect(marquee.tmdb.calls.filter(isTitle)).toHaveLength(6);
    marquee.tmdb.calls.length = 0;
    await search(marquee.server, "harbour");
    expect(marquee.tmdb.calls).toEqual([]);
    await search(marquee.server, "glass lantern");
    marquee.tmdb.calls.length = 0;
    await search(marquee.server, "the glass lantern");
    expect(marquee.tmdb.calls).toHaveLength(1);
  });

  test("does not fall back to the catalog, which has other ids", async () => {
    marquee.tmdb.mode = "503";
    expect((await search(marquee.server, "nosferatu")).status).toBe(502);
  });
});

describe("GET /v1/browse with a query and TMDB as the source", () => {
  const browsed = async (path: string) => {
    const response = await fetch(new URL(`/v1/browse?${path}`, marquee.server.url));
    const { headers } = response;
    return {
      titles: ((await response.json()) as { title: string }[]).map(({ title }) => title),
      understood: headers.get("Marquee-Understood"),
      ignored: headers.get("Marquee-Ignored"),
    };
  };

  test.each([
    [
      "q=heist",
      { titles: ["The Glass Lantern", "Lantern Street", "The Quiet Ferry"], understood: "about=heist" },
    ],
    [
      "q=bram+oduya+tanaka",
      { titles: ["The Glass Lantern"], understood: `person=${BRAM.id}&person=${CLEO.id}&f=movie` },
    ],
    [
      "q=bram+oduya+1960s&sort=year",
      { titles: ["The Quiet Ferry"], understood: `person=${BRAM.id}&f=1960-1969&f=movie` },
    ],
    [
      "q=lantern+under+100+minutes+1970s",
      { titles: ["The Lantern Maker"], understood: "omitted=under+100+minutes&f=1970-1979&words=lantern" },
    ],
    [
      "q=lantern&country=japan&f=series",
      { titles: ["Lantern Street"], understood: "words=lantern", ignored: null },
    ],
    [
      "q=lantern&country=japan&runtime=-90&language=ja",
      { titles: ["Lantern Street"], understood: "words=lantern", ignored: "country, runtime" },
    ],
  ])("reports recognised and ignored parts: %s", async (path, expected) => {
    expect(await browsed(path)).toMatchObject(expected);
  });

  const chips = (html: string) =>
    [...html.matchAll(/<a href="([^"]+)" aria-label="[^"]*"[^>]*>\s*<bdi[^>]*>([^<]*)<\/bdi>/g)].map(
      ([, href = "", name]) => [name, href.replaceAll("&amp;", "&")],
    );

  test.each([
    ["/search?q=heist", "Films and series about “heist”", []],
    ["/search?q=oduya+and+tanaka", "Films with Bram Oduya and Cleo Tanaka", undefined],
    [
      "/search?q=bram+oduya+1960s&sort=year",
      "Films of the 1960s with Bram Oduya",
      [
        ["Bram Oduya", "/search?q=1960s&sort=year"],
        ["1960s", "/search?q=bram+oduya&sort=year"],
      ],
    ],
    [
      "/search?q=japanese+lantern",
      "Results for “japanese lantern”",
      [
        ["“japanese” not applied", "/search?q=lantern"],
        ["“lantern”", "/search?q=japanese"],
      ],
    ],
    [
      "/search?q=lantern&country=japan&f=movie",
      "Films, “lantern”",
      [
        ["Films", "/search?q=lantern&country=japan"],
        ["“Japan” not applied", "/search?q=lantern&f=movie"],
      ],
    ],
  ])("is consistent with the page %s", async (path, heading, expected) => {
    const { status, html } = await page(path);
    expect(status).toBe(200);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    if (expected !== undefined) expect(chips(html)).toEqual(expected);
    const isLess = expected?.some(([name = ""]) => name.startsWith("“japanese")) ?? false;
    expect(html.includes("Showing results without “japanese”.")).toBe(isLess);
  });
});

describe("pages with TMDB as the source", () => {
  test("show a title by id without an earlier search", async () => {
    const { status, html } = await page("/title/14/the-quiet-ferry-1962");
    expect(status).toBe(200);
    for (const shown of ["The Quiet Ferry", "Ireland", "The Pilot"]) expect(html).toContain(shown);
    expect(html).toMatch(/6\.9<\/bdi> <small[^>]*>\(41 votes\)/);
    const calls = marquee.tmdb.calls.filter((path) => /^movie\/7(\?|$)/.test(path));
    expect(calls).toEqual([
      expect.stringContaining(
        "append_to_response=translations%2Cexternal_ids%2Cvideos%2Crelease_dates%2Ccredits%2Crecommendations",
      ),
    ]);
    expect(marquee.tmdb.calls.filter((path) => path.startsWith("search"))).toEqual([]);
  });

  test("show a translated title with one request per title", async () => {
    const { html } = await page(`/de/title/${FILM}/the-glass-lantern-1999`);
    expect(html).toMatch(/<p class="plot"[^>]* lang="en"/);
    const ofPeople = marquee.tmdb.calls.filter((path) => path.startsWith("person/"));
    const others = marquee.tmdb.calls.filter((path) => !path.startsWith("person/"));
    expect(others).toEqual([
      `movie/605?api_key=${KEY}&language=de&append_to_response=translations%2Cexternal_ids%2Cvideos%2Crelease_dates%2Ccredits%2Crecommendations&include_video_language=de%2Cen`,
      `collection/77?api_key=${KEY}&language=de`,
    ]);
    // The director and two actors are requested, and again in English if one of their titles has no German name.
    expect(ofPeople.length).toBeLessThanOrEqual(6);
  });

  test("show similar titles, except adult ones, without another request", async () => {
    const { html } = await page(`/title/${FILM}/the-glass-lantern-1999`);
    const shelf = html.slice(html.indexOf("More like this"));
    expect(shelf).toContain("Lantern Street");
    expect(html).not.toContain("Lantern After Dark");
    expect(shelf).toContain("Drama\u00a0· 1990s");
  });

  test("show a person's films after one discover request", async () => {
    const { html } = await page("/search?q=cleo+tanaka");
    expect(html).toContain("Films with Cleo Tanaka</h1>");
    const lists = marquee.tmdb.calls.filter((path) => path.startsWith("discover/"));
    expect(lists).toEqual([expect.stringMatching(/^discover\/movie\?.*with_people=13&/)]);
  });

  test("redirect to the slug after one request", async () => {
    const { url } = marquee.server;
    const response = await fetch(new URL("/fr/title/14", url), { redirect: "manual" });
    expect(response.status).toBe(308);
    expect(marquee.tmdb.calls).toEqual([
      `movie/7?api_key=${KEY}&language=fr&append_to_response=translations%2Cexternal_ids%2Cvideos%2Crelease_dates&include_video_language=fr%2Cen`,
    ]);
  });

  test.each(["/", "/developers", "/search?q=lantern", `/title/${FILM}/the-glass-lantern-1999`, "/fr/"])(
    "contain TMDB's attribution notice: %s",
    async (path) => {
      const { html } = await page(path);
      expect(html.split(NOTICE)).toHaveLength(2);
    },
  );

  test("show the last year, season count and creators of a series", async () => {
    const { html } = await page(`/title/${SERIES}/lantern-street-2003`);
    const text = html.replaceAll(/<[^>]+>/g, "");
    expect(text).toContain("2003–2005");
    expect(text).toContain("2 seasons");
    expect(text).toMatch(/Created by\s*Cleo Tanaka/);
  });

  test("show the tagline in the page's language or in English", async () => {
    const { html: french } = await page(`/fr/title/${FILM}/la-lanterne-de-verre-1999`);
    expect(french).toContain(">La lumière revient.</bdi>");
    const { html: spanish } = await page(`/es/title/${FILM}/the-glass-lantern-1999`);
    expect(spanish).toMatch(/Eslogan: <\/span><bdi[^>]*>Light finds a way\.<\/bdi>/);
  });

  test("link to the title on other sites and to a trailer", async () => {
    const { html } = await page(`/title/${FILM}/the-glass-lantern-1999`);
    for (const address of [
      "https://www.youtube.com/watch?v=inEnglish01",
      "https://www.imdb.com/title/tt0000605/",
      "https://www.themoviedb.org/movie/605",
      "https://www.wikidata.org/wiki/Q605",
    ]) {
      expect(html).toContain(`href="${address}" rel="external noopener"`);
    }
  });

  test("load images from their own host, in TMDB's sizes", async () => {
    const { html } = await page(`/title/${FILM}/the-glass-lantern-1999`);
    const images = [...html.matchAll(/(?:src|srcset)="(\/images\/[^" ]+)/g)].map(([, path = ""]) => path);
    expect(images.some((path) => path.includes("1999/03/glasslantern.jpg"))).toBe(true);
    expect(images.some((path) => path.includes("0000/00/adaholm.jpg"))).toBe(true);
    for (const path of images) expect((await fetch(new URL(path, marquee.server.url))).status).toBe(200);
    expect(marquee.tmdb.images).toContain("w342/glasslantern.jpg");
    expect(
      marquee.tmdb.images.every((path) => /^(w185|w342|w500|w780|original)\/[\w-]+\.\w+$/.test(path)),
    ).toBe(true);
    expect(html).not.toMatch(/(?:src|srcset)="https?:/);
  });

  test("send nine requests for the home page until it is stored", async () => {
    const { html } = await page("/es");
    for (const shown of ["The Glass Lantern", "The Lantern Maker", 'href="/es/browse"'])
      expect(html).toContain(shown);
    const lists = (path: string) => /^(?:trending|discover)\//.test(path) && !path.includes("language=en&");
    expect(marquee.tmdb.calls.filter(lists)).toHaveLength(9);
    marquee.tmdb.calls.length = 0;
    await page("/es");
    expect(marquee.tmdb.calls).toEqual([]);
  });

  test("send one request per kind for a list until it is stored", async () => {
    const { html } = await page("/browse?genre=drama&sort=year");
    expect(html).toContain("Harbour 7</a>");
    expect(html).toContain(">91 titles</p>");
    expect(html).not.toMatch(/<option[^>]*>[^<]*\(0\)/);
    expect(marquee.tmdb.calls).toHaveLength(2);
    marquee.tmdb.calls.length = 0;
    await page("/browse?genre=drama&sort=year");
    expect(marquee.tmdb.calls).toEqual([]);
  });

  test("state the number of results that were sorted", async () => {
    const { html } = await page("/search?q=reel&sort=year");
    expect(html).toContain("Filters and order apply to the 100 best matches only.");
  });

  test("link only to pages that work with TMDB", async () => {
    const seen = new Set<string>();
    for (const path of ["/", "/browse?genre=drama", "/search?q=lantern", "/search", `/title/${FILM}`]) {
      const { html } = await page(path);
      for (const [, link = ""] of html.matchAll(/href="(\/(?!_|v1|images)[^"#]*)"/g)) {
        seen.add(link.replaceAll("&amp;", "&"));
      }
    }
    const links = [...seen].filter((link) => !/^\/(?:\w\w(?:\/|$)|title\/|developers)/.test(link));
    expect(links.some((link) => link.startsWith("/browse?"))).toBe(true);
    const statuses = await Promise.all(links.map(async (link) => [link, (await page(link)).status] as const));
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test("list no titles in the sitemap", async () => {
    const { html } = await page("/sitemap.xml");
    expect(html).not.toContain("/title/");
  });
});

describe("GET /v1/{operation} with TMDB as the source", () => {
  test.each([
    [`people/${ADA.id}`, Person],
    [`people/${ADA.id}?lang=fr&include_adult=1`, Person],
    ["people?q=ada", PeopleResponse],
    [`people/shared?ids=${ADA.id},${DOV.id}`, SharedResponse],
    ["suggest?q=l", SuggestResponse],
    ["find/imdb/tt0000605", FindResponse],
    ["find/tmdb-tv/605", FindResponse],
    ["find/wikidata/Q11", FindResponse],
    [`titles?ids=${FILM},${SERIES},99998&append=credits`, TitlesResponse],
  ] as const)("returns and stores a valid response for %s", async (path, schema) => {
    const first = await askAt(marquee.server, `/v1/${path}`);
    expect(first.status).toBe(200);
    expect(v.safeParse(schema, JSON.parse(first.body)).issues).toBeUndefined();
    marquee.tmdb.calls.length = 0;
    const second = await askAt(marquee.server, `/v1/${path}`);
    expect(second.body).toBe(first.body);
    expect(second.cacheStatus).toMatch(/^marquee; hit/);
    expect(marquee.tmdb.calls).toEqual([]);
  });
});
