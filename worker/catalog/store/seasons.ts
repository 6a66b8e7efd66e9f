/** Loads seasons and episodes from the catalog. */
import type { Schedule } from "../../contract/facts.ts";
import type { SeasonQuery, TitleQuery } from "../../contract/query.ts";
import type { Season, SeasonResponse } from "../../contract/seasons.ts";
import { Json, type Loaded, MISSING } from "../../source/loaded.ts";
import type { CatalogReads } from "./statements.ts";

export async function loadSeasons(
  { id, lang }: TitleQuery,
  { read, seasons, today }: CatalogReads,
): Promise<Loaded<readonly Season[]>> {
  const { titles } = await read({ titles: seasons(lang, id, today()) });
  const [row] = titles;
  if (row === undefined) return MISSING;
  return {
    value: new Json(row.seasons),
    ids: { titles: [row.id] },
    airs: row.schedule === null ? [] : listEpisodeDates(JSON.parse(row.schedule)),
  };
}

/** Returns the air dates around the day for which the schedule was read. */
export function listEpisodeDates({ last_aired, upcoming = [] }: Schedule): string[] {
  return [...(last_aired === undefined ? [] : [last_aired]), ...upcoming.map(({ aired }) => aired)];
}

export async function loadSeason(
  { id, lang, season: number }: SeasonQuery,
  { read, season, today }: CatalogReads,
): Promise<Loaded<SeasonResponse>> {
  const { titles } = await read({ titles: season(lang, id, number, today()) });
  const [row] = titles;
  if (row === undefined || row.season === null) return MISSING;
  return { value: new Json(row.season), ids: { titles: [row.id] }, airs: JSON.parse(row.airs) };
}
