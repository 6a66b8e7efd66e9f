/** People, suggestions and ids of other sources in front of TMDB: the addresses below `/v1/`, against the stand-in. */
import * as v from "valibot";
import { expect, test } from "vitest";
import {
  FindAnswer,
  PeopleAnswer,
  Person,
  SharedAnswer,
  SuggestAnswer,
  TitlesAnswer,
} from "../../worker/contract/people.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { ADA, CLEO, DOV } from "../tmdb/titles.ts";

const FILM = 1_210;
const SERIES = 1_211;

const marquee = startInFrontOfTmdb();

async function ask(path: string) {
  const response = await fetch(`${marquee.server.url}/v1/${path}`);
  return {
    status: response.status,
    cacheStatus: response.headers.get("Cache-Status"),
    answer: (await response.json()) as unknown,
  };
}

test.each([
  [`people/${ADA.id}`, Person],
  [`people/${ADA.id}?lang=fr&include_adult=1`, Person],
  ["people?q=ada", PeopleAnswer],
  [`people/shared?ids=${ADA.id},${DOV.id}`, SharedAnswer],
  ["suggest?q=l", SuggestAnswer],
  ["find/imdb/tt0000605", FindAnswer],
  ["find/tmdb-tv/605", FindAnswer],
  ["find/wikidata/Q11", FindAnswer],
  [`titles?ids=${FILM},${SERIES},99998&append=credits`, TitlesAnswer],
] as const)("/v1/%s is answered in its shape, and from the cache the second time", async (path, schema) => {
  const first = await ask(path);
  expect(first.status).toBe(200);
  expect(v.safeParse(schema, first.answer).issues).toBeUndefined();
  marquee.tmdb.calls.length = 0;
  const second = await ask(path);
  expect(second.answer).toEqual(first.answer);
  expect(second.cacheStatus).toMatch(/^marquee; hit/);
  expect(marquee.tmdb.calls).toEqual([]);
});

test.each([
  ["people/77", 404],
  [`people/shared?ids=${ADA.id},77`, 404],
  ["find/imdb/tt9999999", 404],
  ["find/tmdb-movie/4", 404],
  ["people/none", 400],
] as const)("/v1/%s is a problem: %i", async (path, status) => {
  expect((await ask(path)).status).toBe(status);
});

test("a person's page is made from the id alone, with the picture and the posters of TMDB's images", async () => {
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
