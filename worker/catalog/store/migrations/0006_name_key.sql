-- The first key of the display title, by which namesakes are found in catalog_key. '' if it has none.
ALTER TABLE catalog_title ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
