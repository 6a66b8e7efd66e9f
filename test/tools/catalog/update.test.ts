/** Tests that a catalog after any update equals a load of the same titles. */
import type { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Source, WholeTitle } from "../../../tools/catalog/load/load.ts";
import type { TranslatedFields } from "../../../tools/catalog/load/rows.ts";
import {
  joinSeasons,
  type StoredSeason,
  seasonItself,
  seasonPart,
} from "../../../tools/catalog/load/seasons.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { starterSource } from "../../../tools/catalog/starter/read.ts";
import { applyChanges } from "../../../tools/catalog/update/batch.ts";
import type { CatalogChange, PlacedChange } from "../../../tools/catalog/update/lines.ts";
import { oneOf, random } from "../../bench/search/titles.ts";
import { connectionTo, loaded, migrated, readContents } from "./updated.ts";

type Titles = Map<number, WholeTitle>;

function starterTitles(): Titles {
  const starter = starterSource();
  const credits = new Map(starter.credits());
  const external = Map.groupBy(starter.externalIds?.() ?? [], ([, , , id]) => id);
  const seasons = Map.groupBy(starter.seasons?.() ?? [], ([id]) => id);
  const entries = [...starter.entries()];
  return new Map(
    entries.map((entry) => {
      const { id } = entry.record;
      const ids = external.get(id) ?? [];
      const known = ids.map(([source, other]) => [source, other] as const);
      const listed = (seasons.get(id) ?? []).map(([, season]) => season);
      return [id, { entry, credits: credits.get(id) ?? null, external: known, seasons: listed }] as const;
    }),
  );
}

function createSource(titles: Titles): Source {
  const all = [...titles.values()].sort(
    ({ entry: one }, { entry: other }) =>
      (other.facts.popularity ?? 0) - (one.facts.popularity ?? 0) || one.record.id - other.record.id,
  );
  return {
    name: "a test",
    entries: () => all.map(({ entry }) => entry),
    credits: () =>
      all.flatMap(({ entry, credits }) => (credits === null ? [] : [[entry.record.id, credits] as const])),
    externalIds: () =>
      all.flatMap(({ entry, external }) =>
        external.map((known) => [...known, "title", entry.record.id] as const),
      ),
    seasons: () =>
      all.flatMap(({ entry, seasons }) => seasons.map((season) => [entry.record.id, season] as const)),
  };
}

function put(whole: WholeTitle): CatalogChange {
  return { op: "put", kind: "title", id: whole.entry.record.id, ...whole };
}

/** Returns up to three seasons of up to three episodes, some of them with their own name and poster. */
function madeUpSeasons(next: () => number): StoredSeason[] {
  const some = (count: number) => Array.from({ length: Math.floor(next() * (count + 1)) }, (_, at) => at);
  return joinSeasons(
    some(3).flatMap((season) => [
      ...(next() < 0.5 ? [seasonItself(season, { name: `Part ${next()}`, poster: null, names: {} })] : []),
      ...some(3).map((episode) => seasonPart(season, [[episode, `${next()}`, "2009-01-02", 45, 7.5, 3, 1]])),
    ]),
  );
}

