/** Tests the services on which titles can be watched, as TMDB sends them and as the Worker stores them. */
import { describe, expect, test } from "vitest";
import { ProvidersResponse } from "../../worker/contract/providers.ts";
import { readLoaded } from "../../worker/source/loaded.ts";
import { catchProblem, createTmdb, createTmdbResponding, FILM, SERIES, type StubResponse } from "./kit.ts";

const UNOFFERED = { stream: [], free: [], ads: [], rent: [], buy: [] };

/** Returns the services if TMDB responds with `results`. */
const readResults = async (results: unknown) =>
  readLoaded(ProvidersResponse, await load(() => ({ id: 1, results })));
const load = (respond: () => StubResponse) =>
  createTmdbResponding(respond).can.providers({ id: 2, lang: "en" });
const service = (provider_name: unknown, display_priority?: unknown) => ({ provider_name, display_priority });

describe("providers()", () => {
  test("returns the services of all countries after one request", async () => {
    const tmdb = createTmdb();
    const loaded = await tmdb.can.providers({ id: FILM, lang: "de" });
    expect(tmdb.asked).toEqual(["movie/605/watch/providers"]);
    const link = "https://www.themoviedb.org/movie/605/watch?locale=";
    expect(readLoaded(ProvidersResponse, loaded)).toEqual([
      {
        ...UNOFFERED,
        country: "DE",
        link: `${link}DE`,
        stream: ["Netflix", "WOW"],
        buy: ["Apple TV", "maxdome Store"],
      },
      { ...UNOFFERED, country: "FR", link: `${link}FR`, free: ["Arte"] },
      {
        ...UNOFFERED,
        country: "US",
        link: `${link}US`,
        stream: ["Netflix"],
        ads: ["Tubi TV"],
        rent: ["Apple TV", "Amazon Video"],
        buy: ["Apple TV"],
      },
    ]);
  });

  test("returns the services of a series", async () => {
    const tmdb = createTmdb();
    const loaded = await tmdb.can.providers({ id: SERIES, lang: "en" });
    expect(tmdb.asked).toEqual(["tv/605/watch/providers"]);
    expect(readLoaded(ProvidersResponse, loaded)).toMatchObject([{ country: "JP", stream: ["U-NEXT"] }]);
  });

  test("returns an empty list if no country has offers", async () => {
    expect(await readResults({})).toEqual([]);
    expect(await readResults({ DE: { link: "https://www.themoviedb.org/x" } })).toEqual([]);
    expect(await readResults({ DE: { cinema: [service("Odeon")] } })).toEqual([]);
  });

  test("sorts services by priority and names each once", async () => {
    const flatrate = [service("C"), service("B", 9), service(" A ", 2), service("B", 1)];
    expect(await readResults({ DE: { flatrate } })).toMatchObject([{ stream: ["B", "A", "C"] }]);
  });

  test.each<[string, unknown]>([
    ["a country that is not an object", { DE: 7, US: { buy: [service("A")] } }],
    ["a code that is not a country's", { de: { buy: [service("A")] }, US: { buy: [service("A")] } }],
    ["a service without a name", { US: { buy: [service("A"), service(7), service(""), null], rent: "no" } }],
    [
      "a link to another site",
      { US: { link: "https://www.themoviedb.org.evil.example/", buy: [service("A")] } },
    ],
    ["a link that is a script", { US: { link: "javascript:alert(1)", buy: [service("A")] } }],
  ])("leaves out %s", async (_, results) => {
    expect(await readResults(results)).toEqual([{ ...UNOFFERED, country: "US", link: "", buy: ["A"] }]);
  });

  test("logs the number of services and countries that it leaves out", async () => {
    const results = { DE: 7, US: { buy: [service("A"), service("")] } };
    const tmdb = createTmdbResponding(() => ({ id: 1, results }));
    await tmdb.can.providers({ id: 2, lang: "en" });
    expect(tmdb.lines).toEqual([{ event: "records-dropped", category: "providers", dropped: 2 }]);
  });

  test.each([undefined, null, "none", { US: { buy: [service(7)] } }])(
    "rejects the results %j",
    async (results) => {
      expect(await catchProblem(readResults(results))).toMatchObject({ type: "bad-upstream" });
    },
  );

  test("returns nothing for a title that TMDB does not have", async () => {
    expect((await load(() => 404)).value).toBeNull();
    const tmdb = createTmdb();
    expect((await tmdb.can.providers({ id: 1, lang: "en" })).value).toBeNull();
    expect(tmdb.asked).toEqual([]);
  });

  test("fails if TMDB does", async () => {
    expect(await catchProblem(load(() => 500))).toMatchObject({ type: "bad-upstream" });
  });
});
