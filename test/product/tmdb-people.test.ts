/** People, suggestions and ids of other sources in front of TMDB: the addresses below `/v1/`, against the stand-in. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  FindAnswer,
  PeopleAnswer,
  Person,
  SharedAnswer,
  SuggestAnswer,
  TitlesAnswer,
} from "../../worker/contract/people.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { ADA, BRAM, CLEO, DOV } from "../tmdb/titles.ts";

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

describe("titles that people share", () => {
  test("are put together from people who are stored, without a request", async () => {
    for (const { id } of [BRAM, DOV]) await ask(`people/${id}`);
    marquee.tmdb.calls.length = 0;
    const { answer } = await ask(`people/shared?ids=${DOV.id},${BRAM.id}`);
    expect(v.parse(SharedAnswer, answer).map(({ title }) => title.id)).toEqual([SERIES, FILM]);
    expect(marquee.tmdb.calls).toEqual([]);
  });
});

test("a person's page is made from the id alone, with the picture and the posters of TMDB's images", async () => {
  const response = await fetch(`${marquee.server.url}/person/${CLEO.id}/cleo-tanaka`);
  const html = await response.text();
  expect(response.status).toBe(200);
  for (const shown of ["Cleo Tanaka", "The Glass Lantern", "Screenplay", "Creator", "TMDB"]) {
    expect(html).toContain(shown);
  }
  const images = [...html.matchAll(/(?:src|srcset)="(\/images\/[^" ]+)/g)].map(([, path = ""]) => path);
  expect(images.some((path) => path.includes("cleotanaka.png"))).toBe(true);
  for (const path of images) expect((await fetch(marquee.server.url + path)).status, path).toBe(200);
  expect(marquee.tmdb.calls).toEqual([expect.stringContaining(`person/${CLEO.id}?`)]);
});

test("fifty cold titles with credits are answered by fifty requests, and by none the second time", async () => {
  const ids = Array.from({ length: 50 }, (_, at) => 2_060 + 2 * at);
  const path = `titles?ids=${ids}&append=credits`;
  const first = await ask(path);
  expect(first.status).toBe(200);
  expect(v.parse(TitlesAnswer, first.answer)).toHaveLength(50);
  expect(marquee.tmdb.calls).toHaveLength(50);
  marquee.tmdb.calls.length = 0;
  expect((await ask(path)).status).toBe(200);
  expect(marquee.tmdb.calls).toEqual([]);
});

test("an outage is a problem for what was never asked for, and never nothing", async () => {
  await ask("people?q=bram");
  marquee.tmdb.mode = "503";
  expect((await ask("people?q=bram")).status).toBe(200);
  for (const path of ["people?q=cleo", "people/13?lang=de", "suggest?q=harb", "find/imdb/nm0000099"]) {
    expect((await ask(path)).status, path).toBe(502);
  }
});
