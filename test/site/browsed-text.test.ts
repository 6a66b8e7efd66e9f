/** Searches whose whole text is a genre, years or a kind. */
import { expect, inject, test } from "vitest";
import { filtersIn } from "../../site/components/browse/browsed-text.ts";
import { browseParameters } from "../../worker/contract/browse.ts";
import { formatFilter } from "../../worker/contract/filter.ts";
import { readPage } from "./pages.ts";

const target = inject("target");

const facet = (value: string, name: string) => ({ value, name, movies: 1, series: 1, titles: 2 });
const GENRES = [
  facet("horror", "Horror"),
  facet("crime", "Crime"),
  facet("comedy", "Comedy"),
  facet("science-fiction", "Science Fiction"),
  facet("action-adventure", "Action & Adventure"),
];
const FACETS = {
  years: [],
  genres: GENRES,
  countries: [facet("france", "France"), facet("south-korea", "South Korea")],
  languages: [facet("ja", "ja"), facet("ko", "ko"), facet("fr", "fr")],
  hasRatings: true,
  hasRuntimes: true,
};

test.each([
  ["horror 1980s", "en", "1980-1989", "horror"],
  ["1980s horror", "en", "1980-1989", "horror"],
  ["the best 80s horror movies", "en", "movie,1980-1989", "horror"],
  ["crime films of the 1970s", "en", "movie,1970-1979", "crime"],
  ["comedies before 1960", "en", "-1959", "comedy"],
  ["sci-fi series", "en", "series", "science-fiction"],
  ["science fiction 1999", "en", "1999", "science-fiction"],
  ["action & adventure series", "en", "series", "action-adventure"],
  ["series 1990s", "en", "series,1990-1999", null],
  ["horror années 1980", "fr", "1980-1989", "horror"],
  ["films policiers", "fr", "movie", "crime"],
  ["ホラー 1980年代", "ja", "1980-1989", "horror"],
] as const)("%s (%s) is f=%s and genre=%s", (text, language, f, genre) => {
  const found = filtersIn(text, FACETS, language);
  expect([found && formatFilter(found.filter), found?.genre]).toEqual([f, genre]);
});

test.each([
  ["korean movies", "en", "f=movie&language=ko"],
  ["the best french films of the 1950s", "en", "f=movie%2C1950-1959&language=fr"],
  ["japanese horror", "en", "genre=horror&language=ja"],
  ["crime films from south korea", "en", "f=movie&genre=crime&country=south-korea"],
  ["film français", "fr", "f=movie&language=fr"],
] as const)("%s (%s) is %s", (text, language, parameters) => {
  const found = filtersIn(text, FACETS, language);
  expect(found && browseParameters(found).toString()).toBe(parameters);
});

test.each([
  "horror",
  "french",
  "south korea",
  "the french connection 1971",
  "japanese story 2003",
  "1984",
  "the 1980s",
  "movies",
  "crime and punishment 1970s",
  "horror of dracula",
  "blade runner 1982",
  `${"the best of ".repeat(4)}horror 1980s`,
  "",
])("%j may be a title, and is left to the search", (text) => {
  expect(filtersIn(text, FACETS, "en")).toBeNull();
});

test("such a search has a link to all titles of them above its results", async () => {
  const page = await readPage("/search?q=horror+1970s");
  expect(page).toContain('<a href="/browse?f=1970-1979&genre=horror"');
  expect(page).toMatch(/>\s*Browse: 1970s · Horror\s*</);
  expect((await fetch(`${target}/browse?f=1970-1979&genre=horror`)).status).toBe(200);
  const japanese = await readPage("/search?q=japanese+films");
  expect(japanese).toContain('<a href="/browse?f=movie&language=ja"');
  expect(japanese).toMatch(/>\s*Browse: Films · Japanese\s*</);
  expect(await readPage("/search?q=horror+1970s&f=movie")).not.toContain("Browse: ");
  expect(await readPage("/search?q=alien")).not.toContain("Browse: ");
});
