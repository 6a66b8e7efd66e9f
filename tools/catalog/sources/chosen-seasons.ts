/** Reads the staged seasons of the selected series. Omits seasons that are too large for a row of D1. */
import { groupRuns } from "../load/runs.ts";
import { joinParts, MAX_SEASON_BYTES, type SeasonPart, type StoredSeason } from "../load/seasons.ts";
import type { Staging } from "./staging.ts";

export interface ChosenSeasons {
  readonly bytes: number;
  readonly counts: { readonly seasons: number; readonly episodes: number };
  /** The number of episodes that belong to films or to titles that were not selected. */
  readonly ignoredEpisodes: number;
  /** Yields the series id of each season that is too large, with the reason. */
  largeSeasons(): Iterable<{ readonly id: number; readonly reason: string }>;
  /** Yields all seasons, sorted by series id and number. */
  seasons(): Generator<readonly [number, StoredSeason]>;
  seasonsWithId(id: number): StoredSeason[];
}

/** Returns the seasons of the selected series. Titles must be selected first. */
export function chosenSeasons(staging: Staging): ChosenSeasons {
  staging.database.exec(SCHEMA);
  const sums = staging.prepared(
    `SELECT coalesce(sum(episodes) FILTER (WHERE NOT is_chosen), 0) AS ignored,
       total(bytes) FILTER (WHERE is_chosen) AS bytes,
       count(*) FILTER (WHERE ${IS_STORED}) AS seasons,
       coalesce(sum(episodes) FILTER (WHERE ${IS_STORED}), 0) AS episodes FROM chosen_season`,
  );
  const { ignored, bytes, ...counts } = sums.get() ?? {};

  function* seasons(condition: string, ...parameters: number[]): Generator<[number, StoredSeason]> {
    const rows = staging
      .prepared(`${PARTS} ${condition} ORDER BY id, season, episode`)
      .iterate(...parameters);
    const parts = rows as Iterable<unknown> as Iterable<StagedPart>;
    for (const run of groupRuns(parts, ({ id, season }) => `${id} ${season}`))
      yield [run[0].id, joinParts(run)];
  }

  return {
    bytes: Number(bytes),
    counts: { seasons: Number(counts.seasons), episodes: Number(counts.episodes) },
    ignoredEpisodes: Number(ignored),
    seasons: () => seasons(""),
    seasonsWithId: (id) => [...seasons("AND id = ?", id)].map(([, season]) => season),

    *largeSeasons() {
      const large = staging.prepared(
        `SELECT id, season, episodes FROM chosen_season WHERE is_chosen AND ${IS_LARGE}`,
      );
      for (const { id, season, episodes } of large.iterate())
        yield {
          id: Number(id),
          reason: `season ${season} with ${episodes} episodes does not fit into a row of D1`,
        };
    },
  };
}

interface StagedPart extends SeasonPart {
  readonly id: number;
}

const IS_LARGE = `bytes > ${MAX_SEASON_BYTES}`;
const IS_STORED = `is_chosen AND NOT ${IS_LARGE}`;

const SCHEMA = `
  DROP TABLE IF EXISTS chosen_season;
  CREATE TABLE chosen_season (id INTEGER, season INTEGER, episodes INTEGER, bytes INTEGER, is_chosen INTEGER, PRIMARY KEY (id, season)) WITHOUT ROWID;
  INSERT INTO chosen_season
    SELECT id, season, sum(episodes), sum(octet_length(json)),
      coalesce((SELECT record ->> 'type' = 'series' FROM chosen JOIN title USING (id) WHERE title.id = season_part.id), 0)
    FROM season_part GROUP BY id, season`;

const PARTS = `
  SELECT id, season, episode, part.episodes, aired, last_aired AS lastAired, json
  FROM chosen_season CROSS JOIN season_part AS part USING (id, season) WHERE ${IS_STORED}`;
