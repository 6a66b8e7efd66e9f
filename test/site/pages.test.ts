/** Tests properties that every page must have: valid HTML, status, URLs, headers, metadata and size. */
import { gzipSync } from "node:zlib";
import { HtmlValidate } from "html-validate";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../site/language/language.ts";
import { watchLink } from "../../site/links.ts";
import { PROBLEM_TYPES } from "../../worker/contract/problem.ts";
import { BUILT_HOST } from "../../worker/web/addresses.ts";
import { TESTED_PAGES } from "./pages.ts";

const target = inject("target");

/** Rules of the HTML standard and WCAG that can be checked without a browser. */
const validator = new HtmlValidate({ extends: ["html-validate:standard", "html-validate:a11y"] });

function get(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${target}${path}`, { redirect: "manual", ...init });
}

async function html(path: string): Promise<string> {
  return (await get(path)).text();
}

const KB = 1000;
const findStyles = (page: string) =>
  [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href);
const findScripts = (page: string) =>
  [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = ""]) => src);

const weights = new Map<string, Promise<number>>();

/** Returns the total size of the files in bytes, as transferred. */
async function weigh(paths: readonly string[]): Promise<number> {
  const each = paths.map((path) => {
    const weight = weights.get(path) ?? html(path).then((text) => gzipSync(text).byteLength);
    weights.set(path, weight);
    return weight;
  });
  return (await Promise.all(each)).reduce((total, weight) => total + weight, 0);
}

describe.each(TESTED_PAGES)("$name", ({ path, status, unlisted }) => {
  let response: Response;
  let page: string;

  beforeAll(async () => {
    response = await get(path);
    page = await response.text();
  });

  test("is valid HTML with scripts in head or body", async () => {
    const report = await validator.validateString(page);
    const messages = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
    );
    expect(messages).toEqual([]);
    expect(page.slice(page.indexOf("</body>"))).not.toContain("<script");
  });

  test("returns the expected status, media type and Cache-Control", () => {
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Cache-Control")).not.toBeNull();
  });

  // These headers score 130 in MDN's HTTP Observatory, the maximum without cookies, preloading and third-party
  // scripts.
  test("allows only its own scripts and forbids framing", () => {
    const headers = Object.fromEntries(response.headers);
    const policy = headers["content-security-policy"]?.split("; ") ?? [];
    const closed = ["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];
    expect(policy).toEqual(expect.arrayContaining(closed));
    const others = policy.filter((each) => each !== "frame-src https://www.youtube-nocookie.com");
    expect(others.join()).not.toMatch(/unsafe|data:|\*|https?:/);
    // Only the page of a title may have a trailer.
    if (others.length < policy.length)
      expect(new URL(response.url).pathname).toMatch(/\/title\/[^/]+\/[^/]+$/);
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
    });
    // The header is only sent over HTTPS, which `test/web/http/front.test.ts` checks.
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("set-cookie");
  });

  test("contains no inline scripts or styles", () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
    const scripts = [...page.matchAll(/<script([^>]*)>/g)].map(([, attributes = ""]) => attributes);
    for (const attributes of scripts) expect(attributes).toMatch(/src="\/_astro\/|application\/ld\+json/);
  });

  test("transfers at most 32 KB, including 6 KB of JavaScript", async () => {
    const [css, js] = await Promise.all([weigh(findStyles(page)), weigh(findScripts(page))]);
    expect(gzipSync(page).byteLength + css + js).toBeLessThanOrEqual(32 * KB);
    expect(js).toBeLessThanOrEqual(6 * KB);
    expect(css).toBeGreaterThan(0);
  });

  test("links to itself in other languages", async () => {
    const list = /<nav id="languages".*?<\/nav>/s.exec(page)?.[0] ?? "";
    const links = [...list.matchAll(/href="([^"]+)" lang="([^"]+)"/g)];
    expect(links.map(([, , language]) => language)).toEqual([...LANGUAGES]);
    // Checks two languages per page, so that each language is checked on several pages.
    const at = TESTED_PAGES.findIndex((tested) => tested.path === path);
    for (const [, href = "", language] of [0, 3].flatMap((more) => [
      links[(at + more) % links.length] ?? [],
    ])) {
      const other = await (await fetch(`${target}${href.replaceAll("&amp;", "&")}`)).text();
      expect(other, href).toContain(`<html lang="${language}"`);
    }
  });

  test("is either indexed with a canonical URL or has noindex", () => {
    if (status !== 200 || unlisted) expect(page).toContain('<meta name="robots" content="noindex">');
    else {
      const address = `${target}${path.replaceAll("&", "&amp;")}`;
      expect(page).toContain(`<link rel="canonical" href="${address}">`);
      expect(page).toContain(`<meta property="og:url" content="${address}">`);
      expect(page).toMatch(new RegExp(`<meta property="og:image" content="${target}/[^"]+">`));
    }
  });
});

