/**
 * Builds the catalog for the evaluation: the starter catalog, namesakes and remakes, generated titles, and almost
 * unknown titles.
 */
import type { ExternalId, Source } from "../../tools/catalog/load/load.ts";
import { madeUpEntries, madeUpTitles } from "../bench/search/titles.ts";
import { toEntries } from "../catalog/kit.ts";
import { starterTitles } from "../catalog/search/relevance/starter.ts";
import { readRows } from "./evaluation.ts";

const CROWD = 600;

export function evaluationSource(): Source {
  const [known = [], unknown = []] = readTables();
  const crowd = [...madeUpEntries(CROWD, madeUpTitles(CROWD))].map(({ record }) => record);
  const further = toEntries(
    [...known, ...crowd, ...unknown].map((title, at) => ({ ...title, id: 1_000 + at })),
  );
  return {
    name: "evaluation",
    entries: () => [...starterTitles(), ...further],
    credits: () => [],
    externalIds: () => starterTitles().flatMap(externalIds),
  };
}

function externalIds({
  record: { id, type },
  external,
}: ReturnType<typeof starterTitles>[number]): ExternalId[] {
  const tmdb = type === "movie" ? "tmdb-movie" : "tmdb-tv";
  const ids: [string, string | number | undefined][] = [
    ["imdb", external?.imdb],
    [tmdb, external?.tmdb],
  ];
  return ids.flatMap(([source, given]) =>
    given === undefined ? [] : [[source, String(given), "title", id]],
  );
}

/** Returns the rows of `titles.tsv` before and after the dashed line. */
function readTables() {
  const rows = readRows("titles");
  const end = rows.findIndex(([title]) => title === "---");
  return [rows.slice(0, end), rows.slice(end + 1)].map((some) =>
    some.map(([title = "", year = "", type = "", names = ""]) => ({
      title,
      year,
      type,
      aliases: names.split("; ").filter(Boolean),
    })),
  );
}
