-- Facts to browse by, for each title that is not for adults: `browse-tokens.ts`. The rowid is the title's rank.
CREATE VIRTUAL TABLE catalog_browse USING fts5 (
  tokens,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = "ascii tokenchars '-'"
);

-- The same facts in alphabetical order: the rowid is the place of the title.
CREATE VIRTUAL TABLE catalog_alphabet USING fts5 (
  tokens,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = "ascii tokenchars '-'"
);

CREATE TABLE catalog_place (
  place INTEGER PRIMARY KEY,
  rank INTEGER NOT NULL
);

-- Number of titles for each year, genre, country and language.
CREATE TABLE catalog_facet (
  facet TEXT NOT NULL,
  value TEXT NOT NULL,        -- as in URLs, '' for an unknown year
  name TEXT NOT NULL,
  movies INTEGER NOT NULL,
  series INTEGER NOT NULL,
  titles INTEGER NOT NULL,    -- of all kinds
  PRIMARY KEY (facet, value)
) WITHOUT ROWID;
