/** Records of single titles, from details that the stand-in for TMDB does not have. */
import { describe, expect, test } from "vitest";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { originAt, searchFor } from "./origin.ts";

const FILM = 2;
const SERIES = 3;

async function recordOf(id: number, details: object, lang = "en"): Promise<TitleRecord> {
  const origin = originAt("", { fetch: async () => Response.json({ id: 1, ...details }) });
  const { json } = await origin.title({ id, lang });
  return JSON.parse(json ?? "null");
}

const codes = (...all: readonly string[]) => all.map((iso_3166_1) => ({ iso_3166_1 }));

test.each([
  [
    "of a film are those that produced it",
    FILM,
    { production_countries: codes("US"), origin_country: ["FR"] },
    "United States",
  ],
  ["of a film are else its origin", FILM, { production_countries: [], origin_country: ["FR"] }, "France"],
  ["of a film are else its origin", FILM, { origin_country: ["FR"] }, "France"],
  [
    "of a series are its origin",
    SERIES,
    { production_countries: codes("US"), origin_country: ["FR"] },
    "France",
  ],
  [
    "of a series are else those that produced it",
    SERIES,
    { production_countries: codes("US"), origin_country: [] },
    "United States",
  ],
  ["may be unknown", SERIES, {}, ""],
])("countries %s", async (_, id, details, countries) => {
  expect(await recordOf(id, details)).toMatchObject({ countries });
});

test.each([
  [FILM, { runtime: 90.4, episode_run_time: [50] }, "90"],
  [FILM, { runtime: -1 }, "0"],
  [SERIES, { runtime: 90, episode_run_time: [50], last_episode_to_air: { runtime: 40 } }, "50"],
  [SERIES, { episode_run_time: [0], last_episode_to_air: { runtime: 40 } }, "40"],
  [SERIES, { episode_run_time: [], last_episode_to_air: null }, "0"],
  [SERIES, {}, "0"],
])("the runtime of %i is read from %j: %s", async (id, details, runtime) => {
  expect(await recordOf(id, details)).toMatchObject({ runtime });
});

test("a genre without a name has the English one, and one that nobody knows is left out", async () => {
  const genres = [
    { id: 18, name: "Drame" },
    { id: 99_999, name: "" },
    { id: 35, name: null },
  ];
  expect(await recordOf(FILM, { genres }, "fr")).toMatchObject({ genres: "Drame, Comedy" });
  const results = [{ id: 1, media_type: "movie", genre_ids: [18, 99_999, 35] }];
  const origin = originAt("", {
    fetch: async ({ pathname }) =>
      pathname.includes("/search/") ? Response.json({ results }) : new Response("{}", { status: 404 }),
  });
  expect(await origin.records(searchFor("film"))).toMatchObject([{ genres: "Drama, Comedy" }]);
});

test.each([
  ["1999-03-31", "1999"],
  ["1999", "1999"],
  ["19990331", ""],
  ["in 1999", ""],
])("the year of %j is %j", async (release_date, year) => {
  expect(await recordOf(FILM, { title: "A film", release_date })).toMatchObject({ year });
});

describe("a title", () => {
  const translations = (...entries: readonly (readonly [string, object | undefined])[]) => ({
    translations: { translations: entries.map(([iso_639_1, data]) => ({ iso_639_1, data })) },
  });
  const original = { title: "Valo", original_title: "Valo", original_language: "fi" };

  test.each<[string, object, string, string]>([
    ["as TMDB translates it", { ...original, title: "La lumière" }, "fr", "La lumière"],
    [
      "in the original language as it is",
      { ...original, ...translations(["fi", { title: "X" }]) },
      "fi",
      "Valo",
    ],
    [
      "of a translation for one region",
      { ...original, ...translations(["fr", { title: "" }], ["fr", { title: "Lumière" }]) },
      "fr",
      "Lumière",
    ],
    [
      "of a translation that has any words",
      { ...original, ...translations(["fr", undefined], ["fr", { title: "Lumière" }]) },
      "fr",
      "Lumière",
    ],
    [
      "in English where the language has none",
      {
        ...original,
        ...translations(["fr", { title: "" }], ["en", { title: "Light" }], ["de", { title: "Licht" }]),
      },
      "fr",
      "Light",
    ],
    [
      "of the original where no other is",
      { ...original, ...translations(["de", { title: "Licht" }]) },
      "fr",
      "Valo",
    ],
    ["of the original where it has no title", { ...original, title: "" }, "fr", "Valo"],
  ])("is %s", async (_, details, lang, title) => {
    expect(await recordOf(FILM, details, lang)).toMatchObject({ title, original_title: "Valo" });
  });

  test("without an original one is its own original", async () => {
    expect(await recordOf(FILM, { title: "A film" })).toMatchObject({ original_title: "A film" });
  });

  test("of a series is read from the names of series", async () => {
    const names = { name: "Valo", original_name: "Valo", original_language: "fi", title: "X" };
    const words = translations(["en", { title: "No", name: "Light", overview: "On." }]);
    expect(await recordOf(SERIES, { ...names, ...words }, "fr")).toMatchObject({
      title: "Light",
      plot: "On.",
    });
  });

  test.each<[string, object, string]>([
    ["as it is given", { overview: "Donné.", ...translations(["fr", { overview: "Non." }]) }, "Donné."],
    ["of a translation", translations(["en", { overview: "On." }], ["fr", { overview: "Oui." }]), "Oui."],
    ["in English", translations(["fi", { overview: "Joo." }], ["en", { overview: "On." }]), "On."],
    [
      "in the original language",
      translations(["de", { overview: "Ja." }], ["fi", { overview: "Joo." }]),
      "Joo.",
    ],
    ["unknown", translations(["de", { overview: "Ja." }]), ""],
    ["unknown without translations", {}, ""],
  ])("has a plot that is %s", async (_, details, plot) => {
    expect(await recordOf(FILM, { ...original, ...details }, "fr")).toMatchObject({ plot });
  });
});
