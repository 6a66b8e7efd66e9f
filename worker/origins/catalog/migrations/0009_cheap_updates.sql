-- For updates: a title's place in the alphabet is found by its key, in the order of `browse-tokens.ts`.
ALTER TABLE catalog_place ADD COLUMN key TEXT NOT NULL DEFAULT '';

-- What an update changed, as JSON Lines, until its digests are written, and how much of that readers were told, in characters.
ALTER TABLE catalog ADD COLUMN pending TEXT NOT NULL DEFAULT '';
ALTER TABLE catalog ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
