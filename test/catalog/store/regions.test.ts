/** Tests which of a title's texts a request for a region gets. */
import { beforeAll, describe, expect, test } from "vitest";
import { joinSeasons, seasonItself, seasonPart } from "../../../tools/catalog/load/seasons.ts";
import { parseLanguageTag } from "../../../worker/contract/language-tags.ts";
import { TitleRecord } from "../../../worker/contract/record.ts";
import { SeasonResponse } from "../../../worker/contract/seasons.ts";
import { database, fillSource, openCatalog, parse, search, toEntries } from "../kit.ts";

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  Portuguese: ["pt-BR", "pt-PT"],
  "Portuguese and Brazilian": ["pt", "pt-BR"],
  Spanish: ["es", "es-419", "es-MX"],
  "Latin American": ["es", "es-419"],
  Mexican: ["es", "es-MX"],
  Chinese: ["zh", "zh-TW"],
  French: ["fr", "fr-CA"],
  "Only Portugal": ["pt-PT"],
  "Translated Plot": ["pt-BR"],
};

beforeAll(async () => {
  const titles = toEntries(
    Object.keys(TEXTS).map((title) => ({ title, plot: "In English.", type: "series" })),
  );
  const facts = { tagline: "English" };
  await fillSource({
    name: "a test",
    entries: () =>
      titles.map((entry) => ({
        ...entry,
        facts: { ...entry.facts, ...facts },
        translations: new Map(
          TEXTS[entry.record.title]?.map((tag) => [
            tag,
            {
              title: `Title ${tag}`,
              tagline: `Tagline ${tag}`,
              ...(entry.record.title === "Translated Plot" && { plot: "Em português." }),
            },
          ]),
        ),
      })),
    credits: () => [],
    seasons: () =>
      joinSeasons([
        seasonItself(1, { name: "One", poster: null, names: { pt: "Brasil", "pt-PT": "Portugal" } }),
        seasonPart(1, [
          [
            1,
            "Pilot",
            "",
            0,
            0,
            0,
            0,
            {
              plot: "",
              still: null,
              external: {},
              translations: { pt: { title: "Piloto", plot: "Um enredo." }, "pt-PT": { title: "O piloto" } },
            },
          ],
        ]),
      ]).map((season) => [1, season]),
  });
});

const idOf = (title: string) => Object.keys(TEXTS).indexOf(title) + 1;

describe("a request for a region", () => {
  test.each([
    ["Portuguese", "pt-BR", "pt-BR"],
    ["Portuguese", "pt-PT", "pt-PT"],
    ["Portuguese", "pt", "pt-BR"],
    ["Portuguese", "pt-AO", "pt-PT"],
    ["Portuguese and Brazilian", "pt", "pt"],
    ["Portuguese and Brazilian", "pt-PT", "pt"],
    ["Portuguese and Brazilian", "pt-BR", "pt-BR"],
    ["Spanish", "es-ES", "es"],
    ["Spanish", "es-MX", "es-MX"],
    ["Spanish", "es-AR", "es-419"],
    ["Latin American", "es-MX", "es-419"],
    ["Mexican", "es-419", "es-MX"],
    ["Chinese", "zh-Hans", "zh"],
    ["Chinese", "zh-Hant", "zh-TW"],
    ["Chinese", "zh-HK", "zh-TW"],
    ["French", "fr-CA", "fr-CA"],
    ["French", "fr-BE", "fr"],
    ["Only Portugal", "pt-BR", "pt-PT"],
    ["Only Portugal", "pt", "pt-PT"],
  ])("gets of %s for %s the texts in %s", async (title, tag, expected) => {
    const lang = parseLanguageTag(tag) ?? "";
    const loaded = await openCatalog().title({ id: idOf(title), lang });
    expect(await parse(TitleRecord, Promise.resolve(loaded))).toMatchObject({
      title: `Title ${expected}`,
      plot: "In English.",
    });
    expect(loaded.notes?.facts?.tagline).toBe(`Tagline ${expected}`);
    expect((await search(title, { lang })).titles[0]).toBe(`Title ${expected}`);
  });

  test("gets texts of seasons and episodes, and those of the language where the region has none", async () => {
    const season = (lang: string) => parse(SeasonResponse, openCatalog().season({ id: 1, season: 1, lang }));
    expect(await season("pt-PT")).toMatchObject({
      name: "Portugal",
      episodes: [{ title: "O piloto", plot: "Um enredo." }],
    });
    expect(await season("pt-BR")).toMatchObject({
      name: "Brasil",
      episodes: [{ title: "Piloto", plot: "Um enredo." }],
    });
  });
});

describe("list of titles", () => {
  test.each([
    ["Translated Plot", "pt", []],
    ["Translated Plot", "pt-PT", []],
    ["Translated Plot", "fr", [idOf("Translated Plot")]],
    ["Only Portugal", "pt", [idOf("Only Portugal")]],
    ["Only Portugal", "en", undefined],
  ] as const)("names the titles whose plots are in English: %s in %s", async (title, lang, ids) => {
    const { notes } = await search(title, { lang });
    expect(notes?.page?.englishPlots).toEqual(ids);
  });
});

describe("catalog_translation", () => {
  test("has one row for a language with one text", async () => {
    const { results } = await database
      .prepare("SELECT lang FROM catalog_translation JOIN catalog_title USING (rank) WHERE id = ?")
      .bind(idOf("Only Portugal"))
      .all();
    expect(results).toEqual([{ lang: "pt" }]);
  });
});
