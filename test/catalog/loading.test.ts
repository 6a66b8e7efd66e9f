/**
 * Tests that a load either replaces the catalog or changes nothing, and that an empty catalog counts as an outage.
 */

import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { load } from "../../tools/catalog/load/load.ts";
import { Credits } from "../../worker/contract/credits.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { createContext } from "../cache/kit.ts";
import { connectionTo } from "../d1-connection.ts";
import {
  buildQuery,
  database,
  fillCatalog,
  migrate,
  migrations,
  openCatalog,
  search,
  toEntries,
} from "./kit.ts";
import { catalogIn } from "./open.ts";

const unavailable = {
  type: "upstream-unavailable",
  detail: "The catalog is empty: it has not been filled yet.",
};
const origin = () => openCatalog(database);
const state = () => catalogIn(database).readState(createContext());
const version = async () => (await state()).version;

describe("empty catalog", () => {
  test.each(["without tables", "without titles"])(
    "fails %s with a problem whose cause explains the remedy",
    async (state) => {
      if (state === "without titles") await migrate();
      for (const asked of [
        () => origin().search(buildQuery("alien")),
        () => origin().credits({ id: 1, lang: "en" }),
      ]) {
        await expect(asked()).rejects.toMatchObject(unavailable);
        await expect(asked()).rejects.toHaveProperty(
          "cause.message",
          expect.stringContaining("npm run catalog -- load"),
        );
      }
    },
  );
});

describe("fillCatalog()", () => {
  const credits = JSON.stringify({ id: 1, cast: [] });
  beforeAll(() =>
    fillCatalog(
      [
        { title: "Alien", year: "1979", votes: 310, series: { seasons: 4 } },
        { title: "Alien", year: "2030" },
      ],
      [[1, credits]],
    ),
  );

  test("leaves the old catalog unchanged when a load fails halfway", async () => {
    const before = await version();
    function* interruptLoad() {
      yield* toEntries([{ title: "Casablanca" }]);
      throw new Error("the power failed");
    }
    const source = { name: "a test", entries: interruptLoad, credits: () => [] };
    const services = { target: connectionTo(database).batch, migrations, now: () => new Date() };
    await expect(load(source, services)).rejects.toThrow("the power failed");
    await expect(load({ ...source, entries: () => [] }, services)).rejects.toThrow("no title");

    expect((await search("alien")).titles).toEqual(["Alien 1979", "Alien 2030"]);
    expect((await search("casablanca")).titles).toEqual([]);
    expect(await version()).toBe(before);
  });

  test("stores empty credits groups for a title without credits", async () => {
    const ask = async (id: number) => toJson(await origin().credits({ id, lang: "en" }));
    expect(await ask(1)).toBe(credits);
    const { id, ...groups } = v.parse(Credits, JSON.parse((await ask(2)) ?? ""));
    expect([id, ...Object.values(groups)]).toEqual([2, ...Array(8).fill([])]);
    expect(await ask(3)).toBeNull();
  });

  test("returns the version of the load with each response", async () => {
    const loaded = { version: await version() };
    expect(await origin().search(buildQuery("alien"))).toMatchObject(loaded);
    expect(await origin().credits({ id: 1, lang: "en" })).toMatchObject(loaded);
    expect(await origin().title({ id: 1, lang: "en" })).toMatchObject(loaded);
  });

  test("stores votes and the season count of a series", async () => {
    const readFacts = async (id: number) => (await origin().title({ id, lang: "en" })).notes?.facts;
    expect(await readFacts(1)).toMatchObject({ votes: 310, series: { seasons: 4 } });
    expect(await readFacts(2)).toEqual({ popularity: 1 });
  });

  test("distinguishes titles with the same name", async () => {
    const related = (id: number) => origin().related({ id, lang: "en", onlyNames: false });
    expect(await related(1)).toMatchObject({ value: { namesakes: [{ year: "2030" }] } });
    expect(await related(99)).toMatchObject({ value: null });
  });

  test("returns the original title in the title's own language", async () => {
    const original = "千と千尋の神隠し";
    const spirited = { title: "Spirited Away", original_title: original, language: "ja", french: "Chihiro" };
    const valo = { title: "Light", original_title: "Valo", language: "fr", french: "La lumière" };
    await fillCatalog([spirited, valo, { title: "Il Posto", language: "it" }]);
    const titleIn = async (id: number, lang: string) =>
      JSON.parse(toJson(await origin().title({ id, lang })) ?? "{}").title;
    expect(await titleIn(1, "ja")).toBe(original);
    expect(await titleIn(1, "fr")).toBe("Chihiro");
    expect(await titleIn(1, "de")).toBe("Spirited Away");
    expect(await titleIn(2, "fr")).toBe("La lumière");
    expect(await titleIn(3, "it")).toBe("Il Posto");
    const [first] = JSON.parse(toJson(await origin().search({ ...buildQuery("spirited"), lang: "ja" })));
    expect(first).toMatchObject({ title: original, original_title: original });
  });

  test("replaces the old catalog and changes the version", async () => {
    const before = await version();
    await fillCatalog([{ title: "Casablanca", year: "1942" }]);
    expect((await search("casablanca")).titles).toEqual(["Casablanca 1942"]);
    expect((await search("alien")).titles).toEqual([]);
    expect(await version()).not.toBe(before);
    expect(await state()).toMatchObject({ titles: 1 });
  });
});
