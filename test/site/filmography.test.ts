/** Tests a person's filmography with TMDB as the source, because nobody in the starter catalog has enough titles. */
import { describe, expect, test } from "vitest";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { manyWorks } from "./many-works.ts";

const [, tmdb] = DIALECTS;
const behind = sharedBehindFaults({}, { dialect: tmdb, behaviour: json(JSON.stringify(manyWorks)) });

async function readFilmography(query: string): Promise<string> {
  const response = await fetch(`${behind.server.url}/person/11/ada-holm${query}`);
  expect(response.status).toBe(200);
  return await response.text();
}

/** Returns the selected occupation. */
function findChosen(html: string): string | undefined {
  const checked = /<input type="radio" name="trade"[^>]*\schecked/.exec(html)?.[0] ?? "";
  return /value="([^"]*)"/.exec(checked)?.[1] ?? "";
}

describe("/person/{id}/{slug}", () => {
  test("submits the selected occupation with the order", async () => {
    const html = await readFilmography("");
    const [, form] = /<form id="([^"]+)" action="\/person\/11\/ada-holm"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<input type="radio" name="trade" value="director" form="${form}"`));
    expect(html).toMatch(/<button type="submit" name="sort" value="old"/);
  });

  test.each(["director", "cast"])("keeps the occupation when titles are sorted: %s", async (trade) => {
    expect(findChosen(await readFilmography(`?trade=${trade}&sort=old`))).toBe(trade);
  });

  test.each(["", "?trade=", "?trade=sound", "?trade=x"])(
    "lists all occupations for the query %j",
    async (query) => {
      expect(findChosen(await readFilmography(query))).toBe("");
    },
  );

  const DECADES = /<details data-group[^>]*?(\sopen)?[^>]*>\s*<summary[^>]*>\s*<h3[^>]*>([^<]+)/g;
  const readDecades = (html: string) =>
    [...html.matchAll(DECADES)].map(([tag, , name]) => [name, /^<details[^>]*\sopen/.test(tag)]);

  test("shows the best-known titles first", async () => {
    const html = await readFilmography("");
    const best = html.indexOf('id="best"');
    expect(best).toBeGreaterThan(0);
    expect(html.indexOf("/title/", best)).toBeLessThan(html.indexOf('id="filmography"'));
  });

  test("groups more than 40 titles by decade", async () => {
    expect(readDecades(await readFilmography(""))).toEqual([
      ["2020s", true],
      ["2010s", true],
      ["2000s", true],
      ["1990s", true],
      ["1980s", false],
    ]);
    expect(readDecades(await readFilmography("?sort=old")).at(0)).toEqual(["1980s", true]);
  });

  test("does not group titles that are sorted by popularity", async () => {
    const html = await readFilmography("?sort=known");
    expect(readDecades(html)).toEqual([]);
    expect(/<ol.*?<a[^>]*>([^<]+)/s.exec(html.slice(html.indexOf('id="filmography"')))?.[1]).toBe("Film 44");
  });
});
