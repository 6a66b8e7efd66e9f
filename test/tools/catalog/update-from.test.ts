/** Tests that `catalog -- update --from` leaves the same catalog as a load of the same files. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ProgressLine } from "../../../tools/catalog/progress.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { type StagedSource, stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { updateCatalog, updateFrom } from "../../../tools/catalog/update/command.ts";
import { madeUpCredits, makeUpName } from "../../bench/search/made-up-people.ts";
import { madeUpEntries, madeUpTitles } from "../../bench/search/titles.ts";
import { createFolder, lines } from "./folder.ts";
import { loaded, readContents, withControl } from "./updated.ts";

const SIZE = 60;
const TITLES = [...madeUpEntries(SIZE, madeUpTitles(SIZE))].map(({ record, facts }) => ({
  ...record,
  popularity: facts.popularity,
  lang: facts.language,
  external: { wikidata: `Q${record.id}` },
  ...(record.id === 17 && { tagline: "Old." }),
  // Only the episodes of these titles differ.
  ...([18, 19].includes(record.id) && { type: "series" }),
}));
const CREDITS = [...madeUpCredits(SIZE)].map(([, json]) => JSON.parse(json));
/**
 * Two people: one appears only in title 7, which the new files lack, and one only in title 9, which the old files
 * lack.
 */
const [GONE, NEW] = [8_007, 8_009];
const cast = (id: number) => [{ id, name: makeUpName(id), profile_path: null, character: "Alone" }];

interface Files {
  readonly titles: readonly object[];
  readonly credits: readonly object[];
  readonly akas: readonly object[];
  readonly translations: readonly object[];
  readonly episodes?: readonly object[];
  readonly seasons?: readonly object[];
}

const OLD: Files = {
  titles: TITLES.filter(({ id }) => id !== 9),
  credits: CREDITS.map((one) => (one.id === 7 ? { ...one, cast: cast(GONE) } : one)),
  akas: [{ id: 20, title: "Another Name", region: "US" }],
  translations: [{ id: 21, lang: "fr", title: "Un Titre", plot: "" }],
  episodes: [18, 19].map((id) => ({ id, season: 1, episode: 1, title: "One" })),
};

const TITLE_OF = new Map<number, object>([
  [10, { title: "Quite Another" }],
  [11, { popularity: 5_000 }],
  [12, { plot: "Another.", rating: 7.7, genres: "Western" }],
  [13, { external: { wikidata: "Q14" } }],
  [14, { external: { wikidata: "Q13" } }],
  [16, { tagline: "New." }],
  [17, { tagline: undefined }],
  [15, { popularity: (TITLES[14]?.popularity ?? 0) + 0.25 }],
]);

const CHANGED: Files = {
  titles: TITLES.filter(({ id }) => id !== 7).map((one) => ({ ...one, ...TITLE_OF.get(one.id) })),
  credits: CREDITS.map((one) => {
    if (one.id === 9) return { ...one, cast: cast(NEW) };
    return one.id === 30 ? { ...one, cast: one.cast.slice(2) } : one;
  }),
  akas: [{ id: 22, title: "Another Name" }],
  translations: [{ id: 21, lang: "de", title: "Ein Titel" }],
  episodes: [{ id: 18, season: 1, episode: 1, title: "Another" }],
};

async function stageSource(files: Files): Promise<StagedSource> {
  const texts = Object.entries(files).map(([name, rows]) => [`${name}.jsonl`, lines(rows)]);
  const source = await stagedSource(
    [createFolder(Object.fromEntries(texts))],
    {},
    { folder: null, report: new LoadReport() },
  );
  onTestFinished(() => source.remove());
  return source;
}

async function setUp() {
  const { catalog, connections, changes } = withControl(await loaded(await stageSource(OLD)));
  async function update(source: StagedSource, isDry = false): Promise<string> {
    let out = "";
    const screen = { write: (text: string) => (out += text) };
    await updateFrom(connections, source, { isDry, line: new ProgressLine(screen, () => 0) });
    return out;
  }
  return { catalog, update, changes };
}

describe("npm run catalog -- update --from", () => {
  test("produces the same rows as a load of the files", async () => {
    const { catalog, update, changes } = await setUp();
    const source = await stageSource(CHANGED);
    expect(await update(source)).toMatch(/15 titles to change, 1 to remove\./);
    const fresh = readContents(await loaded(source));
    for (const part of Object.keys(fresh) as (keyof typeof fresh)[])
      expect(readContents(catalog)[part], part).toEqual(fresh[part]);

    const before = changes();
    expect(await update(source)).toMatch(/^0 titles to change, 0 to remove\.\nDone: 0 changes/m);
    expect(changes()).toEqual(before);
  });

  test("merges the records of a title as a load does", async () => {
    const translations = [
      { lang: "fr", title: "Un" },
      { lang: "de", title: "Eins", plot: "Handlung." },
      { lang: "fr", title: "Deux" },
    ];
    const akas = [
      { title: "Zett", type: "working title", region: "XWW" },
      { title: "Zett", region: "US" },
      { title: "Zett", type: "fake", region: "GB" },
      { title: "\u00c4nd", type: "former title" },
      { title: "And", type: "former title", region: "DE" },
    ];
    const seasons = [{ season: 1, name: "Eins" }];
    const episodes = [
      { season: 1, episode: 2, aired: "2011", translations: { fr: { title: "Deux" } } },
      { season: 1, episode: 1, title: "Episode 1" },
      { season: 0, episode: 7, external: { tvdb: 5 } },
    ];
    const titles = TITLES.slice(0, 3).map((one) => ({
      ...one,
      type: "series",
      aliases: ["Ypsilon"],
      last_year: 1999,
      seasons: 2,
    }));
    const everyTitle = <Row extends object>(rows: readonly Row[]) =>
      titles.flatMap(({ id }) => rows.map((row) => ({ id, ...row })));
    const files = {
      titles,
      credits: [],
      akas: everyTitle(akas),
      translations: everyTitle(translations),
      episodes: everyTitle(episodes),
      seasons: everyTitle(seasons),
    };
    const whole = readContents(await loaded(await stageSource(files)));

    const bare = await stageSource({ titles: TITLES.slice(0, 3), credits: [], akas: [], translations: [] });
    const { catalog, connections } = withControl(await loaded(bare));
    const puts = titles.map((title) => ({ op: "put", title, akas, translations, episodes, seasons }));
    const file = join(createFolder({ "update.jsonl": lines(puts) }), "update.jsonl");
    await updateCatalog(connections, [file], { line: new ProgressLine({ write() {} }, () => 0) });
    expect(readContents(catalog)).toEqual(whole);
  });

  test("changes nothing if the files have already been loaded", async () => {
    const { update } = await setUp();
    expect(await update(await stageSource(OLD))).toMatch(/^Done: 0 changes/m);
  });

  test("reports the differences in a dry run without applying them", async () => {
    const { catalog, update, changes } = await setUp();
    const before = readContents(catalog);
    expect(await update(await stageSource(CHANGED), true)).toMatch(
      /^comparing titles: 59 in 0\.0 s\n15 titles to change, 1 to remove\.\nA load would take less time\.\n59 titles, 1 season, 1 episode\.\n$/,
    );
    expect([readContents(catalog), changes()]).toEqual([before, []]);
  });
});
