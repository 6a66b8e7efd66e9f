/** Reads the files of the starter catalog. Throws if one is invalid. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { Life } from "../../../worker/contract/facts.ts";
import type { ExternalId, Source } from "../load/load.ts";
import { type CatalogTitle, catalogTitle } from "./catalog-title.ts";
import { StarterTitle } from "./title.ts";

const FOLDER = join(import.meta.dirname, "titles");

export function readTitles(): StarterTitle[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.map((name) => {
    const read = v.safeParse(StarterTitle, JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
    if (read.success) return read.output;
    const [issue] = read.issues;
    throw new Error(`${name}: ${v.getDotPath(issue) ?? "file"}: ${issue.message}`);
  });
}

export function readStarter(): CatalogTitle[] {
  const people = readStarterPeople();
  return readTitles().map((title) => catalogTitle(title, people));
}

const FILE = join(import.meta.dirname, "people.json");

/** Returns the ids of people, by name. */
export function readStarterPeople(): Map<string, number> {
  const names: string[] = JSON.parse(readFileSync(FILE, "utf8"));
  return new Map(names.map((name, at) => [name, at + 1]));
}

const Lives = v.record(v.string(), Life);

/** Returns people's dates and places of birth and death, by id. */
function readStarterLives(): Map<number, Life> {
  const people = readStarterPeople();
  const lives = v.parse(Lives, JSON.parse(readFileSync(join(import.meta.dirname, "lives.json"), "utf8")));
  return new Map(Object.entries(lives).map(([name, life]) => [people.get(name) ?? 0, life]));
}

/** Appends new names to the list of people and returns their number. Existing names keep their ids. */
export function numberPeople(titles: readonly StarterTitle[]): number {
  const people = readStarterPeople();
  const countBefore = people.size;
  for (const name of titles.flatMap(creditedNames)) if (!people.has(name)) people.set(name, people.size + 1);
  writeFileSync(FILE, `${JSON.stringify([...people.keys()], null, 2)}\n`);
  return people.size - countBefore;
}

function creditedNames({ cast, crew }: StarterTitle): string[] {
  return [...cast, ...Object.values(crew).flat()].map(([name]) => name);
}

export function starterSource(): Source {
  const titles = readStarter().sort(
    (a, b) => (b.facts.popularity ?? 0) - (a.facts.popularity ?? 0) || a.record.id - b.record.id,
  );
  const lives = readStarterLives();
  return {
    name: "starter catalog",
    entries: () => titles,
    personDetails: (id) => ({ otherNames: [], life: lives.get(id) ?? {} }),
    externalIds: () => titles.flatMap(externalIds),
    seasons: () =>
      titles.flatMap(({ record, seasons }) => seasons.map((season) => [record.id, season] as const)),
    credits: () => titles.map(({ record, credits }) => [record.id, JSON.stringify(credits)] as const),
  };
}

function externalIds({ record: { id, type }, external }: CatalogTitle): ExternalId[] {
  if (external === undefined) return [];
  const { imdb, tmdb, wikidata } = external;
  const ids = { imdb, [type === "movie" ? "tmdb-movie" : "tmdb-tv"]: tmdb, wikidata };
  return Object.entries(ids).flatMap(([source, externalId]): ExternalId[] =>
    externalId === undefined ? [] : [[source, String(externalId), "title", id]],
  );
}
