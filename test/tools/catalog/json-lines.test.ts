/** JSON Lines as a source of the catalog. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import type { Selection } from "../../../tools/catalog/sources/chosen.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { Tally } from "../../../tools/catalog/sources/tally.ts";
import { folderOf, lines, title } from "./folder.ts";

async function read(files: Readonly<Record<string, string>>, selection: Selection = {}) {
  const tally = new Tally();
  const folder = folderOf({});
  const source = await stagedSource([folderOf(files)], selection, { folder, tally });
  const entries = [...(source.entries() as Iterable<CatalogEntry>)];
  const credits = [...(source.credits() as Iterable<readonly [number, string]>)];
  const externalIds = [...(source.externalIds?.() ?? [])];
  const otherNames = [9, 10, 11].map((id) => source.personDetails?.(id)?.otherNames ?? null);
  source.remove();
  return {
    entries,
    credits,
    externalIds,
    otherNames,
    tally,
    left: readdirSync(folder),
    titles: entries.map(({ record }) => record.title),
  };
}

describe("JSON Lines", () => {
  test("are joined with their side files, plain or compressed, the most popular title first", async () => {
    const { entries, credits, left } = await read({
      "titles-1.jsonl.gz": lines([title(1, "Seldom Seen")]),
      "titles-2.jsonl": lines([
        title(2, "七人の侍", { popularity: 1, lang: "ja", aliases: ["Seven Samurai"] }),
        title(3, "Known"),
      ]),
      "meta.jsonl": lines([{ id: 3, votes: 900, popularity: 3, lang: "fr-FR" }]),
      "akas.jsonl.gz": lines([
        { id: 3, title: "Connu" },
        { id: 3, title: "Untitled", type: "working title" },
      ]),
      "translations.jsonl": lines([{ id: 3, lang: "fr-FR", title: "Le Connu", plot: "" }]),
      "credits.jsonl": lines([
        { id: 3, cast: [{ id: 9, name: "A", profile_path: "/x.jpg", character: "B" }] },
      ]),
    });
    expect(entries.map(({ record }) => record.id)).toEqual([3, 2, 1]);
    expect(entries.map(({ language }) => language)).toEqual(["fr", "ja", null]);
    expect(entries[0]).toMatchObject({ aliases: ["Connu"], workingTitles: ["Untitled"] });
    expect(entries[0]?.translations.get("fr")).toMatchObject({ id: 3, title: "Le Connu", plot: "" });
    expect(entries[1]?.aliases).toEqual(["Seven Samurai"]);
    expect(credits.map(([id, record]) => [id, JSON.parse(record)])).toMatchObject([
      [
        3,
        {
          id: 3,
          cast: [{ id: 9, name: "A", profile_path: null, character: "B" }],
          "visual effects": [],
          sound: [],
        },
      ],
    ]);
    expect(left).toEqual([]);
  });

  test("keep the ids that titles and people have elsewhere, and people's other names", async () => {
    const { externalIds, otherNames, tally } = await read({
      "titles.jsonl": lines([
        title(1, "A", { external: { imdb: "tt0133093", tmdb: 603, wikidata: "Q83495" } }),
        title(2, "B", { type: "series" }),
        title(3, "C", { external: { imdb: null } }),
      ]),
      "meta.jsonl": lines([{ id: 2, votes: 1, imdb: "tt0944947", tmdb: 1399 }]),
      "people.jsonl": lines([
        {
          id: 9,
          name: "Keanu Reeves",
          also_known_as: ["Киану Ривз"],
          external: { imdb: "nm0000206", tmdb: 6384, wikidata: "Q43416" },
        },
        { id: 10, name: "Nobody" },
      ]),
    });
    expect(tally.total).toBe(0);
    expect(externalIds.toSorted()).toEqual([
      ["imdb", "nm0000206", "person", 9],
      ["imdb", "tt0133093", "title", 1],
      ["imdb", "tt0944947", "title", 2],
      ["tmdb-movie", "603", "title", 1],
      ["tmdb-person", "6384", "person", 9],
      ["tmdb-tv", "1399", "title", 2],
      ["wikidata", "Q43416", "person", 9],
      ["wikidata", "Q83495", "title", 1],
    ]);
    expect(otherNames).toEqual([["Киану Ривз"], [], null]);
  });

  test("with a malformed id of another source are read without that line, which is named", async () => {
    const { tally, entries } = await read({
      "titles.jsonl": lines([
        ...Array.from({ length: 200 }, (_, at) => title(at + 1, `Title ${at}`)),
        title(500, "Bad", { external: { imdb: "0133093" } }),
      ]),
    });
    expect(tally.total).toBe(1);
    expect(entries).toHaveLength(200);
  });

  test("are narrowed to the most popular, and to those with votes, and their credits with them", async () => {
    const files = {
      "titles.jsonl": lines([
        title(1, "A", { votes: 1 }),
        title(2, "B", { votes: 20 }),
        title(3, "C", { votes: 300 }),
      ]),
      "credits.jsonl": lines([
        { id: 1, cast: [] },
        { id: 2, cast: [] },
      ]),
    };
    expect((await read(files, { limit: 2 })).titles).toEqual(["C", "B"]);
    const { titles, credits } = await read(files, { minVotes: 20 });
    expect(titles).toEqual(["C", "B"]);
    expect(credits.map(([id]) => id)).toEqual([2]);
  });

  test("with few malformed rows are read, and the rows named by file and line", async () => {
    const good = Array.from({ length: 200 }, (_, at) => title(at + 1, `T${at}`));
    const { tally, titles } = await read({ "titles.jsonl": `${lines(good)}{"id": "none"}\n\nnot json\n` });
    expect(titles).toHaveLength(200);
    expect(tally.total).toBe(2);
    expect(tally.shown.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "titles.jsonl:201",
      "titles.jsonl:203",
    ]);
  });

  test("with more than one malformed row in a hundred are refused", async () => {
    const good = Array.from({ length: 98 }, (_, at) => title(at + 1, `T${at}`));
    await expect(read({ "titles.jsonl": `${lines(good)}{}\n{}\n` })).rejects.toThrow(
      "2 of 100 rows of titles.jsonl",
    );
  });

  test.each([
    ["nothing of ours", { "notes.txt": "" }],
    ["nothing at all", {}],
    ["two kinds at once", { "titles.jsonl": "", "title.basics.tsv": "tconst\n" }],
  ])("are told from %s", async (_, files) => {
    await expect(read(files)).rejects.toThrow();
  });
});

test("a load that stopped takes up what it had read, unless the files have changed", async () => {
  const folder = folderOf({});
  const path = folderOf({ "titles.jsonl": lines([title(1, "A")]) });
  const source = await stagedSource([path], {}, { folder, tally: new Tally() });
  source.close();
  const read: string[] = [];
  const services = { folder, tally: new Tally(), progress: ({ name }: { name: string }) => read.push(name) };
  const again = await stagedSource([path], {}, services);
  expect([again.titles, read]).toEqual([1, []]);
  again.remove();
  expect(existsSync(join(folder, readdirSync(folder)[0] ?? "none"))).toBe(false);
});
