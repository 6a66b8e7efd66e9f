-- The seasons of series, with their episodes.
CREATE TABLE catalog_season (
  key INTEGER PRIMARY KEY,    -- made of the id of the series and the number of the season: `store/stored-season.ts`
  id INTEGER AS (key >> 11 & 9007199254740991) VIRTUAL,
  season INTEGER AS (key & 2047) VIRTUAL,
  last_aired TEXT NOT NULL,   -- the latest date of its episodes, '' when unknown
  names TEXT NOT NULL,        -- of the season by language, as JSON; '' when no source describes the season itself
  overview TEXT NOT NULL,     -- an element of the list of seasons as JSON, ready to send
  episodes TEXT NOT NULL      -- a JSON array of arrays: `store/stored-season.ts`
);
