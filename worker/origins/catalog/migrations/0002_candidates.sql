-- The fields that a search reads for every candidate, without the record: one database page has room for many of these
-- rows, but only for a few records.
CREATE TABLE catalog_candidate (
  rank INTEGER PRIMARY KEY,
  year INTEGER NOT NULL,
  type TEXT NOT NULL,
  is_adult INTEGER NOT NULL,
  forms TEXT NOT NULL
);
INSERT INTO catalog_candidate (rank, year, type, is_adult, forms)
  SELECT rank, year, type, is_adult, forms FROM catalog_title;