/** Returns a title with one random change, such as another title's credits, no name, or other numbers. */
function altered(whole: WholeTitle, other: WholeTitle, next: () => number): WholeTitle {
  const { entry } = whole;
  const { record, facts } = entry;
  switch (Math.floor(next() * 10)) {
    case 0:
      return {
        ...whole,
        entry: {
          ...entry,
          facts: { ...facts, popularity: (other.entry.facts.popularity ?? 0) + next() - 0.5 },
        },
      };
    case 1:
      return {
        ...whole,
        entry: { ...entry, record: { ...record, title: `${other.entry.record.title} Again` } },
      };
    case 2:
      return {
        ...whole,
        entry: { ...entry, record: { ...record, genres: "Western", year: "1931", plot: "Another." } },
      };
    case 3:
      return { ...whole, credits: other.credits?.replace(/"id":\d+/, `"id":${record.id}`) ?? null };
    case 5: {
      const rated = { ...record, rating: Math.floor(next() * 11), runtime: String(Math.floor(next() * 200)) };
      return {
        ...whole,
        entry: { ...entry, record: rated, facts: { ...facts, votes: Math.floor(next() * 5_000) } },
      };
    }
    case 6:
      return { ...whole, entry: { ...entry, record: { ...record, title: "…" } } };
    case 8: {
      const tmdb = next() < 0.5 ? { tmdb: Math.ceil(next() * 3) } : {};
      const collection = {
        name: `Collection ${Math.ceil(next() * 3)}`,
        titles: [other.entry.record.id],
        ...tmdb,
      };
      return { ...whole, entry: { ...entry, facts: { ...facts, collection } } };
    }
    case 7:
      return record.type === "series" ? { ...whole, seasons: madeUpSeasons(next) } : whole;
    case 4:
      return { ...whole, entry: { ...entry, record: { ...record, is_adult: 1 } } };
    default:
      return {
        ...whole,
        entry: {
          ...entry,
          otherNames: other.entry.otherNames.map((name, at) => ({
            ...name,
            ...(at > 0 && { region: "FR" }),
          })),
          translations: new Map<string, TranslatedFields>([
            ...other.entry.translations,
            ...["pt-PT", "es-419", "zh-HK", "fr-CA"]
              .filter(() => next() < 0.5)
              .map((tag) => [tag, { title: `${tag} ${next()}`, tagline: `Tagline ${tag}` }] as const),
          ]),
        },
      };
  }
}

describe("more titles like a changed one", () => {
  const GODFATHER_PART_II = 55;
  const readAlike = (database: DatabaseSync, id: number) =>
    database.prepare("SELECT leads, similar FROM catalog_credits WHERE id = ?").get(id);

  async function updated(titles: Titles, change: CatalogChange) {
    const database = await loaded(createSource(titles));
    const services = { live: connectionTo(database), control: connectionTo(migrated("control")) };
    await applyChanges(Readable.from([{ place: "", change }]), { ...services, report: new LoadReport() });
    return database;
  }

  test("are found for a new title, by its makers", async () => {
    const titles = starterTitles();
    const whole = titles.get(GODFATHER_PART_II) as WholeTitle;
    const fresh = readAlike(await loaded(createSource(titles)), GODFATHER_PART_II);
    titles.delete(GODFATHER_PART_II);
    const found = readAlike(await updated(titles, put(whole)), GODFATHER_PART_II);
    expect(found?.leads).toBe(fresh?.leads);
    const best = ({ similar }: { similar?: unknown } = {}) => String(similar).split(" ").slice(0, 3);
    expect(best(found)).toEqual(best(fresh));
  });

  test("stay those of the load if only a rating has changed", async () => {
    const titles = starterTitles();
    const { entry, ...whole } = titles.get(GODFATHER_PART_II) as WholeTitle;
    const rated = { ...entry, record: { ...entry.record, rating: 9 } };
    const fresh = readAlike(await loaded(createSource(titles)), GODFATHER_PART_II);
    const database = await updated(titles, put({ ...whole, entry: rated }));
    expect(readAlike(database, GODFATHER_PART_II)).toEqual(fresh);
  });
});

describe("random sequence of updates", () => {
  test.each([1, 2])("produces the same rows as a load (seed %i)", async (seed) => {
    const next = random(seed);
    const titles = starterTitles();
    const whole = [...titles.values()];
    const absent = whole.filter(() => next() < 0.2).map(({ entry }) => entry.record.id);
    for (const id of absent) titles.delete(id);
    const database = await loaded(createSource(titles));
    const control = connectionTo(migrated("control"));
    const services = { live: connectionTo(database), control, report: new LoadReport() };
    const waiting: PlacedChange[] = [];
    for (let count = 0; count < 120; count += 1) {
      const title = oneOf(whole, next);
      const { id } = title.entry.record;
      if (next() < 0.3) {
        titles.delete(id);
        waiting.push({ place: "", change: { op: "remove", kind: "title", id } });
      } else {
        const changed = altered(titles.get(id) ?? title, oneOf(whole, next), next);
        titles.set(id, changed);
        waiting.push({ place: "", change: put(changed) });
      }
    }
    await applyChanges(Readable.from(waiting), services);
    const [updated, fresh] = [readContents(database), readContents(await loaded(createSource(titles)))];
    for (const part of Object.keys(fresh) as (keyof typeof fresh)[])
      expect(updated[part], part).toEqual(fresh[part]);
  });
});
