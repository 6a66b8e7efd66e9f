/**
 * Tests that the API has everything that pages show. Each value of the catalog below is unique, so a word on a page
 * comes from a known value, or it is one of the page's own words.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Server, startServer } from "../product/server.ts";
import { lines } from "../tools/catalog/folder.ts";
import { catalog } from "../tools/catalog/run.ts";

const FILM = {
  id: 1,
  type: "movie",
  title: "Quarry Lights",
  original_title: "Stenbrud",
  year: 1987,
  countries: "Denmark",
  genres: "Western",
  runtime: 113,
  rating: 7.6,
  votes: 54_321,
  plot: "Foremen dig.",
  poster: "1987/03/quarryposter.jpg",
  lang: "da",
  aliases: ["Gravel"],
  released: "1987-03-19",
  status: "canceled",
  tagline: "Deeper.",
  trailer: "https://www.youtube.com/watch?v=quarrytrail",
  certificates: [{ country: "US", certificate: "PG-13" }],
  companies: ["Rigmarole"],
  collection: { name: "Quarries", titles: [1, 3] },
  backdrop: "1987/03/quarryback.jpg",
  external: { imdb: "tt0000001", tmdb: 61 },
};
const SERIES = {
  ...FILM,
  id: 2,
  type: "series",
  title: "Harbour Ledger",
  original_title: "Havnebog",
  year: 1993,
  countries: "Norway",
  genres: "Mystery",
  runtime: 47,
  rating: 8.2,
  votes: 65_432,
  plot: "Clerks count.",
  poster: "1993/04/harbourposter.jpg",
  lang: "no",
  aliases: ["Wharf"],
  released: undefined,
  status: "returning",
  tagline: "Balance.",
  trailer: "https://www.youtube.com/watch?v=harbourtrail",
  certificates: [{ country: "US", certificate: "TV-14" }],
  companies: undefined,
  networks: ["Fjordnet"],
  collection: undefined,
  backdrop: "1993/04/harbourback.jpg",
  last_year: 1996,
  in_production: false,
  external: { imdb: "tt0000002", tmdb: 62, tvdb: 9_062 },
};
const OTHER = {
  id: 3,
  type: "movie",
  title: "Quarry Echoes",
  year: 1991,
  genres: "Western",
  countries: "Denmark",
  external: { tmdb: 63 },
};
const SEASON = { id: 2, season: 4, name: "Doldrums", poster: "1996/05/seasonposter.jpg" };
const EPISODES = [
  {
    id: 2,
    season: 4,
    episode: 7,
    title: "Bollards",
    aired: "1996-05-14",
    runtime: 38,
    rating: 9.3,
    votes: 76_543,
    plot: "Ropes fray.",
    still: "1996/05/bollardstill.jpg",
  },
  { id: 2, season: 4, episode: 8, title: "Capstans", aired: "2149-06-23", runtime: 41, plot: "Tides turn." },
];
const ANN = { id: 31, name: "Ann Aimes", profile_path: "1950/06/annportrait.jpg" };
const PERSON = {
  id: 31,
  also_known_as: ["Annelise"],
  born: "1929-07-11",
  died: "2003-10-29",
  birthplace: "Skagen",
  external: { imdb: "nm0000031", tmdb: 31 },
};
const CREDITS = [
  {
    id: 1,
    cast: [{ ...ANN, character: "Overseer" }],
    director: [{ id: 32, name: "Bea Boon", job: "Director" }],
  },
  { id: 2, cast: [{ ...ANN, character: "Purser" }], writer: [{ id: 33, name: "Cid Cole", job: "Creator" }] },
];

let server: Server;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "marquee-shown-"));
  const files = {
    titles: [FILM, SERIES, OTHER],
    seasons: [SEASON],
    episodes: EPISODES,
    people: [PERSON],
    credits: CREDITS,
  };
  for (const [name, rows] of Object.entries(files)) writeFileSync(join(folder, `${name}.jsonl`), lines(rows));
  const state = join(folder, "state");
  expect(await catalog("load", folder, "--state", state)).toMatchObject({ code: 0 });
  server = await startServer({ RATE_LIMIT: "off", IMAGE_BASE_URL: "https://images.example/" }, state);
  rmSync(folder, { recursive: true });
});
afterAll(() => server.stop());

async function get(path: string): Promise<string> {
  const response = await fetch(server.url + path);
  expect(response.status, path).toBe(200);
  return await response.text();
}

const listWords = (text: string) =>
  new Set(
    text
      .replaceAll(/(?<=\d),(?=\d{3})/g, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

/** Returns the words of what a page shows, and of its structured data. Dates and durations are as in ISO 8601. */
function listShownWords(page: string): Set<string> {
  const things = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  const data = things.map(([, json = ""]) => listValues(JSON.parse(json)).join(" "));
  const main = page
    .slice(page.indexOf("<main"), page.indexOf("</main>"))
    .replaceAll(/<svg.*?<\/svg>|<span aria-hidden.*?<\/span>/gs, "")
    .replaceAll(/<time[^>]* datetime="([^"]*)".*?<\/time>/gs, (_, time) => ` ${time} `)
    .replaceAll(/<img src="\/images\/\d+\/([^?"]*)[^>]*>/g, " $1 ")
    .replaceAll(/<a[^>]*href="(https:[^"]*)"[^>]*>/g, " $1 ")
    .replaceAll(/<[^>]*>/g, " ");
  return listWords([main, ...data].join(" ").replaceAll(/\bPT(\d+)M\b/g, "$1"));
}

