-- The collections that sources name, by the titles in them: `list/collections.ts`.
CREATE TABLE catalog_collection (
  number INTEGER NOT NULL,    -- TMDB's, or one of our own, made of the name
  title INTEGER NOT NULL,     -- the id of a title in it; or, negative, another number of the same collection
  giver INTEGER NOT NULL,     -- the id of the title whose source says so
  name TEXT NOT NULL,         -- as that source writes it, or ''
  PRIMARY KEY (number, title, giver)
) WITHOUT ROWID;
CREATE INDEX catalog_collection_title ON catalog_collection (title);
