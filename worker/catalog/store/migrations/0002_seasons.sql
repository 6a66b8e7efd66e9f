-- The seasons of series, with their episodes.
CREATE TABLE catalog_season (
  id INTEGER NOT NULL,        -- of the series
  season INTEGER NOT NULL,
  last_aired TEXT NOT NULL,   -- the latest date of its episodes, '' when unknown
  names TEXT NOT NULL,        -- of the season by language, as JSON; '' when no source describes the season itself
  overview TEXT NOT NULL,     -- an element of the list of seasons as JSON, ready to send
  episodes TEXT NOT NULL,     -- a JSON array of arrays: `store/stored-season.ts`
  PRIMARY KEY (id, season)
) WITHOUT ROWID;