describe("web fonts", () => {
  test("are at most 30 KB in total", async () => {
    const texts = await Promise.all(findStyles(await html("/")).map(html));
    const fonts = new Set(
      texts.flatMap((text) => [...text.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(([, url = ""]) => url)),
    );
    const sizes = await Promise.all(
      [...fonts].map(async (font) => (await (await get(font)).arrayBuffer()).byteLength),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(30 * KB);
  });
});

describe("prerendered pages", () => {
  test("are served with the Worker's security headers", async () => {
    const [built, rendered] = await Promise.all([get("/developers"), get("/search")]);
    for (const name of SECURITY) expect(built.headers.get(name), name).toBe(rendered.headers.get(name));
  });

  test("use the requested host in links and ETag", async () => {
    const page = await get("/developers");
    const text = await page.text();
    expect(text).toContain(`curl '${target}<wbr>/v1/`);
    expect(text).not.toContain(BUILT_HOST);
    const [, thing = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(thing)).toMatchObject({
      "@type": "WebSite",
      url: `${target}/`,
      potentialAction: { target: { urlTemplate: `${target}/search?q={search_term_string}` } },
    });
    expect(page.headers.get("ETag")).toContain(target);
  });
});

const SECURITY = [
  "Content-Security-Policy",
  "X-Content-Type-Options",
  "Referrer-Policy",
  "Permissions-Policy",
  "Cross-Origin-Opener-Policy",
  "Cross-Origin-Resource-Policy",
];

describe("page URL", () => {
  test("redirects permanently to the correct slug", async () => {
    const response = await get("/title/34/anything");
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe("/title/34/12-angry-men-1957");
  });

  test("redirects credits pages to the correct slug", async () => {
    const response = await get("/fr/title/34/anything/credits");
    expect(response.headers.get("Location")).toBe("/fr/title/34/12-hommes-en-colere-1957/credits");
  });

  test("redirects to the slug if it is missing", async () => {
    const response = await get("/title/34");
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe("/title/34/12-angry-men-1957");
  });

  test("redirects to the correct name of a person", async () => {
    for (const path of ["/person/2386/anything", "/person/2386", "/person/2386/akira-kurosawa-"]) {
      const response = await get(path);
      expect(response.status, path).toBe(308);
      expect(response.headers.get("Location"), path).toBe("/person/2386/akira-kurosawa");
    }
  });

  test("combines the kind and year fields into one filter", async () => {
    const response = await get("/search?q=dune&kind=movie&year=1984");
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/search?q=dune&f=movie%2C1984");
  });
});

describe("rejected search", () => {
  test.each([
    [`/search?q=${"a".repeat(201)}`, "a".repeat(201)],
    ["/search?q=matrix&page=0", "matrix"],
    ["/search?q=%ED%A0%80matrix&page=x", "matrix"],
  ])("keeps the query in the search box: %s", async (path, typed) => {
    const response = await get(path);
    expect(response.status).toBe(400);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const box = /<input id="q"[^>]*value="([^"]*)"/.exec(await response.text());
    expect(box?.[1]).toContain(typed);
  });

  test("explains the problem in the visitor's language", async () => {
    expect(await html("/de/search?q=matrix&page=0")).toContain("Das ist keine gültige Seitenzahl");
  });
});

describe("/problems/{type}", () => {
  test("documents every problem type", async () => {
    for (const type of PROBLEM_TYPES) {
      const response = await get(`/problems/${type}`);
      expect(response.status, type).toBe(200);
      expect(await response.text()).toContain(type);
    }
  });
});

describe("plot in another language", () => {
  test("is marked with a lang attribute", async () => {
    expect(await html("/fr/title/34/12-hommes-en-colere-1957")).toMatch(/<p class="plot" lang="en"/);
    expect(await html("/title/34/12-angry-men-1957")).toMatch(/<p class="plot" dir="auto"/);
  });
});

