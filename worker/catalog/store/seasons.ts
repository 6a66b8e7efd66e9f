/** Seasons, episodes and collections as the catalog stores them. */
import type { TitleCollection } from "../../contract/browse.ts";
import type { SeasonQuery, TitleQuery } from "../../contract/query.ts";
import type { Season, SeasonAnswer } from "../../contract/seasons.ts";
import { type Loaded, MISSING } from "../../source/loaded.ts";
import { loadTitle } from "./records.ts";
import type { CatalogReads } from "./statements.ts";

export async function loadSeasons(
  query: TitleQuery,
  reads: CatalogReads,
): Promise<Loaded<readonly Season[]>> {
  const { value, ids } = await loadTitle(query, reads);
  return value === null ? MISSING : { value: [], ids };
}

export async function loadSeason(_query: SeasonQuery, _reads: CatalogReads): Promise<Loaded<SeasonAnswer>> {
  return MISSING;
}

export async function loadCollection(
  _query: TitleQuery,
  _reads: CatalogReads,
): Promise<Loaded<TitleCollection>> {
  return MISSING;
}
