/** The starter catalog as a source. */
import type { ExternalId, Source } from "../load/load.ts";
import type { CatalogTitle } from "../starter/catalog-title.ts";
import { readStarter } from "../starter/read.ts";

export function starterSource(): Source {
  const titles = readStarter().sort((a, b) => b.popularity - a.popularity || a.record.id - b.record.id);
  return {
    name: "starter catalog",
    entries: () => titles.map((title) => ({ ...title, workingTitles: [] })),
    externalIds: () => titles.flatMap(externalIds),
    credits: () => titles.map(({ record, credits }) => [record.id, JSON.stringify(credits)] as const),
  };
}

function externalIds({ record: { id, type }, external }: CatalogTitle): ExternalId[] {
  if (external === undefined) return [];
  const { imdb, tmdb, wikidata } = external;
  const ids = { imdb, [type === "movie" ? "tmdb-movie" : "tmdb-tv"]: tmdb, wikidata };
  return Object.entries(ids).flatMap(([source, known]): ExternalId[] =>
    known === undefined ? [] : [[source, String(known), "title", id]],
  );
}
