-- What a search reads of every candidate, apart from the records: many candidates share a page of
-- the database, of which a record fills a good part.
CREATE TABLE catalog_candidate (
  rank INTEGER PRIMARY KEY,
  year INTEGER NOT NULL,
  type TEXT NOT NULL,
  is_adult INTEGER NOT NULL,
  forms TEXT NOT NULL
);
INSERT INTO catalog_candidate (rank, year, type, is_adult, forms)
  SELECT rank, year, type, is_adult, forms FROM catalog_title;
