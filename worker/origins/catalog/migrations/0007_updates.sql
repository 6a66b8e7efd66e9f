-- What `catalog -- update` needs to change one title. A catalog that an earlier version loaded has none of it, and is loaded
-- again before its first update: its `tokens` is 0.
ALTER TABLE catalog ADD COLUMN gap INTEGER NOT NULL DEFAULT 1;      -- the distance between ranks: `stored/ranks.ts`
ALTER TABLE catalog ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;   -- TOKENS_VERSION of `stored/names.ts`
ALTER TABLE catalog ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;  -- counts the changes since the load
ALTER TABLE catalog ADD COLUMN applied TEXT;                        -- the part of an unfinished update that was applied

ALTER TABLE catalog_title ADD COLUMN popularity REAL NOT NULL DEFAULT 0;  -- the order of the ranks
ALTER TABLE catalog_title ADD COLUMN sources TEXT NOT NULL DEFAULT '{}';  -- names beside the record, to make the tokens again
ALTER TABLE catalog_person ADD COLUMN fame REAL NOT NULL DEFAULT 0;       -- the order of the ranks; 0: not in the index

-- Titles that were merged into others.
CREATE TABLE catalog_merged (
  id INTEGER PRIMARY KEY,
  into_id INTEGER NOT NULL
);
