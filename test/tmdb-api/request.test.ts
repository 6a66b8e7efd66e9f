/** Tests which parameters of a `/3` request are sent to the source or become part of the cache key. */

import { beforeAll, describe, expect, test } from "vitest";
import { tmdbApi } from "../../worker/resources/tmdb-api.ts";
import type { Traits } from "../../worker/source/source.ts";
import { tmdbNumber, toOwnerQuery } from "../../worker/tmdb/ids.ts";
import { parametersRead } from "../../worker/tmdb-api/from-catalog.ts";
import { parseTmdbRequest, tmdbRouteName } from "../../worker/tmdb-api/request.ts";
import { database, fillCatalog } from "../catalog/kit.ts";
import { queryAt, respondAt } from "./responding.ts";

const TMDB = { creditsHeedLanguage: false, hasTmdbApi: true };
const CATALOG = { creditsHeedLanguage: false };

const keyOf = (address: string, traits: Traits = TMDB) => tmdbApi.key(queryAt(address), traits);

describe("tmdbApi.key() with TMDB as the source", () => {
  test.each([
    [
      "movie/603?language=de-DE&append_to_response=videos,credits",
      "movie/603?append_to_response=credits,videos&language=DE-de",
    ],
    [
      "movie/603",
      "movie/603?&&language=&append_to_response=&region=&page=1&include_adult=false&foo=bar&lang=de&q=x",
    ],
    ["movie/603", "movie/603?session_id=abc&guest_session_id=abc&api_key=k&API_KEY=k"],
    [
      "movie/603?append_to_response=watch%2Fproviders",
      "movie/603?append_to_response=watch/providers,account_states,<x>",
    ],
    ["search/movie?query=the matrix", "search/movie?query=+the%20%20matrix%0A"],
    ["search/movie?query=é", "search/movie?query=e%CC%81"],
    ["configuration", "configuration?language=de&watch_region=DE&page=2"],
    ["authentication", "authentication?language=de&page=2"],
    ["movie/603", "movie/603?include_image_language=de&country=DE&page=2&append_to_response=x,constructor"],
    [
      "movie/603/images?include_image_language=de,en,null",
      "movie/603/images?include_image_language=null,en, de,x1",
    ],
    [
      "find/tt0133093?external_source=imdb_id",
      "find/tt0133093?external_source=imdb_id&query=x&page=3&year=1999",
    ],
    ["search/person?query=a", "search/person?query=a&year=1999&language=x1&region=Germany&include_adult=0"],
    ["discover/movie?region=DE", "discover/movie?region=de&include_video=false&sort_by=popularity.desc"],
    ["discover/movie?with_genres=18,35", "discover/movie?with_genres=35,18,35"],
    ["discover/movie?with_cast=1%7C2", "discover/movie?with_cast=2%7C1&include_adult=x"],
    ["tv/1/season/0?language=pt-BR", "tv/1/season/0?language=zh&language=pt-br"],
    [
      "discover/tv?with_genres=18%7C35&sort_by=name.asc",
      "discover/tv?sort_by=name.asc&with_genres=18|35&with_anything=1",
    ],
  ])("is the same for %s and %s", (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  test.each([
    ["movie/603", "movie/604"],
    ["movie/603", "tv/603"],
    ["movie/603", "movie/603?language=de"],
    ["movie/603?language=pt", "movie/603?language=pt-BR"],
    ["discover/movie?with_genres=18,35", "discover/movie?with_genres=18%7C35"],
    ["movie/603/similar", "movie/603/similar?page=2"],
    ["movie/603?append_to_response=similar", "movie/603?append_to_response=similar&page=2"],
    ["tv/1?append_to_response=season/1", "tv/1?append_to_response=season/2"],
    ["find/tt0133093?language=de-DE", "find/tt0133093?language=de-DE,null,en"],
    ["search/movie?query=a", "search/movie?query=a&page=2"],
    ["search/movie?query=a", "search/movie?query=a&include_adult=true"],
    ["search/movie?query=a&year=1999", "search/movie?query=a&primary_release_year=1999"],
    ["discover/movie", "discover/movie?year=x"],
    ["discover/movie", "discover/movie?with_origin_country=Germany"],
  ])("differs for %s and %s", (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

describe("tmdbApi.key() with the catalog as the source", () => {
  beforeAll(() => fillCatalog([{ title: "Alien", year: "1979", french: "Alien, le huitième passager" }]));

  const all =
    "query=alien&language=fr-CA,en&page=1&year=1979&primary_release_year=1979&first_air_date_year=1979&include_adult=true" +
    "&append_to_response=credits,images&external_source=imdb_id&include_image_language=fr&country=FR&region=FR&watch_region=FR" +
    "&timezone=x&with_genres=18&with_cast=1";

  test.each([
    ["configuration/countries", 1],
    ["genre/movie/list", 1],
    ["watch/providers/movie", 0],
    ["search/collection", 0],
    ["movie/top_rated", 1],
    ["movie/latest", 0],
    ["person/popular", 1],
    ["collection/7", 2],
    ["trending/all/day", 1],
    ["trending/person/day", 1],
    ["movie/popular", 1],
    ["movie/1073741825", 2],
    ["movie/tt0078748", 2],
    ["movie/1073741825/images", 1],
    ["tv/1073741825/season/1", 2],
    ["person/1073741825", 2],
    ["find/tt0078748", 2],
    ["search/multi", 3],
    ["search/movie", 5],
    ["search/tv", 5],
    ["search/person", 2],
    ["discover/movie", 10],
  ])("uses only parameters that affect the response: %s, %i parameters", async (path, count) => {
    const respond = respondAt(database);
    const query = queryAt(`${path}?${all}`);
    const read = parametersRead(query);
    expect(Object.keys(read)).toHaveLength(count);
    expect(await respond({ ...query, parameters: read })).toEqual(await respond(query));
  });

  test.each([
    ["search/movie?query=a&language=en-US", "search/movie?query=a&language=en-GB&region=DE"],
    ["movie/603", "movie/603?language=en"],
    ["movie/popular?language=de", "movie/popular?language=de-DE,fr&region=AT"],
  ])("is the same for %s and %s", (one, other) => {
    expect(keyOf(one, CATALOG)).toBe(keyOf(other, CATALOG));
  });

  test.each([
    ["movie/603", "movie/603?append_to_response=credits"],
    ["movie/603", "movie/603?language=de"],
    ["person/7", "person/7?append_to_response=images"],
    ["movie/tt0078748", "movie/tt0078748?language=de"],
    ["find/tt0078748?external_source=imdb_id", "find/tt0078748?external_source=wikidata_id"],
    ["find/tt0078748?external_source=imdb_id", "find/tt0078748?external_source=imdb_id&language=de"],
    ["movie/popular", "movie/popular?page=2"],
    ["tv/popular", "tv/popular?language=de"],
    ["trending/all/day", "trending/all/day?page=2"],
    ["search/multi?query=a", "search/multi?query=b"],
    ["search/multi?query=a", "search/multi?query=a&include_adult=true"],
    ["search/movie?query=a", "search/movie?query=a&year=1999"],
    ["search/movie?query=a", "search/movie?query=a&primary_release_year=1999"],
    ["search/tv?query=a", "search/tv?query=a&first_air_date_year=1999"],
    ["search/person?query=a", "search/person?query=a&page=2"],
    ["discover/movie", "discover/movie?with_cast=1"],
  ])("differs for %s and %s", (one, other) => {
    expect(keyOf(one, CATALOG)).not.toBe(keyOf(other, CATALOG));
  });
});

describe("parseTmdbRequest()", () => {
  test.each([
    ["", "not-found"],
    ["movie", "not-found"],
    ["movie/0", "not-found"],
    ["movie/2147483648", "not-found"],
    ["movie/603x", "not-found"],
    ["movie/603/", "not-found"],
    ["movie/603/nothing", "not-found"],
    ["movie/603/credits/1", "not-found"],
    ["movie//603", "not-found"],
    ["tv/tt0133093", "not-found"],
    ["find/..", "not-found"],
    ["find/a/b", "not-found"],
    ["configuration/keys", "not-found"],
    ["https:/elsewhere.example/3/movie/603", "not-found"],
    ["account/1", "method-not-allowed"],
    ["authentication/token/new", "key-required"],
    ["movie/changes", "method-not-allowed"],
    ["tv/1/changes", "method-not-allowed"],
    ["movie/603/account_states", "method-not-allowed"],
    ["list/7?session_id=abc", "method-not-allowed"],
    ["search/movie", "invalid-parameter"],
    ["search/movie?query=%20", "invalid-parameter"],
    [`movie/603?append_to_response=${"a,".repeat(20)}a`, "invalid-parameter"],
    ["movie/popular?page=0", "invalid-parameter"],
    ["movie/popular?page=501", "invalid-parameter"],
    ["movie/popular?page=1.5", "invalid-parameter"],
  ])("rejects /3/%s with the problem %s", (address, type) => {
    const [path = "", search] = address.split("?");
    expect(() => parseTmdbRequest(path, new URLSearchParams(search))).toThrow(
      expect.objectContaining({ type }),
    );
  });
});

describe("tmdbRouteName()", () => {
  test.each([
    ["movie/603/credits", "movie/{id}/credits"],
    ["movie/tt0133093", "movie/{id}"],
    ["tv/1/season/2/episode/3", "tv/{id}/season/{id}/episode/{id}"],
    ["credit/52fe4250c3a36847f80149f3", "credit/{id}"],
    ["find/some.one", "find/{id}"],
    ["search/multi", "search/multi"],
    ["their/own/words", "{path}"],
  ])("maps %s to %s", (path, name) => {
    expect(tmdbRouteName(path)).toBe(name);
  });
});

describe("tmdbNumber()", () => {
  test("returns the title's TMDB id when the load has one", () => {
    expect(tmdbNumber("movie", 7, { "tmdb-movie": "603" })).toBe(603);
    expect(tmdbNumber("series", 7, { "tmdb-movie": "603" })).toBe(2 ** 30 + 7);
  });

  test("returns a unique, resolvable number if there is no TMDB id", () => {
    for (const id of [1, 603, 2 ** 30 - 1]) {
      const number = tmdbNumber("person", id) ?? 0;
      expect([number < 2 ** 31, toOwnerQuery("person", number)]).toEqual([true, { id }]);
    }
    expect(tmdbNumber("movie", 2 ** 30)).toBeNull();
    expect(tmdbNumber("movie", 7, { "tmdb-movie": String(2 ** 30 + 8) })).toBe(2 ** 30 + 7);
    expect(toOwnerQuery("series", 603)).toEqual({ source: "tmdb-tv", external: "603" });
  });
});