/** Returns all texts and numbers in structured data, except for types and our own URLs. */
function listValues(data: unknown, key = ""): unknown[] {
  if (typeof data === "object" && data !== null)
    return Object.entries(data).flatMap(([name, value]) =>
      listValues(value, Array.isArray(data) ? key : name),
    );
  return /^@|^(?:bestRating|position)$/.test(key) || String(data).startsWith(server.url) ? [] : [data];
}

/** The words of labels, sentences, status names and addresses of other sites. */
const OWN_WORDS = listWords(
  `Original title Certificate Rating votes Genres Trailer Tagline Directed by Created by Cast All credits as Details Country
   Released Status Production More with On other sites Where to IMDb TMDB Series season seasons per episode episodes min Next First
   aired Network Plot Acting actor Born Died Also known Filmography Cancelled Ongoing Marquee https www com org title movie tv
   imdb themoviedb youtube watch v`,
);

/** The pages, and the responses of both APIs that have the same facts. */
const PAGES = [
  {
    page: "/title/1/quarry-lights-1987",
    ours: ["titles/1?append=credits,external_ids,votes,series,details", "titles?ids=2,3"],
    theirs: [
      "movie/61?append_to_response=credits,external_ids,images,release_dates,videos",
      "movie/63",
      "tv/62",
    ],
  },
  {
    page: "/title/2/harbour-ledger-1993",
    ours: ["titles/2?append=credits,external_ids,votes,series,details", "titles/2/seasons", "titles?ids=1"],
    theirs: ["tv/62?append_to_response=content_ratings,credits,external_ids,images,videos", "movie/61"],
  },
  {
    page: "/title/2/harbour-ledger-1993/season/4",
    ours: ["titles/2", "titles/2/seasons/4"],
    theirs: ["tv/62", "tv/62/season/4"],
  },
  {
    page: "/person/31/ann-aimes",
    ours: ["people/31", "titles?ids=1,2&append=votes,series"],
    theirs: ["person/31?append_to_response=combined_credits,external_ids"],
  },
] as const;

describe.each(PAGES)("$page", ({ page, ours, theirs }) => {
  test.each([
    ["/v1/", ours],
    ["/3/", theirs],
  ] as const)("shows nothing that %s does not have", async (root, paths) => {
    const bodies = await Promise.all(paths.map((path) => get(root + path)));
    const known = listWords(bodies.join(" "));
    const unknown = listShownWords(await get(page))
      .difference(OWN_WORDS)
      .difference(known);
    // A single digit is a number of entries.
    expect([...unknown].filter((word) => !/^\d$/.test(word))).toEqual([]);
  });
});