describe("title page", () => {
  test.each(["/title/34/12-angry-men-1957", "/fr/title/34/12-hommes-en-colere-1957/credits"])(
    "links to the translations of %s",
    async (path) => {
      const page = await html(path);
      const others = [...page.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
      expect(others.map(([, language]) => language)).toEqual([...LANGUAGES, "x-default"]);
      for (const [, , other = ""] of others) {
        expect((await fetch(other, { redirect: "manual" })).status, other).toBe(200);
      }
    },
  );

  test.each([
    ["title", ""],
    ["credits", "/credits"],
  ])("links only to languages with a translated slug: %s page", async (_, rest) => {
    const alternates = (page: string) =>
      [...page.matchAll(/<link rel="alternate" hreflang="([^"]+)"/g)].map(([, language]) => language);
    const canonical = (page: string) =>
      /<link rel="canonical" href="[^"]*?(\/(?:\w\w\/)?title[^"]+)"/.exec(page)?.[1];
    const english = await html(`/title/117/dune-2021${rest}`);
    expect(alternates(english)).toEqual(["en", "fr", "pt", "ja", "zh", "ar", "x-default"]);
    const german = await html(`/de/title/117/dune-2021${rest}`);
    expect(alternates(german)).toEqual([]);
    expect(canonical(german)).toBe(`/title/117/dune-2021${rest}`);
    expect(canonical(await html(`/pt/title/117/duna-2021${rest}`))).toBe(`/pt/title/117/duna-2021${rest}`);
  });

  test("links to other sites for known ids", async () => {
    const page = await html("/title/34/12-angry-men-1957");
    expect(page).toContain('<a href="https://www.imdb.com/title/tt0050083/" rel="external noopener"');
    expect(page).toContain('<a href="https://www.themoviedb.org/movie/389" rel="external noopener"');
    expect(page).toContain('<a href="https://www.wikidata.org/wiki/Q2345" rel="external noopener"');
  });

  test("links to pages that tell where to watch it", async () => {
    const links = async (path: string) =>
      /<a class="watch" href="([^"]+)" rel="external noopener"/.exec(await html(path))?.[1];
    expect(await links("/title/34/12-angry-men-1957")).toBe("https://www.themoviedb.org/movie/389/watch");
    const unknown = watchLink({ external: { imdb: "tt0050083" } }, "12 Angry Men 1957 Where to watch");
    expect(unknown).toBe("https://duckduckgo.com/?q=12+Angry+Men+1957+Where+to+watch");
  });

  test("marks a title in another language with lang", async () => {
    expect(await html("/fr/title/34/12-hommes-en-colere-1957")).not.toMatch(/<h1[^>]* lang/);
    expect(await html("/de/title/117/dune-2021")).toMatch(/<h1[^>]* lang/);
  });

  test("contains JSON-LD that describes the film", async () => {
    const page = await html("/title/34/12-angry-men-1957");
    const things = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, text = ""]) => JSON.parse(text),
    );
    expect(things).toMatchObject([
      { "@type": "Movie", name: "12 Angry Men", datePublished: "1957-04-10", duration: "PT96M" },
      { "@type": "BreadcrumbList" },
    ]);
  });

  test("draws the posters of seasons in the colours of the series", async () => {
    const colours = async (path: string, start: string) => {
      const page = await html(path);
      return /<svg class="drawn"[^>]* fill="(#\w+)"[^>]* color="(#\w+)"/
        .exec(page.slice(page.indexOf(start)))
        ?.slice(1);
    };
    const series = "/title/143/breaking-bad-2008";
    const [own, onShelf, ofSeason] = await Promise.all([
      colours(series, 'class="poster"'),
      colours(series, 'aria-labelledby="seasons"'),
      colours(`${series}/season/1`, 'class="poster"'),
    ]);
    expect(own).toHaveLength(2);
    expect([onShelf, ofSeason]).toEqual([own, own]);
  });

  test("uses a drawn card for link previews", async () => {
    const page = await html("/title/34/12-angry-men-1957");
    const image = /<meta property="og:image" content="([^"]+)">/.exec(page)?.[1] ?? "";
    expect(image).toBe(`${target}/cards/title/34.png`);
    const response = await fetch(image);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Cross-Origin-Resource-Policy")).toBeNull();
  });
});

