/** Tests pages of seasons, episodes and details with the TMDB stub as the source. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriesText } from "../../site/language/series.ts";
import { LANGUAGES } from "../../worker/text/languages.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import type { Season } from "../tmdb/seasons.ts";
import { TITLES, type Title } from "../tmdb/titles.ts";

const marquee = startInFrontOfTmdb();
const SERIES = "/title/1211/lantern-street-2003";

async function read(path: string, base = marquee.server.url): Promise<string> {
  const html = await (await fetch(base + path)).text();
  return html.replaceAll("&amp;", "&");
}

const readText = (html: string) =>
  html
    .replaceAll(/<(?:script|style).*?<\/(?:script|style)>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const findItems = (html: string) => html.match(/<li id="e\d+".*?<\/li>/gs) ?? [];
const thingsOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = ""]) =>
    JSON.parse(text),
  );

const PLOT = "The keeper of the harbour finds a letter that was never meant for her, and rows out at night. ";
const NAMES = ["Tide", "Rope", "Ledger", "Storm", "Wharf"];

function createSeason(number: number, count: number): Season {
  const start = Date.UTC(2020, 0, 1);
  const episodes = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    id: number * 10_000 + at,
    date: new Date(start + at * 86_400_000).toISOString().slice(0, 10),
    runtime: 40 + (at % 11),
    rating: 7 + (at % 20) / 10,
    votes: 100 + at * 31,
    still: `/still${at * 7_919}.jpg`,
    names: { en: `${NAMES[at % NAMES.length]} ${at * 7_919}` },
    plots: { en: PLOT.repeat(2) + at * 104_729 },
  }));
  return { number, date: "2020-01-01", episodes };
}

describe("series page", () => {
  test("links to its seasons with years and episode counts", async () => {
    const html = await read(SERIES);
    const shelf = html.slice(html.indexOf('aria-labelledby="seasons"'));
    expect([...shelf.matchAll(/href="(\/[^"]+\/season\/\d+)"/g)].map(([, path]) => path)).toEqual(
      [0, 1, 2].map((number) => `${SERIES}/season/${number}`),
    );
    expect(readText(shelf.replaceAll(/<svg.*?<\/svg>/gs, ""))).toMatch(
      /Lighting Up 2003 3 episodes Season 1 Season 2 2005 1 episode/,
    );
    const lettering = [...shelf.matchAll(/<text[^>]*>\s*(\S+?)\s*<\/text>/g)].map(([, text]) => text);
    expect(lettering.filter((text = "") => !/^\d{4}$/.test(text)).slice(0, 3)).toEqual([
      "SPECIALS",
      "1",
      "2",
    ]);
    expect(shelf).toMatch(/<li[^>]*>(?:(?!<\/li>).)*\/lanternseason1\.jpg(?:(?!<\/li>).)*Lighting Up/s);
  });

  describe("while episodes are upcoming", () => {
    const day = new Date(Date.now() + 6 * 86_400_000);
    const aired = day.toISOString().slice(0, 10);
    const running: Title = {
      kind: "tv",
      id: 998,
      language: "en",
      titles: { en: "Harbour Weekly" },
      date: "2020-01-01",
      seasonList: [createSeason(3, 2), createSeason(2019, 1)],
      nextEpisode: { season: 3, number: 2, id: 30_002, date: aired, names: { en: "High Water" } },
    };
    beforeAll(() => void TITLES.push(running));
    afterAll(() => void TITLES.splice(TITLES.indexOf(running), 1));

    test.each([
      ["English", "", "Next episode", "Season 3"],
      ["German", "/de", "Nächste Folge", "Staffel 3"],
      ["Japanese", "/ja", "次回のエピソード", "シーズン3"],
    ])("links to the next episode with its date in %s", async (_, prefix, label, season) => {
      const path = "/title/1997/harbour-weekly-2020";
      const html = await read(`${prefix}${path}`);
      const date = new Intl.DateTimeFormat(prefix.slice(1) || "en", { dateStyle: "long", timeZone: "UTC" });
      expect(html).toContain(`href="${prefix}${path}/season/3#e2"`);
      expect(readText(html)).toContain(`${label}: High Water ${date.format(day)} · ${season}`);
    });

    test.each(LANGUAGES)("shows the season of a year without separators in %s", async (language) => {
      const prefix = language === "en" ? "" : `/${language}`;
      const path = `${prefix}/title/1997/harbour-weekly-2020`;
      const html = (await read(path)) + (await read(`${path}/season/2019`));
      expect(html.match(/>\s*2019\s*</g)).toHaveLength(2);
      expect(html).not.toMatch(/2[^\d]{1,2}019/);
    });
  });

  test.each([
    ["English", "", "10 (Brazil)|G (Japan)", "First aired September 1, 2003", "Ended", "Harbour TV"],
    ["Portuguese", "/pt", "10", "Estreia 1 de setembro de 2003", "Finalizada", "Harbour TV"],
    ["Japanese", "/ja", "G", "放送開始 2003年9月1日", "終了", "Harbour TV"],
  ])("shows details in %s", async (_, prefix, certificate, aired, ...others) => {
    const path = (await fetch(`${marquee.server.url}${prefix}/title/1211`)).url;
    const text = readText(await (await fetch(path)).text());
    for (const detail of [aired, ...others]) expect(text).toContain(detail);
    expect(certificate.split("|").some((each) => text.includes(`: ${each} `))).toBe(true);
  });
});

describe("film page", () => {
  const bare: Title = {
    kind: "movie",
    id: 995,
    language: "en",
    titles: { en: "Harbour Lights" },
    date: "2001-03-01",
  };
  beforeAll(() => void TITLES.push(bare));
  afterAll(() => void TITLES.splice(TITLES.indexOf(bare), 1));

  test("shows a single detail with the facts, without a heading", async () => {
    const html = await read("/title/1990/harbour-lights-2001");
    expect(html).not.toContain("Details</h2>");
    expect(readText(html)).toContain("2001 Released March 1, 2001");
  });

  test("lists its collection by release date and marks itself", async () => {
    const html = await read("/title/1210/the-glass-lantern-1999");
    const shelf = html.slice(html.indexOf('aria-labelledby="collection"'));
    const titles = [
      ...shelf.slice(0, shelf.indexOf("</section>")).matchAll(/<h3[^>]*><a href="([^"]+)"([^>]*)/g),
    ];
    expect(
      titles.map(([, path, attributes = ""]) => [path, attributes.includes('aria-current="page"')]),
    ).toEqual([
      ["/title/6/the-lantern-maker-1975", false],
      ["/title/1210/the-glass-lantern-1999", true],
    ]);
  });
});

describe("/title/{id}/{slug}/season/{n}", () => {
  test("lists episodes with number, title, date, runtime and rating", async () => {
    const [first = "", second = "", third = ""] = findItems(await read(`${SERIES}/season/1`)).map(readText);
    expect(first).toMatch(/1 The First Match September 1, 2003 24 min Rating: ★ 8.1 \(100 votes\)/);
    expect(second).toContain("2 Wax September 8, 2003");
    expect(third).toContain("Episode 3");
  });

  test.each([
    ["French", "/fr", "lantern-street-2003", "1 septembre 2003", "La première allumette"],
    ["German", "/de", "lantern-street-2003", "1. September 2003", "Folge 3"],
  ])("translates names and dates to %s", async (_, prefix, slug, ...texts) => {
    const text = readText(await read(`${prefix}/title/1211/${slug}/season/1`));
    for (const each of texts) expect(text).toContain(each);
  });

  test("links to the previous and next season", async () => {
    const html = await read(`${SERIES}/season/1`);
    expect(html).toMatch(new RegExp(`rel="prev" href="${SERIES}/season/0"`));
    expect(html).toMatch(new RegExp(`rel="next" href="${SERIES}/season/2"`));
  });

  test("links from the last season to the previous one", async () => {
    expect(await read(`${SERIES}/season/2`)).toContain(`rel="prev" href="${SERIES}/season/1"`);
  });

  test.each([
    [0, "next"],
    [2, "prev"],
  ])("does not link beyond the first or last season: %i", async (season, only) => {
    const html = await read(`${SERIES}/season/${season}`);
    expect([...html.matchAll(/rel="(prev|next)"/g)].map(([, rel]) => rel)).toEqual([only]);
  });

  test("shows the season's poster", async () => {
    const html = await read(`${SERIES}/season/1`);
    const article = html.slice(html.indexOf("<article"), html.indexOf('id="e1"'));
    expect(article).toMatch(/<img[^>]* src="\/images\/240\/[\d/]*lanternseason1\.jpg\?title=1211"/);
  });

  test("describes the season and its episodes as JSON-LD", async () => {
    const [season] = thingsOf(await read(`${SERIES}/season/1`));
    expect(season).toMatchObject({
      "@type": "TVSeason",
      name: "Lighting Up",
      seasonNumber: 1,
      numberOfEpisodes: 3,
      partOfSeries: { "@type": "TVSeries", name: "Lantern Street" },
    });
    expect(season.episode[0]).toEqual({
      "@type": "TVEpisode",
      episodeNumber: 1,
      name: "The First Match",
      datePublished: "2003-09-01",
      duration: "PT24M",
      aggregateRating: { "@type": "AggregateRating", ratingValue: 8.1, ratingCount: 100, bestRating: 10 },
    });
  });

  test("redirects other slugs to its canonical URL", async () => {
    const { url } = marquee.server;
    expect(await read(`${SERIES}/season/2`)).toContain(
      `<link rel="canonical" href="${url}${SERIES}/season/2">`,
    );
    const moved = await fetch(`${url}/title/1211/x/season/2`, { redirect: "manual" });
    expect([moved.status, moved.headers.get("Location")]).toEqual([308, `${SERIES}/season/2`]);
  });

  test("links to existing seasons if the number is unknown", async () => {
    const response = await fetch(`${marquee.server.url}${SERIES}/season/9`);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain(`href="${SERIES}/season/2"`);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test.each(["01", "x", "-1", "1.5"])("returns 404 for season %s", async (season) => {
    expect((await fetch(`${marquee.server.url}${SERIES}/season/${season}`)).status).toBe(404);
  });

  test("returns 404 for a film", async () => {
    const path = "/title/1210/the-glass-lantern-1999/season/1";
    expect((await fetch(marquee.server.url + path)).status).toBe(404);
  });
});

describe("/search for a season", () => {
  test.each([
    "lantern street season 2",
    "season 2 of lantern street",
    "Lantern Street S02",
    "lantern street 2. staffel",
    "硝子の灯 第2期",
  ])("links to the season for %j", async (text) => {
    const html = await read(`/search?q=${encodeURIComponent(text)}`);
    expect(html).toContain(`href="${SERIES}/season/2"`);
    expect(readText(html)).toContain("Lantern Street: Season 2");
  });

  test.each([
    "lantern street season 1 episode 3",
    "Lantern Street S01E03",
    "lantern street s1 e3",
    "lantern street 1. staffel folge 3",
    "硝子の灯 第1期 第3話",
  ])("links to the episode for %j", async (text) => {
    const html = await read(`/search?q=${encodeURIComponent(text)}`);
    expect(html).toContain(`href="${SERIES}/season/1#e3"`);
    expect(readText(html)).toContain("Episode 3");
  });

  test("links to the season if it does not have the episode", async () => {
    const html = await read("/search?q=lantern+street+season+1+episode+4");
    expect(html).toContain(`href="${SERIES}/season/1"`);
    expect(html).not.toContain("#e4");
  });

  test("lists the series if it does not have the season", async () => {
    const html = await read("/search?q=lantern+street+season+7");
    expect(html).toContain(`href="${SERIES}"`);
    expect(readText(html)).toContain("Season not found");
  });

  test.each(["lantern street season 7", "street season 2"])("links to no season for %j", async (text) => {
    expect(await read(`/search?q=${encodeURIComponent(text)}`)).not.toContain("/season/");
  });
});

describe("series without known seasons", () => {
  const path = "/title/1993/quiet-harbour-1999";
  const unseasoned: Title = {
    kind: "tv",
    id: 996,
    language: "en",
    titles: { en: "Quiet Harbour" },
    date: "1999-01-01",
  };
  beforeAll(() => void TITLES.push(unseasoned));
  afterAll(() => void TITLES.splice(TITLES.indexOf(unseasoned), 1));

  test.each(LANGUAGES)("is named in %s, with the season first or last", async (language) => {
    const prefix = language === "en" ? "" : `/${language}`;
    const unknown = seriesText(language, "unknown", { title: "Quiet Harbour" });
    for (const text of ["quiet harbour season 2", "season 2 of quiet harbour"]) {
      const html = await read(`${prefix}/search?q=${encodeURIComponent(text)}`);
      const main = html.slice(html.indexOf("<main"));
      expect(readText(main)).toContain(unknown);
      expect([...new Set(main.match(/(?<=href=")[^"]*\/title\/[^"]+/g))]).toEqual([prefix + path]);
    }
    const response = await fetch(`${marquee.server.url}${prefix}${path}/season/2`);
    expect(response.status).toBe(404);
    expect(readText(await response.text())).toContain(unknown);
  });
});

describe("page of a long season", () => {
  const path = "/title/1999/harbour-daily-2020/season";
  const daily: Title = {
    kind: "tv",
    id: 999,
    language: "en",
    titles: { en: "Harbour Daily" },
    date: "2020-01-01",
    seasonList: [
      createSeason(1, 60),
      createSeason(2, 400),
      { number: 3, date: "2022-01-01", episodes: [{ number: 1, id: 30_001, names: { en: "Tide" } }] },
    ],
  };
  beforeAll(() => void TITLES.push(daily));
  afterAll(() => void TITLES.pop());

  test("is at most 32 KB with 60 episodes", async () => {
    const html = await read(`${path}/1`);
    expect(findItems(html)).toHaveLength(60);
    expect(gzipSync(html).byteLength).toBeLessThanOrEqual(32_000);
  });

  test.each([
    ["1", "with titles, dates, runtimes, and ratings."],
    ["3", "with titles."],
  ])("promises in its description what season %s has: %s", async (season, facts) => {
    expect(await read(`${path}/${season}`)).toContain(
      `<meta name="description" content="All episodes of Harbour Daily: Season ${season}, ${facts}">`,
    );
  });

  test("shows the plot of the first episode only", async () => {
    const [first = "", second = ""] = findItems(await read(`${path}/1`));
    expect(first).not.toContain("<details");
    expect(second).toMatch(/<details[^>]*><summary[^>]*>Plot.*The keeper/s);
    expect(findItems(await read(`${path}/2`))[0]).toContain("<details");
  });

  test("groups 400 episodes by fifty", async () => {
    const html = await read(`${path}/2`);
    expect(findItems(html)).toHaveLength(400);
    expect([...html.matchAll(/<summary[^>]*>(Episodes [^<]+)/g)].map(([, name]) => name)).toEqual(
      [51, 101, 151, 201, 251, 301, 351].map((first) => `Episodes ${first}–${first + 49}`),
    );
  });
});
