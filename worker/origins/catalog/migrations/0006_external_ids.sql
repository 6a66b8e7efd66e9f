-- The ids of a title or person in other sources. Loads create it anew with their tables.
CREATE INDEX catalog_external_id ON catalog_external (kind, id);