describe("page links", () => {
  test("open titles from the posters of the home page", async () => {
    const links = posters(await html("/"));
    expect(links.length).toBeGreaterThanOrEqual(20);
    for (const link of links.slice(0, 4)) expect((await get(link)).status, link).toBe(200);
  });

  test.each(LANGUAGES.slice(1))("open the same titles from the home page in %s", async (language) => {
    const links = posters(await html(`/${language}`));
    const ids = (of: readonly string[]) => of.map((link) => /\/title\/(\d+)\//.exec(link)?.[1]);
    expect(ids(links)).toEqual(ids(posters(await html("/"))));
    expect(links.filter((link) => !link.startsWith(`/${language}/`))).toEqual([]);
    expect((await get(links[0] ?? "")).status, links[0]).toBe(200);
  });

  test("open the next page of results and go back", async () => {
    const first = await html("/search?q=t");
    const second = await html("/search?q=t&page=2");
    expect(first).toContain('<a href="/search?q=t&amp;page=2" rel="next"');
    expect(second).toContain('<a href="/search?q=t" rel="prev"');
    const [title] = titles(second);
    expect(title).toBeDefined();
    expect(titles(first)).not.toContain(title);
  });
});

function posters(page: string): string[] {
  return [...page.matchAll(/<h3[^>]*><a href="([^"]+)"/g)].map(([, href = ""]) => href);
}

function titles(page: string): string[] {
  return [...page.matchAll(/href="(\/title\/[^"]+)"/g)].map(([, href = ""]) => href);
}

describe("title page", () => {
  test("links to titles with the same name", async () => {
    const page = await html("/search?q=nosferatu&f=1922");
    const [title = ""] = titles(page);
    expect(await html(title)).toContain("/nosferatu-2024");
  });
});

describe("404 page language links", () => {
  test("do not leave the host", async () => {
    const page = await html("//example.com/nowhere?q=1");
    expect(page).toContain('href="/example.com/nowhere?q=1"');
    expect(page).not.toContain('href="//');
  });
});

describe("font preloads", () => {
  const countPreloads = async (path: string) =>
    (await html(path)).match(/<link rel="preload"[^>]*as="font"/g)?.length;

  test.each([
    ["/title/34/12-angry-men-1957", 1],
    ["/search?q=kieslowski", 2],
  ])("cover the font files that %s needs: %i", async (path, count) => {
    expect(await countPreloads(path)).toBe(count);
  });
});

describe("people on pages", () => {
  test("are linked from title and credits pages", async () => {
    for (const path of [
      "/title/34/12-angry-men-1957",
      "/ja/title/34/%E5%8D%81%E4%BA%8C%E4%BA%BA%E3%81%AE%E6%80%92%E3%82%8C%E3%82%8B%E7%94%B7-1957/credits",
    ]) {
      const page = await html(path);
      for (const name of ["Henry Fonda", "Sidney Lumet", "Reginald Rose"]) {
        const link = new RegExp(`href="([^"]+)"[^>]*><bdi[^>]*>${name}</bdi>`).exec(page)?.[1] ?? "";
        expect(link, `${name} on ${path}`).toMatch(/\/person\/\d+\//);
        expect(await html(link)).toContain(`>${name}</bdi></h1>`);
      }
    }
  });

  test.each([
    ["title", ""],
    ["credits", "/credits"],
  ])("are read aloud with their role on the %s page", async (_, rest) => {
    const items = [...(await html(`/title/34/12-angry-men-1957${rest}`)).matchAll(/<li\b.*?<\/li>/gs)];
    const texts = items.map(([item]) =>
      item
        .replaceAll(/<span aria-hidden.*?<\/span>/g, "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    expect(texts).toContain("Henry Fonda as Juror 8");
  });

  test.each([
    ["", [30, 26]],
    ["?sort=new", [30, 26]],
    ["?sort=old", [26, 30]],
  ])("are listed with a filmography in the order %j", async (query, expected) => {
    const page = await html(`/person/2386/akira-kurosawa${query}`);
    const [filmography = ""] = page.split('id="similar"');
    expect(titles(filmography).map((path) => Number(path.split("/")[2]))).toEqual(expected);
    expect(page).toContain(`<link rel="canonical" href="${target}/person/2386/akira-kurosawa">`);
  });

  test("are listed with the links, years and jobs of their titles", async () => {
    const page = await html("/person/2386/akira-kurosawa");
    expect(titles(page)).toContain("/title/30/seven-samurai-1954");
    expect(page).toMatch(/Seven Samurai.*<bdi[^>]*>1954<.*<bdi[^>]*>director, screenplay, editor</s);
    expect((await get(titles(page)[0] ?? "")).status).toBe(200);
  });

  test("suggest titles similar to the best-known one", async () => {
    const [, similar = ""] = (await html("/person/2386/akira-kurosawa")).split('id="similar"');
    expect(similar).toContain("More like “Seven Samurai”");
    expect(titles(similar)).toContain("/title/74/akira-1988");
    expect(titles(similar).some((path) => /seven-samurai|rashomon/.test(path))).toBe(false);
  });

  test("show dates of birth and death and the place of birth", async () => {
    const page = await html("/person/2386/akira-kurosawa");
    const facts = /<dl.*?<\/dl>/s.exec(page)?.[0] ?? "";
    expect(facts.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ")).toContain(
      "Born March 23, 1910 Tokyo, Japan",
    );
    expect(facts).toContain('<time datetime="1998-09-06"');
  });

  test("are described as JSON-LD", async () => {
    const page = await html("/person/2386/akira-kurosawa");
    const [text = ""] = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => json,
    );
    expect(JSON.parse(text)).toMatchObject({
      "@type": "Person",
      name: "Akira Kurosawa",
      url: `${target}/person/2386/akira-kurosawa`,
      birthDate: "1910-03-23",
      deathDate: "1998-09-06",
      birthPlace: "Tokyo, Japan",
    });
  });
});

describe("machine-readable files", () => {
  test("list every title and person in the sitemap", async () => {
    expect(await html("/robots.txt")).toContain(`Sitemap: ${target}/sitemap.xml`);
    const parts = locations(await html("/sitemap.xml"));
    expect(parts.length).toBeGreaterThanOrEqual(2);
    const pages = (
      await Promise.all(parts.map(async (part) => locations(await (await fetch(part)).text())))
    ).flat();
    expect(pages).toContain(`${target}/title/34/12-angry-men-1957`);
    expect(pages.length).toBeGreaterThan(100);
    expect(pages).toContain(`${target}/person/2386/akira-kurosawa`);
    for (const page of [pages[0], pages[5], pages.at(-1)]) {
      expect((await fetch(page ?? "", { redirect: "manual" })).status, page).toBe(200);
    }
  });

  test.each(["people-0", "people-11", "people-x"])("do not include the sitemap part %s", async (part) => {
    expect((await get(`/sitemaps/${part}.xml`)).status).toBe(404);
  });

  test("describe the search to browsers", async () => {
    const description = await html("/fr/opensearch.xml");
    expect(description).toContain(`template="${target}/fr/search?q={searchTerms}"`);
  });

  test("provide suggestions for the browser's address bar", async () => {
    const description = await html("/ja/opensearch.xml");
    const [, template = ""] =
      /type="application\/x-suggestions\+json" template="([^"]+)"/.exec(description) ?? [];
    const response = await fetch(template.replace("{searchTerms}", "kuros"));
    expect(response.headers.get("Content-Type")).toMatch(/^application\/x-suggestions\+json/);
    expect(await response.json()).toEqual([
      "kuros",
      ["Akira Kurosawa"],
      ["監督 · 七人の侍"],
      [`${target}/ja/person/2386/akira-kurosawa`],
      [{ initials: "AK" }],
    ]);
  });

  test.each([
    [
      "toshiro mifune and takashi shimura",
      "Films and series with Toshiro Mifune and Takashi Shimura",
      "2 titles",
    ],
    ["travis bickle", "Travis Bickle", "Character in Taxi Driver"],
  ])("suggest what a query means: %s", async (text, name, note) => {
    const response = await get(`/suggestions?${new URLSearchParams({ q: text, rows: "meant" })}`);
    const [, names, notes, links] = (await response.json()) as readonly string[][];
    expect([names, notes]).toEqual([[name], [note]]);
    expect(links).toEqual([`${target}/search?${new URLSearchParams({ q: text })}`]);
  });

  test("contain the manifest's icons", async () => {
    const manifest = JSON.parse(await html("/manifest.webmanifest"));
    for (const { src } of manifest.icons) expect((await get(src)).status, src).toBe(200);
  });
});

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = ""]) => location);
}
